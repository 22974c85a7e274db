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

void api_rig(struct app *app, const struct call *call, struct reply *reply) {
    (void)app;
    (void)call;
    json_t *object = json_object();
    json_object_set_new(object, "machine", machine());
    json_object_set_new(object, "weights", weights());
    json_object_set_new(object, "faults", faults());
    json_object_set_new(object, "fault_step", json_integer(USUAL_STEP));
    reply_json(reply, 200, object);
}

/* ---- a run ---- */

static bool cannot(struct reply *reply, const char *why) {
    reply_problem(reply, 422, "unsupported", "%s", why);
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
                        struct reply *reply) {
    struct rig_board wanted;
    scene->rings = (int)field(now, "discs");
    if (field(now, "pegs") != RIG_TOWERS)
        return cannot(reply, "the robot has three pegs, and this board has another number");
    if (field(now, "discs") < 1 || field(now, "discs") > RIG_RINGS)
        return cannot(reply, "the robot has 1 to 8 discs, and this board has more");
    if (!json_is_true(json_object_get(now, "complete")))
        return cannot(reply,
                      "the robot moves from any peg to any other, which is not allowed here");
    read_stacks(json_object_get(now, "stacks"), &scene->board);
    bool solve = scene->mode == RIG_SOLVE;
    read_stacks(json_object_get(solve ? now : start, solve ? "goal" : "stacks"), &wanted);
    scene->tower = full_tower(&wanted, scene->rings);
    if (scene->tower < 0)
        return cannot(reply, solve ? "the robot brings all discs to one peg, which is not the goal "
                                     "here"
                                   : "the robot brings all discs to one peg, and this game did not "
                                     "begin so");
    return true;
}

/* With the game taken. Returns false with a problem. */
static bool read_game(const struct live *live, struct rig_scene *scene, struct reply *reply) {
    const struct puzzle *puzzle = session_puzzle(live->session);
    if (strcmp(puzzle->name, "hanoi") != 0 || !puzzle->view)
        return cannot(reply, "the robot plays Tower of Hanoi only");
    qd_control *control = control_new(NULL);
    json_t *now = puzzle->view->board(session_position(live->session), control);
    json_t *start = puzzle->view->board(session_start(live->session), control);
    bool good = read_boards(now, start, scene, reply);
    json_decref(now);
    json_decref(start);
    control_free(control);
    return good;
}

static int fault_of(struct wish *wish, const char *word) {
    int fault = 0;
    while (fault < RIG_FAULTS && strcmp(rig_fault_word((enum rig_fault)fault), word) != 0)
        fault++;
    if (fault == RIG_FAULTS)
        wish_refuse(wish, "fault", "there is no such fault; GET /rig lists them");
    return fault;
}

static bool read_body(const struct call *call, struct rig_scene *scene, struct reply *reply) {
    struct wish wish = {.body = call->body, .reply = reply};
    const char *task = wish_text(&wish, "task", MOST_WORD);
    const char *fault = wish_text(&wish, "fault", MOST_WORD);
    *scene = (struct rig_scene){.fault = RIG_NO_FAULT, .exit_ms = RIG_NO_EXIT};
    scene->fault_step = (long)wish_number(&wish, "step", 1, MOST_STEP, USUAL_STEP);
    scene->seed = (uint64_t)wish_number(&wish, "seed", 0, MOST_SEED, -1);
    if (scene->seed > MOST_SEED)
        scene->seed = random_fresh_seed() >> 32;
    if (task && strcmp(task, "reset") != 0 && strcmp(task, "solve") != 0)
        wish_refuse(&wish, "task", "reset or solve was expected");
    scene->mode = task && strcmp(task, "solve") == 0 ? RIG_SOLVE : RIG_RESET;
    if (fault)
        scene->fault = fault_of(&wish, fault);
    if (!task && !wish.bad)
        wish_refuse(&wish, "task", "reset or solve was expected");
    return wish_good(&wish);
}

void api_rig_run(struct app *app, const struct call *call, struct reply *reply) {
    struct rig_scene scene;
    struct viewer viewer;
    struct job_wish wish = {.kind = JOB_RIG};
    if (!read_body(call, &scene, reply))
        return;
    struct live *live = app_take(app, call, true, &viewer, reply);
    if (!live)
        return;
    bool good = read_game(live, &scene, reply);
    memcpy(wish.game, live->game.id, sizeof wish.game);
    memcpy(wish.hash, viewer.hash, sizeof wish.hash);
    wish.version = live->version;
    lives_leave(app->lives, live);
    if (!good)
        return;
    wish.film = film_new(&scene, FILM_MOST);
    jobs_start(app->jobs, &wish, reply);
}

/* The same run again, with the exit button pressed. */
void api_rig_stop(struct app *app, const struct call *call, struct reply *reply) {
    struct wish body = {.body = call->body, .reply = reply};
    struct job_wish wish = {.kind = JOB_RIG};
    struct rig_scene scene;
    uint8_t hash[SECRET_HASH];
    int64_t ms = wish_number(&body, "ms", 0, MOST_MS, -1);
    if (ms < 0 && !body.bad)
        wish_refuse(&body, "ms", "the time of the run was expected, in milliseconds");
    if (!wish_good(&body))
        return;
    secret_hash(call->token, hash);
    if (!jobs_scene(app->jobs, call->part[0], hash, &wish, &scene, reply))
        return;
    if (scene.exit_ms == RIG_NO_EXIT || ms < scene.exit_ms)
        scene.exit_ms = ms;
    wish.film = film_new(&scene, FILM_MOST);
    jobs_start(app->jobs, &wish, reply);
}
