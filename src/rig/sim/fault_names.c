/* The names of the simulator's faults. */
#include <stdlib.h>
#include <string.h>

#include "rig/sim/sim.h"

static const struct {
    const char *word, *help;
} faults[RIG_FAULTS] = {
    [RIG_FAULT_STALL] = {"stall", "a motion stops half-way"},
    [RIG_FAULT_JAM] = {"jam", "an axis stalls again and again"},
    [RIG_FAULT_LOST_STEPS_X] = {"lost-steps-x", "X loses steps, less than from tower to tower"},
    [RIG_FAULT_LOST_STEPS_Y] = {"lost-steps-y", "Y loses steps"},
    [RIG_FAULT_LOST_TOWER] = {"lost-tower", "X loses as many steps as from tower to tower"},
    [RIG_FAULT_NEVER_THERE] = {"never-there", "a motion never arrives"},
    [RIG_FAULT_HOME_NO_STALL] = {"home-no-stall", "a homing never feels the end"},
    [RIG_FAULT_HOME_BROKEN] = {"home-broken", "no homing feels the end any more"},
    [RIG_FAULT_GRIP_MISS] = {"grip-miss", "the gripper misses a ring"},
    [RIG_FAULT_GRIP_WEAK] = {"grip-weak", "the gripper holds nothing any more"},
    [RIG_FAULT_LATE_DROP] = {"late-drop", "a ring falls on the way to its tower"},
    [RIG_FAULT_DROP_BACK] = {"drop-back", "a ring slips back while it is lifted"},
    [RIG_FAULT_STUCK_RELEASE] = {"stuck-release", "the gripper does not let go"},
    [RIG_FAULT_STUCK_FOREVER] = {"stuck-forever", "the gripper never lets go any more"},
    [RIG_FAULT_NEIGHBOUR] = {"neighbour", "a ring lands on the neighbouring tower"},
    [RIG_FAULT_RING_LOST] = {"ring-lost", "a ring falls beside the towers"},
    [RIG_FAULT_ASKEW] = {"askew", "a ring lands askew"},
    [RIG_FAULT_NOISE] = {"noise", "a cell becomes noisy"},
    [RIG_FAULT_BIAS] = {"bias", "a cell's zero jumps"},
    [RIG_FAULT_DRIFT] = {"drift", "a cell's zero drifts"},
    [RIG_FAULT_GAIN] = {"gain", "a cell's gain changes"},
    [RIG_FAULT_CELL_STUCK] = {"cell-stuck", "a cell stays at what it reads"},
    [RIG_FAULT_SATURATED] = {"saturated", "a cell is at its limit"},
    [RIG_FAULT_CELL_DEAD] = {"cell-dead", "a cell reads 0"},
    [RIG_FAULT_SWAPPED] = {"swapped", "two cells answer for each other"},
    [RIG_FAULT_WRONG_TARE] = {"wrong-tare", "a cell is tared with its load on it"},
    [RIG_FAULT_ADDS] = {"adds", "someone puts a thing that is no ring on a tower"},
    [RIG_FAULT_REMOVES] = {"removes", "someone takes a ring away"},
    [RIG_FAULT_SWAPS] = {"swaps", "someone exchanges two rings, or moves one"},
    [RIG_FAULT_INVERTS] = {"inverts", "someone turns a stack over"},
    [RIG_FAULT_LEANS] = {"leans", "someone leans on a tower"},
    [RIG_FAULT_EXIT] = {"exit", "someone presses exit"},
    [RIG_FAULT_START] = {"start", "someone presses start twice"},
    [RIG_FAULT_KNOB] = {"knob", "someone turns a hand encoder"},
    [RIG_FAULT_BUS] = {"bus", "some calls are not answered"},
    [RIG_FAULT_BUS_STORM] = {"bus-storm", "a quarter of all calls is not answered"},
    [RIG_FAULT_BUS_DEAD] = {"bus-dead", "no call is answered any more"},
    [RIG_FAULT_FROZEN] = {"frozen", "samples are repeated for two seconds"},
    [RIG_FAULT_MISALIGNED] = {"misaligned", "some samples are those of other cells"},
    [RIG_FAULT_POWER] = {"power", "the machine loses power and comes back"},
};

const char *rig_fault_word(enum rig_fault fault) {
    return faults[fault].word;
}

const char *rig_fault_help(enum rig_fault fault) {
    return faults[fault].help;
}

static bool parse_step(const char *text, long *step) {
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    *step = strtol(text, &end, 10);
    return *end == '\0' && *step >= 1 && *step <= 1000000;
}

bool rig_fault_parse(const char *text, enum rig_fault *fault, long *step) {
    size_t length = strcspn(text, "@");
    *step = 1;
    if (text[length] == '@' && !parse_step(text + length + 1, step))
        return false;
    for (int i = 0; i < RIG_FAULTS; i++) {
        if (strlen(faults[i].word) == length && memcmp(faults[i].word, text, length) == 0) {
            *fault = (enum rig_fault)i;
            return true;
        }
    }
    return false;
}
