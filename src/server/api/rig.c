/* The robot of Hanoi: the simulated rig works on the board of a game. */
#include <string.h>

#include "base/json.h"
#include "base/random.h"
#include "server/api/api.h"
#include "server/http/request_body.h"
#include "server/jobs/rig_film.h"

/* When a fault begins if that is not said: the arm is at work by then. */
enum { USUAL_STEP = 12, MOST_STEP = 1000000, MOST_WORD = 32, MOST_MS = 100000000 };
#define MOST_SEED 4294967295

/* ---- what it is like ---- */

static json_t *numbers(const int32_t *list, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_integer(list[i]));
    return array;
}

static json_t *machine(void) {
    struct rig_description is;
    json_t *object = json_object();
    rig_film_machine(&is);
    json_object_set_new(object, "low", numbers(is.low, RIG_AXES));
    json_object_set_new(object, "high", numbers(is.high, RIG_AXES));
    json_object_set_new(object, "tower_x", numbers(is.tower_x, RIG_TOWERS));
    json_object_set_new(object, "travel_y", json_integer(is.travel_y));
    json_object_set_new(object, "floor_y", json_integer(is.floor_y));
    json_object_set_new(object, "ring_height", json_integer(is.ring_height));
    return object;
}

static json_t *weights(void) {
    json_t *array = json_array();
    for (int rings = 1; rings <= RIG_RINGS; rings++) {
        const double *grams = rig_usual_weights(rings);
        json_t *set = json_array();
        for (int i = 0; i < rings; i++)
            json_array_append_new(set, json_real(grams[i]));
        json_array_append_new(array, set);
    }
    return array;
}

static json_t *faults(void) {
    json_t *array = json_array();
    for (int i = 0; i < RIG_FAULTS; i++) {
        json_t *fault = json_object();
        json_object_set_new(fault, "name", json_string(rig_fault_word((enum rig_fault)i)));
        json_object_set_new(fault, "help", json_text(rig_fault_help((enum rig_fault)i)));
        json_array_append_new(array, fault);
    }
    return array;
}

void api_rig(struct app *app, const struct request *request, struct response *response) {
    (void)app;
    (void)request;
    json_t *object = json_object();
    json_object_set_new(object, "machine", machine());
    json_object_set_new(object, "weights", weights());
    json_object_set_new(object, "faults", faults());
    json_object_set_new(object, "fault_step", json_integer(USUAL_STEP));
    response_json(response, 200, object);
}

/* ---- a run ---- */

static bool cannot(struct response *response, const char *why) {
    response_problem(response, 422, "unsupported", "%s", why);
    return false;
}

static int64_t field(const json_t *board, const char *name) {
    return json_integer_value(json_object_get(board, name));
}

/* The stacks of a board that the rig can have. */
static void read_stacks(const json_t *stacks, struct rig_board *board) {
    *board = (struct rig_board){.held = RIG_NO_RING};
    for (size_t t = 0; t < RIG_TOWERS; t++) {
        const json_t *stack = json_array_get(stacks, t);
        board->count[t] = (int8_t)json_array_size(stack);
        for (size_t i = 0; i < json_array_size(stack); i++)
            board->ring[t][i] = (int8_t)(json_integer_value(json_array_get(stack, i)) - 1);
    }
}

/* The tower that has all rings in their order; -1 if there is none. */
static int full_tower(const struct rig_board *board, int rings) {
    int tower = 0;
    while (tower < RIG_TOWERS && board->count[tower] != rings)
        tower++;
    for (int i = 0; tower < RIG_TOWERS && i < rings; i++)
        if (board->ring[tower][i] != rings - 1 - i)
            return -1;
    return tower < RIG_TOWERS ? tower : -1;
}

/* now and start: boards as the page gets them. */
static bool read_boards(const json_t *now, const json_t *start, struct rig_scene *scene,
                        struct response *response) {
    struct rig_board wanted;
    scene->rings = (int)field(now, "discs");
    if (field(now, "pegs") != RIG_TOWERS)
        return cannot(response, "the robot has three pegs, and this board has another number");
    if (field(now, "discs") < 1 || field(now, "discs") > RIG_RINGS)
        return cannot(response, "the robot has 1 to 8 discs, and this board has more");
    if (!json_is_true(json_object_get(now, "complete")))
        return cannot(response,
                      "the robot moves from any peg to any other, which is not allowed here");
    read_stacks(json_object_get(now, "stacks"), &scene->board);
    bool solve = scene->mode == RIG_SOLVE;
    read_stacks(json_object_get(solve ? now : start, solve ? "goal" : "stacks"), &wanted);
    scene->tower = full_tower(&wanted, scene->rings);
    if (scene->tower < 0)
        return cannot(response,
                      solve ? "the robot brings all discs to one peg, which is not the goal "
                              "here"
                            : "the robot brings all discs to one peg, and this game did not "
                              "begin so");
    return true;
}

/* With the game taken. Returns false with a problem. */
static bool read_game(const struct cached_game *game, struct rig_scene *scene,
                      struct response *response) {
    const struct puzzle *puzzle = session_puzzle(game->session);
    if (strcmp(puzzle->name, "hanoi") != 0 || !puzzle->view)
        return cannot(response, "the robot plays Tower of Hanoi only");
    qd_control *control = control_new(NULL);
    json_t *now = puzzle->view->board(session_position(game->session), control);
    json_t *start = puzzle->view->board(session_start(game->session), control);
    bool good = read_boards(now, start, scene, response);
    json_decref(now);
    json_decref(start);
    control_free(control);
    return good;
}

static int fault_of(struct request_body *body, const char *word) {
    int fault = 0;
    while (fault < RIG_FAULTS && strcmp(rig_fault_word((enum rig_fault)fault), word) != 0)
        fault++;
    if (fault == RIG_FAULTS)
        body_refuse(body, "fault", "there is no such fault; GET /rig lists them");
    return fault;
}

static bool read_body(const struct request *request, struct rig_scene *scene,
                      struct response *response) {
    struct request_body body = {.json = request->body, .response = response};
    const char *task = body_text(&body, "task", MOST_WORD);
    const char *fault = body_text(&body, "fault", MOST_WORD);
    *scene = (struct rig_scene){.fault = RIG_NO_FAULT, .exit_ms = RIG_NO_EXIT};
    scene->fault_step = (long)body_number(&body, "step", 1, MOST_STEP, USUAL_STEP);
    scene->seed = (uint64_t)body_number(&body, "seed", 0, MOST_SEED, -1);
    if (scene->seed > MOST_SEED)
        scene->seed = random_fresh_seed() >> 32;
    if (task && strcmp(task, "reset") != 0 && strcmp(task, "solve") != 0)
        body_refuse(&body, "task", "reset or solve was expected");
    scene->mode = task && strcmp(task, "solve") == 0 ? RIG_SOLVE : RIG_RESET;
    if (fault)
        scene->fault = fault_of(&body, fault);
    if (!task && !body.bad)
        body_refuse(&body, "task", "reset or solve was expected");
    return body_valid(&body);
}

void api_rig_run(struct app *app, const struct request *request, struct response *response) {
    struct rig_scene scene;
    struct viewer viewer;
    struct job_request job = {.kind = JOB_RIG};
    if (!read_body(request, &scene, response))
        return;
    struct cached_game *game = app_lock_game(app, request, true, &viewer, response);
    if (!game)
        return;
    bool good = read_game(game, &scene, response);
    memcpy(job.game, game->stored.id, sizeof job.game);
    memcpy(job.hash, viewer.hash, sizeof job.hash);
    job.version = game->version;
    game_cache_unlock(app->cache, game);
    if (!good)
        return;
    job.film = film_new(&scene, FILM_MOST);
    jobs_start(app->jobs, &job, response);
}

/* The same run again, with the exit button pressed. */
void api_rig_stop(struct app *app, const struct request *request, struct response *response) {
    struct request_body body = {.json = request->body, .response = response};
    struct job_request job = {.kind = JOB_RIG};
    struct rig_scene scene;
    uint8_t hash[SECRET_HASH];
    int64_t ms = body_number(&body, "ms", 0, MOST_MS, -1);
    if (ms < 0 && !body.bad)
        body_refuse(&body, "ms", "the time of the run was expected, in milliseconds");
    if (!body_valid(&body))
        return;
    secret_hash(request->token, hash);
    if (!jobs_scene(app->jobs, request->parameter[0], hash, &job, &scene, response))
        return;
    if (scene.exit_ms == RIG_NO_EXIT || ms < scene.exit_ms)
        scene.exit_ms = ms;
    job.film = film_new(&scene, FILM_MOST);
    jobs_start(app->jobs, &job, response);
}
