/* People around the simulated rig: they move rings, lean on towers and press buttons. Nobody takes
 * less than a third of a second from one ring to the next. */
#include <string.h>

#include "base/mem.h"
#include "rig/sim/internal.h"

enum { QUICKEST = 350, SLOWEST = 700 };

void sim_push_input(struct rig_sim *sim, enum rig_input_kind kind, enum rig_axis axis,
                    int32_t value) {
    if (sim->inputs < SIM_INPUTS)
        sim->input[sim->inputs++] = (struct rig_input){kind, axis, value};
}

/* Plans an action `after` milliseconds from now. */
static void schedule(struct rig_sim *sim, int64_t after, struct sim_action action) {
    action.when = sim->now + after;
    if (sim->action_next > 0) {
        memmove(sim->actions, sim->actions + sim->action_next,
                (sim->action_count - sim->action_next) * sizeof sim->actions[0]);
        sim->action_count -= sim->action_next;
        sim->action_next = 0;
    }
    sim->actions =
        mem_grow(sim->actions, sim->action_count, &sim->action_room, sizeof *sim->actions);
    size_t place = sim->action_count++;
    for (; place > 0 && sim->actions[place - 1].when > action.when; place--)
        sim->actions[place] = sim->actions[place - 1];
    sim->actions[place] = action;
}

/* ---- actions ---- */

/* A person takes rings from towers whatever the arm is doing, but not from the gripper. */
static void take(struct rig_sim *sim, int tower, int depth) {
    int place = sim->count[tower] - 1 - depth;
    if (place < 0)
        return;
    int8_t ring = sim->stack[tower][place];
    sim->count[tower]--;
    memmove(&sim->stack[tower][place], &sim->stack[tower][place + 1], (size_t)depth);
    sim->askew[ring] = false;
    sim->hand[sim->hand_count++] = ring;
}

static void put(struct rig_sim *sim, int tower, int which) {
    if (which >= sim->hand_count)
        return;
    int8_t ring = sim->hand[which];
    sim->hand_count--;
    memmove(&sim->hand[which], &sim->hand[which + 1], (size_t)(sim->hand_count - which));
    sim->stack[tower][sim->count[tower]++] = ring;
}

static void put_away(struct rig_sim *sim) {
    while (sim->hand_count > 0)
        sim->lost[sim->hand[--sim->hand_count]] = true;
}

static void perform(struct rig_sim *sim, const struct sim_action *action) {
    switch (action->kind) {
    case SIM_TAKE:
        take(sim, action->tower, action->depth);
        break;
    case SIM_PUT:
        put(sim, action->tower, action->depth);
        break;
    case SIM_PUT_AWAY:
        put_away(sim);
        break;
    case SIM_ADD:
        sim->foreign[action->tower] += action->grams;
        break;
    case SIM_LEAN:
        sim->lean[action->tower] += action->grams;
        break;
    case SIM_START:
        sim_push_input(sim, RIG_INPUT_START, RIG_X, 0);
        break;
    case SIM_EXIT:
        sim_push_input(sim, RIG_INPUT_EXIT, RIG_X, 0);
        break;
    case SIM_LEAVE:
        sim->lean[action->tower] = 0;
        break;
    }
}

void sim_people(struct rig_sim *sim) {
    while (sim->action_next < sim->action_count &&
           sim->actions[sim->action_next].when <= sim->now) {
        struct sim_action action = sim->actions[sim->action_next++];
        perform(sim, &action);
    }
}

/* ---- people who are faults ---- */

static int64_t a_moment(struct rig_sim *sim) {
    return sim_between(sim, QUICKEST, SLOWEST);
}

static int fullest(const struct rig_sim *sim) {
    int best = 0;
    for (int t = 1; t < RIG_TOWERS; t++)
        best = sim->count[t] > sim->count[best] ? t : best;
    return best;
}

/* A random tower if it has rings, else the fullest. */
static int some_tower(struct rig_sim *sim) {
    int tower = sim_between(sim, 0, RIG_TOWERS - 1);
    return sim->count[tower] > 0 ? tower : fullest(sim);
}

static void invert(struct rig_sim *sim, int64_t after) {
    int tower = fullest(sim);
    int rings = sim->count[tower];
    for (int i = 0; i < rings; i++, after += a_moment(sim))
        schedule(sim, after, (struct sim_action){.kind = SIM_TAKE, .tower = tower});
    for (int i = 0; i < rings; i++, after += a_moment(sim))
        schedule(sim, after, (struct sim_action){.kind = SIM_PUT, .tower = tower});
}

/* Exchanges the top rings of two towers, or moves one if only one tower has rings. */
static void swap(struct rig_sim *sim, int64_t after) {
    int one = some_tower(sim);
    int other = (one + sim_between(sim, 1, RIG_TOWERS - 1)) % RIG_TOWERS;
    schedule(sim, after, (struct sim_action){.kind = SIM_TAKE, .tower = one});
    after += a_moment(sim);
    if (sim->count[other] == 0) {
        schedule(sim, after, (struct sim_action){.kind = SIM_PUT, .tower = other});
        return;
    }
    schedule(sim, after, (struct sim_action){.kind = SIM_TAKE, .tower = other});
    after += a_moment(sim);
    schedule(sim, after, (struct sim_action){.kind = SIM_PUT, .tower = other});
    after += a_moment(sim);
    schedule(sim, after, (struct sim_action){.kind = SIM_PUT, .tower = one});
}

static void lean(struct rig_sim *sim, int64_t after) {
    int tower = sim_between(sim, 0, RIG_TOWERS - 1);
    double grams = sim_uniform(sim, 50, 1500);
    schedule(sim, after, (struct sim_action){.kind = SIM_LEAN, .tower = tower, .grams = grams});
    after += sim_between(sim, 1000, 6000);
    schedule(sim, after, (struct sim_action){.kind = SIM_LEAVE, .tower = tower});
}

static void remove_ring(struct rig_sim *sim, int64_t after) {
    schedule(sim, after, (struct sim_action){.kind = SIM_TAKE, .tower = some_tower(sim)});
    schedule(sim, after + a_moment(sim), (struct sim_action){.kind = SIM_PUT_AWAY});
}

static void add_thing(struct rig_sim *sim, int64_t after) {
    schedule(sim, after,
             (struct sim_action){.kind = SIM_ADD,
                                 .tower = sim_between(sim, 0, RIG_TOWERS - 1),
                                 .grams = sim_uniform(sim, 20, 400)});
}

static void press_buttons(struct rig_sim *sim, enum rig_fault fault) {
    if (fault == RIG_FAULT_EXIT)
        sim_push_input(sim, RIG_INPUT_EXIT, RIG_X, 0);
    for (int i = 0; fault == RIG_FAULT_START && i < 2; i++)
        sim_push_input(sim, RIG_INPUT_START, RIG_X, 0);
    if (fault == RIG_FAULT_KNOB)
        sim_push_input(sim, RIG_INPUT_KNOB, (enum rig_axis)sim_between(sim, 0, 1),
                       sim_between(sim, -5, 5));
}

void sim_person(struct rig_sim *sim, enum rig_fault fault) {
    int64_t after = sim_between(sim, 0, 800);
    if (fault == RIG_FAULT_ADDS)
        add_thing(sim, after);
    else if (fault == RIG_FAULT_REMOVES)
        remove_ring(sim, after);
    else if (fault == RIG_FAULT_SWAPS)
        swap(sim, after);
    else if (fault == RIG_FAULT_INVERTS)
        invert(sim, after);
    else if (fault == RIG_FAULT_LEANS)
        lean(sim, after);
    else
        press_buttons(sim, fault);
}

/* ---- a participant and a helper ---- */

void rig_sim_play(struct rig_sim *sim, int from, int to, int depth, int32_t wait_ms) {
    if (sim->play_end < sim->now)
        sim->play_end = sim->now;
    int64_t after = sim->play_end - sim->now + wait_ms;
    schedule(sim, after, (struct sim_action){.kind = SIM_TAKE, .tower = from, .depth = depth});
    after += sim_between(sim, 700, 1500);
    schedule(sim, after, (struct sim_action){.kind = SIM_PUT, .tower = to});
    sim->play_end = sim->now + after;
}

void rig_sim_exit_at(struct rig_sim *sim, int64_t ms) {
    int64_t after = ms > sim->now ? ms - sim->now : 0;
    schedule(sim, after, (struct sim_action){.kind = SIM_EXIT});
}

void rig_sim_helper(struct rig_sim *sim, bool helps) {
    sim->helps = helps;
    sim->helped = 0;
}

/* The first time the helper takes all rings off; later they put them all on each tower in turn. */
void rig_sim_asked(struct rig_sim *sim) {
    int64_t after = 500;
    if (!sim->helps || sim->helped > RIG_TOWERS)
        return;
    for (int t = 0; t < RIG_TOWERS; t++)
        for (int i = 0; i < sim->count[t]; i++, after += a_moment(sim))
            schedule(sim, after, (struct sim_action){.kind = SIM_TAKE, .tower = t});
    for (int i = 0; i < sim->rings && sim->helped > 0; i++, after += a_moment(sim))
        schedule(sim, after, (struct sim_action){.kind = SIM_PUT, .tower = sim->helped - 1});
    schedule(sim, after + 500, (struct sim_action){.kind = SIM_START});
    sim->helped++;
}
