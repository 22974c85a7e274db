/* The device over the line protocol, with the simulator behind it: over a clean wire, a bad one,
 * and a real terminal. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/thread.h"
#include "rig/device/serial.h"
#include "rig/sim/sim.h"
#include "rig/tests/rig_noisy.h"
#include "rig/tests/rig_peer.h"

static const double weights[] = {30, 60, 110};

/* ---- a simulator at the other end of a wire in virtual time ---- */

struct remote {
    struct noisy noisy;
    struct rig_sim *sim;
    struct rig_serial *serial;
    struct rig_device *near; /* over the wire */
    struct rig_device *far;  /* the simulator itself */
};

/* The simulator's clock follows the wire's. */
static void carry_out(void *context, const char *body, char answer[RIG_BODY_LIMIT + 1]) {
    struct remote *remote = context;
    struct rig_device *far = remote->far;
    int64_t behind = remote->noisy.now - far->clock(far->self);
    if (behind > 0)
        far->sleep(far->self, (int32_t)behind);
    rig_serve(far, body, answer);
}

static void remote_begin(struct remote *remote, uint64_t seed) {
    *remote = (struct remote){0};
    noisy_init(&remote->noisy, seed);
    remote->noisy.carry_out = carry_out;
    remote->noisy.context = remote;
    remote->sim = rig_sim_new(seed, 3, weights, 0);
    remote->far = rig_sim_device(remote->sim);
    struct rig_wire wire = noisy_wire(&remote->noisy);
    remote->serial = rig_serial_over(&wire, 100);
    remote->near = rig_serial_device(remote->serial);
}

static void remote_end(struct remote *remote) {
    rig_serial_free(remote->serial);
    rig_sim_free(remote->sim);
    noisy_free(&remote->noisy);
}

/* Asks until the axis no longer moves, however bad the wire is. */
static void wait_still(struct rig_device *device, enum rig_axis axis) {
    struct rig_axis_state state = {.motion = RIG_MOVING};
    for (int i = 0; i < 2000; i++) {
        enum rig_status status = device->axis(device->self, axis, &state);
        assert_true(status == RIG_OK || status == RIG_BUS_ERROR);
        if (status == RIG_OK && state.motion == RIG_STILL)
            return;
        device->sleep(device->self, 50);
    }
    fail_msg("it never stands still");
}

/* Makes a call until it is answered. */
#define INSIST(call)                                                                               \
    do {                                                                                           \
        enum rig_status insisted;                                                                  \
        int tries = 0;                                                                             \
        do                                                                                         \
            insisted = (call);                                                                     \
        while (insisted == RIG_BUS_ERROR && ++tries < 100);                                        \
        assert_int_equal(insisted, RIG_OK);                                                        \
    } while (0)

/* Takes the top ring of tower 0 to tower 2. */
static void carry_a_ring(struct rig_device *device) {
    struct rig_description of;
    void *self = device->self;
    INSIST(device->describe(self, &of));
    assert_null(rig_description_fault(&of));
    INSIST(device->home(self, RIG_Y, 60000));
    wait_still(device, RIG_Y);
    INSIST(device->home(self, RIG_X, 60000));
    wait_still(device, RIG_X);
    INSIST(device->grip(self, RIG_OPEN));
    INSIST(device->move(self, RIG_X, of.tower_x[0], 60000));
    wait_still(device, RIG_X);
    INSIST(device->move(self, RIG_Y, of.floor_y + 2 * of.ring_height, 60000));
    wait_still(device, RIG_Y);
    INSIST(device->grip(self, RIG_CLOSED));
    device->sleep(self, of.grip_ms + 10);
    INSIST(device->move(self, RIG_Y, of.high[RIG_Y], 60000));
    wait_still(device, RIG_Y);
    INSIST(device->move(self, RIG_X, of.tower_x[2], 60000));
    wait_still(device, RIG_X);
    INSIST(device->move(self, RIG_Y, of.floor_y, 60000));
    wait_still(device, RIG_Y);
    INSIST(device->grip(self, RIG_OPEN));
    device->sleep(self, of.grip_ms + 10);
    INSIST(device->move(self, RIG_Y, of.high[RIG_Y], 60000));
    wait_still(device, RIG_Y);
}

static void check_carried(const struct rig_sim *sim) {
    struct rig_truth truth;
    rig_sim_truth(sim, &truth);
    assert_string_equal(truth.collision, "");
    assert_int_equal(truth.board.count[0], 2);
    assert_int_equal(truth.board.count[2], 1);
    assert_int_equal(truth.board.ring[2][0], 0);
}

static void a_ring_is_carried_over_the_wire(void **state) {
    (void)state;
    struct remote remote;
    struct rig_sample sample;
    remote_begin(&remote, 1);
    carry_a_ring(remote.near);
    check_carried(remote.sim);
    assert_int_equal(remote.near->weigh(remote.near->self, &sample), RIG_OK);
    assert_true(sample.cell[2] > 20000 && sample.cell[2] < 40000);
    assert_int_equal(remote.near->tare(remote.near->self, 1), RIG_OK);
    assert_int_equal(remote.near->move(remote.near->self, RIG_X, INT32_MAX, 1000), RIG_REFUSED);
    assert_non_null(strstr(rig_serial_error(remote.serial), "refused"));
    assert_int_equal(rig_serial_link(remote.serial)->resent, 0);
    remote_end(&remote);
}

/* The same over bad wires. */
static void a_ring_is_carried_over_a_bad_wire(void **state) {
    (void)state;
    uint64_t resent = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct remote remote;
        remote_begin(&remote, seed);
        for (int kind = 0; kind < NOISE_KINDS; kind++)
            remote.noisy.percent[kind] = seed % 3 * 4 + 3;
        carry_a_ring(remote.near);
        check_carried(remote.sim);
        resent += rig_serial_link(remote.serial)->resent;
        remote_end(&remote);
    }
    print_message("30 runs, %u frames sent again\n", (unsigned)resent);
    assert_true(resent > 0);
}

static void a_silent_device_is_gone_in_the_end(void **state) {
    (void)state;
    struct remote remote;
    struct rig_sample sample;
    remote_begin(&remote, 1);
    assert_int_equal(remote.near->weigh(remote.near->self, &sample), RIG_OK);
    remote.noisy.dead_from = remote.noisy.now;
    int64_t died = remote.noisy.now;
    enum rig_status status;
    while ((status = remote.near->weigh(remote.near->self, &sample)) == RIG_BUS_ERROR)
        assert_true(remote.noisy.now - died < RIG_GONE_MS + RIG_CALL_MS);
    assert_int_equal(status, RIG_GONE);
    /* For good, and without waiting again. */
    remote.noisy.dead_from = INT64_MAX;
    int64_t now = remote.noisy.now;
    assert_int_equal(remote.near->stop(remote.near->self), RIG_GONE);
    remote.near->sleep(remote.near->self, 1000);
    assert_int_equal(remote.noisy.now, now);
    remote_end(&remote);
}

static void a_restart_is_an_input(void **state) {
    (void)state;
    struct remote remote;
    struct rig_input input;
    remote_begin(&remote, 1);
    assert_int_equal(remote.near->poll(remote.near->self, &input), RIG_OK);
    assert_int_equal(input.kind, RIG_INPUT_NONE);
    noisy_restart(&remote.noisy);
    assert_int_equal(remote.near->poll(remote.near->self, &input), RIG_BUS_ERROR);
    assert_int_equal(remote.near->poll(remote.near->self, &input), RIG_OK);
    assert_int_equal(input.kind, RIG_INPUT_RESTART);
    assert_int_equal(remote.near->poll(remote.near->self, &input), RIG_OK);
    assert_int_equal(input.kind, RIG_INPUT_NONE);
    remote_end(&remote);
}

/* ---- over a real terminal ---- */

/* A device on the master's side of a pseudo-terminal, in a thread. */
struct far_end {
    int master;
    char path[64];
    struct rig_sim *sim;
    const char *greeting; /* said instead of the right one; NULL: the right one */
    atomic_bool stop;
    struct thread thread;
    double began;
    int64_t slept;
};

static void far_send(const struct far_end *end, const struct rig_frame *frame) {
    char text[RIG_FRAME_LIMIT + 1];
    size_t size = rig_frame_write(RIG_DEVICE, frame, text);
    assert_int_equal(write(end->master, text, size), (ssize_t)size);
}

static void far_take(struct far_end *end, struct rig_peer *peer, unsigned char byte) {
    struct rig_frame frame;
    char answer[RIG_BODY_LIMIT + 1];
    struct rig_device *device = rig_sim_device(end->sim);
    enum rig_peer_turn turn = rig_peer_take(peer, byte, &frame);
    if (turn == PEER_CARRY_OUT) {
        int64_t now = (int64_t)((clock_wall() - end->began) * 1000);
        device->sleep(device->self, (int32_t)(now - end->slept));
        end->slept = now;
        rig_serve(device, frame.body, answer);
        rig_peer_answer(peer, answer, &frame);
    } else if (turn == PEER_SAY && frame.number == 0 && end->greeting) {
        strcpy(frame.body, end->greeting);
    }
    if (turn != PEER_NOTHING)
        far_send(end, &frame);
}

static void far_live(void *context) {
    struct far_end *end = context;
    struct rig_peer peer = {.scanner.sender = RIG_HOST, .name = "at the far end"};
    while (!atomic_load(&end->stop)) {
        struct pollfd file = {.fd = end->master, .events = POLLIN};
        unsigned char bytes[64];
        ssize_t count = poll(&file, 1, 5) > 0 && file.revents & POLLIN
                            ? read(end->master, bytes, sizeof bytes)
                            : 0;
        for (ssize_t i = 0; i < count; i++)
            far_take(end, &peer, bytes[i]);
        if (file.revents & POLLHUP && count <= 0)
            poll(NULL, 0, 1); /* nobody has opened the other side yet */
    }
}

static void far_begin(struct far_end *end, const char *greeting) {
    *end = (struct far_end){
        .sim = rig_sim_new(1, 3, weights, 0), .greeting = greeting, .began = clock_wall()};
    end->master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(end->master >= 0);
    assert_int_equal(grantpt(end->master), 0);
    assert_int_equal(unlockpt(end->master), 0);
    assert_int_equal(ptsname_r(end->master, end->path, sizeof end->path), 0);
    atomic_init(&end->stop, false);
    assert_true(thread_start(&end->thread, far_live, end));
}

static void far_finish(struct far_end *end) {
    atomic_store(&end->stop, true);
    thread_join(&end->thread);
    close(end->master);
}

static void a_terminal_is_a_wire(void **state) {
    (void)state;
    struct far_end end;
    struct rig_description description;
    struct rig_sample sample;
    qd_error error = {0};
    far_begin(&end, NULL);
    struct rig_serial *serial = rig_serial_open(end.path, 115200, &error);
    if (!serial)
        fail_msg("%s", error.message);
    struct rig_device *device = rig_serial_device(serial);
    assert_int_equal(device->describe(device->self, &description), RIG_OK);
    assert_string_equal(description.name, "at the far end");
    assert_int_equal(device->weigh(device->self, &sample), RIG_OK);
    assert_true(sample.cell[0] > 150000);
    /* Nobody else may use it meanwhile. */
    assert_null(rig_serial_open(end.path, 115200, &error));
    assert_int_equal(error.status, QD_FAILURE);
    assert_int_equal(device->home(device->self, RIG_Y, 60000), RIG_OK);
    double before = clock_wall();
    wait_still(device, RIG_Y);
    assert_true(clock_wall() - before > 0.01);
    /* The other end goes away. */
    far_finish(&end);
    assert_int_equal(device->weigh(device->self, &sample), RIG_GONE);
    rig_serial_free(serial);
    rig_sim_free(end.sim);
}

static void wrong_greetings_are_refused(void **state) {
    (void)state;
    static const char *const greetings[] = {"ok 2 00000000 from the future", "fail version 2"};
    for (size_t i = 0; i < sizeof greetings / sizeof *greetings; i++) {
        struct far_end end;
        qd_error error = {0};
        far_begin(&end, greetings[i]);
        assert_null(rig_serial_open(end.path, 115200, &error));
        assert_non_null(strstr(error.message, "version"));
        assert_string_equal(error.file, end.path);
        far_finish(&end);
        rig_sim_free(end.sim);
    }
}

static void what_is_no_port_is_refused(void **state) {
    (void)state;
    qd_error error = {0};
    assert_null(rig_serial_open("/nowhere/at/all", 115200, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_string_equal(error.file, "/nowhere/at/all");
    assert_null(rig_serial_open("/dev/null", 115200, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_non_null(strstr(error.message, "not a serial port"));
    assert_null(rig_serial_open("/dev/null", 300, &error));
    assert_non_null(strstr(error.message, "speed"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_is_carried_over_the_wire),
        cmocka_unit_test(a_ring_is_carried_over_a_bad_wire),
        cmocka_unit_test(a_silent_device_is_gone_in_the_end),
        cmocka_unit_test(a_restart_is_an_input),
        cmocka_unit_test(a_terminal_is_a_wire),
        cmocka_unit_test(wrong_greetings_are_refused),
        cmocka_unit_test(what_is_no_port_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
