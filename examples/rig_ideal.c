/* An ideal rig: its axes always arrive, its gripper never misses. */
#include "rig_ideal.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* What machine_description says. */
enum { LOW, HIGH, SPEED, TRAVEL = 180000, FLOOR = 20000, RING = 15000, NEAR = 5000 };
static const long axes[2][3] = {{0, 500000, 5000000}, {0, 250000, 5000000}};
static const long tower_x[TOWERS] = {100000, 250000, 400000};

const char *machine_description(void) {
    return "0 500000 5000000 0 250000 5000000 100000 250000 400000 180000 20000 15000 2000000 50 "
           "5 1 0 5";
}

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* The position of an axis: on its way, at its target, or where its time ran out. */
static long place(const struct machine *machine, int axis) {
    long from = machine->axis[axis].from, to = machine->axis[axis].to;
    long time = now() - machine->axis[axis].began, limit = machine->axis[axis].limit;
    long gone = axes[axis][SPEED] / 1000 * (time < limit ? time : limit);
    return gone >= labs(to - from) ? to : to > from ? from + gone : from - gone;
}

static bool moves(const struct machine *machine, int axis) {
    return place(machine, axis) != machine->axis[axis].to &&
           now() - machine->axis[axis].began < machine->axis[axis].limit;
}

/* The safety rules: anything that would damage the machine is refused, whatever the host says. */
const char *machine_start(struct machine *machine, int axis, long target, long limit, bool home) {
    bool homed = machine->axis[axis].homed;
    target = home ? axes[axis][axis == 0 ? LOW : HIGH] : target;
    if (!home && !homed)
        return "fail not homed";
    if (target < axes[axis][LOW] || target > axes[axis][HIGH] || limit < 1 || limit > 600000)
        return "fail out of range";
    if (axis == 0 && (!machine->axis[1].homed || moves(machine, 1) || place(machine, 1) < TRAVEL))
        return "fail the arm is low";
    machine->axis[axis].from = place(machine, axis);
    machine->axis[axis].to = target;
    machine->axis[axis].began = now();
    machine->axis[axis].limit = limit;
    machine->axis[axis].homing = home;
    return "ok";
}

void machine_tell_axis(struct machine *machine, int axis, char *out) {
    bool moving = moves(machine, axis), homing = machine->axis[axis].homing;
    long at = place(machine, axis), to = machine->axis[axis].to;
    if (homing && !moving)
        machine->axis[axis].homed = at == to;
    machine->axis[axis].homing = homing && moving;
    sprintf(out, "ok %s %d %ld 0",
            moving     ? homing ? "homing" : "moving"
            : at == to ? "still"
                       : "late",
            machine->axis[axis].homed, at);
}

void machine_stop(struct machine *machine) {
    for (int axis = 0; axis < 2; axis++) {
        machine->axis[axis].from = machine->axis[axis].to = place(machine, axis);
        machine->axis[axis].homing = false;
    }
}

/* Picks the top ring of the tower below, or releases the ring there. */
void machine_grip(struct machine *machine, bool close) {
    for (int tower = 0; tower < TOWERS; tower++) {
        int *count = &machine->count[tower];
        long top = FLOOR + RING * (*count - 1);
        if (labs(place(machine, 0) - tower_x[tower]) > NEAR)
            continue;
        if (close && !machine->held && *count > 0 && labs(place(machine, 1) - top) <= NEAR)
            machine->held = machine->ring[tower][--*count];
        else if (!close && machine->held && *count < MOST_RINGS)
            machine->ring[tower][(*count)++] = machine->held;
    }
    machine->held = close ? machine->held : 0;
    machine->closed = close;
}

/* A ring in the gripper rests on the tower as soon as it is low enough; a closed gripper without
 * one presses on the top ring, with 20 g per millimetre. */
static long touch(const struct machine *machine, int tower) {
    long below = FLOOR + RING * machine->count[tower] - place(machine, 1);
    if (labs(place(machine, 0) - tower_x[tower]) > NEAR || !machine->closed || below < 0)
        return 0;
    return machine->held ? machine->held : below > RING / 2 ? 20 * (below - RING / 2) : 0;
}

static long load(const struct machine *machine, int tower) {
    long sum = touch(machine, tower);
    for (int i = 0; i < machine->count[tower]; i++)
        sum += machine->ring[tower][i];
    return sum;
}

void machine_tare(struct machine *machine, int tower) {
    machine->tare[tower] = load(machine, tower);
}

void machine_tell_weights(const struct machine *machine, char *out) {
    int size = sprintf(out, "ok");
    for (int i = 0; i < TOWERS; i++)
        size += sprintf(out + size, " %ld", load(machine, i) - machine->tare[i]);
}

void machine_put_rings(struct machine *machine, int count, char **grams) {
    static const long usual[] = {110, 60, 30};
    for (int i = 0; i < (count > 0 ? count : 3) && i < MOST_RINGS; i++)
        machine->ring[2][machine->count[2]++] = 1000 * (count > 0 ? atol(grams[i]) : usual[i]);
}
