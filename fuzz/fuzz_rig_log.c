/* Any bytes as the log of a run: refused with a place, or played until it ends or diverges. Any
 * text as settings: refused, or written and read again without a change. */
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rig/device/call.h"
#include "rig/executor/config.h"
#include "rig/report/replay.h"
#include "rig/sim/sim.h"

enum { ROUNDS = 60 };

/* Faults of the simulator are named on the command line: a word, and perhaps a step. */
static void check_fault(const struct source *source) {
    enum rig_fault fault;
    long step;
    if (rig_fault_parse(source->data, &fault, &step))
        fuzz_check(rig_fault_word(fault) && strncmp(source->data, rig_fault_word(fault),
                                                    strlen(rig_fault_word(fault))) == 0,
                   "taken for another fault");
}

static void check_settings(const struct source *source) {
    struct rig_config config, again;
    struct buf first = {0}, second = {0};
    rig_config_init(&config);
    rig_config_init(&again);
    if (rig_settings_read(source->data, &config)) {
        rig_settings_write(&config, &first);
        fuzz_check(rig_settings_read(first.text, &again), "not read again: %s", first.text);
        rig_settings_write(&again, &second);
        fuzz_check(strcmp(first.text, second.text) == 0, "changed: %s %s", first.text, second.text);
    }
    buf_free(&first);
    buf_free(&second);
}

/* Makes the calls that a run might make, in an order that the log itself decides. */
static void play(struct rig_replay *replay) {
    static const char *const texts[] = {"describe",  "weigh",       "poll", "axis x",
                                        "axis y",    "home y 5000", "stop", "tare 1",
                                        "grip open", "move x 1 2"};
    struct rig_device *device = rig_replay_device(replay);
    int64_t before = INT64_MIN;
    for (int i = 0; i < ROUNDS; i++) {
        struct rig_call call;
        union rig_response response;
        memset(&response, 0, sizeof response);
        rig_call_read(texts[i % 10], &call);
        enum rig_status status = rig_call_make(device, &call, &response);
        fuzz_check((status == RIG_DIVERGED) == rig_replay_diverged(replay, NULL), "status %d",
                   status);
        int64_t now = device->clock(device->self);
        fuzz_check(now >= before, "the clock goes back");
        before = now;
        device->sleep(device->self, 20);
    }
    qd_error error = {0};
    if (rig_replay_diverged(replay, &error))
        fuzz_check(error.line >= 3 && error.message[0], "no place");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct source source = fuzz_source(data, size);
    check_settings(&source);
    check_fault(&source);
    fuzz_source_free(&source);
    int file = memfd_create("log", MFD_CLOEXEC);
    char path[64];
    qd_error error = {0};
    fuzz_check(file >= 0 && write(file, data, size) == (ssize_t)size, "no memory for a file");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    struct rig_replay *replay = rig_replay_open(path, &error);
    struct rig_description description;
    if (replay) {
        rig_replay_description(replay, &description);
        play(replay);
    } else {
        fuzz_check_error(&error);
    }
    rig_replay_free(replay);
    close(file);
    return 0;
}

bool fuzz_seed(size_t index, struct buf *out) {
    static const char *const seeds[] = {
        "mode=solve rings=30,60,110 start=0 goal=2 zero=0,-1.5,0 gain=1,1.02,0.98 idle=5 ask=7 "
        "limit=9",
        "quandary rig log 1\n"
        "config mode=reset rings=30,60,110 start=0 goal=2 zero=0,0,0 gain=1,1,1 idle=120000 "
        "ask=120000 limit=14400\n"
        "describe = ok 0 500000 200000 0 250000 150000 100000 250000 400000 180000 20000 15000 "
        "2000000 300 20 1 0\n"
        "name = a rig\nclock = 5\nsleep 20\nweigh = ok 1 2 3\nclock = 25\nsleep 20\n"
        "poll = ok knob x 3\nclock = 45\nsleep 20\naxis x = ok still 1 5 0\nclock = 65\nsleep 20\n"
        "axis y = bus\nclock = 85\nsleep 20\nhome y 5000 = refused\nclock = 105\nsleep 20\n"
        "stop = gone\n",
        "stall", "late-drop@12"};
    if (index >= sizeof seeds / sizeof *seeds)
        return false;
    buf_add(out, seeds[index]);
    return true;
}
