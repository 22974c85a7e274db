#include "rig/device/link.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/source.h"

enum { WRITE_MS = 500 };

struct rig_tty {
    int file;
};

static const struct {
    int64_t bits;
    speed_t code;
} speeds[] = {{9600, B9600},     {19200, B19200},   {38400, B38400},   {57600, B57600},
              {115200, B115200}, {230400, B230400}, {460800, B460800}, {921600, B921600}};

static bool find_speed(int64_t speed, speed_t *code) {
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        if (speeds[i].bits == speed) {
            *code = speeds[i].code;
            return true;
        }
    return false;
}

static bool make_raw(int file, speed_t code) {
    struct termios mode;
    if (tcgetattr(file, &mode) != 0)
        return false;
    cfmakeraw(&mode);
    mode.c_cflag |= CLOCAL | CREAD;
    mode.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
    mode.c_cc[VMIN] = 0;
    mode.c_cc[VTIME] = 0;
    return cfsetispeed(&mode, code) == 0 && cfsetospeed(&mode, code) == 0 &&
           tcsetattr(file, TCSANOW, &mode) == 0 && tcflush(file, TCIOFLUSH) == 0;
}

/* Sets the error and returns false. */
static bool refuse(const char *path, qd_error *error, qd_status status, const char *what,
                   const char *why) {
    error_set(error, status, "%s%s%s", what, *why ? ": " : "", why);
    if (error)
        snprintf(error->file, sizeof error->file, "%s", path);
    return false;
}

/* Prepares an open file. Returns false with an error. */
static bool prepare(int file, const char *path, speed_t code, qd_error *error) {
    if (!isatty(file))
        return refuse(path, error, QD_BAD_INPUT, "this is not a serial port or terminal", "");
    if (flock(file, LOCK_EX | LOCK_NB) != 0)
        return refuse(path, error, QD_FAILURE, "another program is using it", "");
    ioctl(file, TIOCEXCL); /* for programs that do not lock; not every terminal supports it */
    if (!make_raw(file, code))
        return refuse(path, error, QD_FAILURE, "cannot set its mode", strerror(errno));
    return true;
}

struct rig_tty *rig_tty_open(const char *path, int64_t speed, qd_error *error) {
    speed_t code = B115200;
    if (!find_speed(speed, &code)) {
        error_set(error, QD_BAD_INPUT,
                  "the speed %" PRId64 " is not 9600, 19200, 38400, 57600, 115200, 230400, 460800 "
                  "or 921600",
                  speed);
        return NULL;
    }
    int file = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        refuse(path, error, errno == ENOENT || errno == EISDIR ? QD_BAD_INPUT : QD_FAILURE,
               "cannot open it", strerror(errno));
        return NULL;
    }
    if (!prepare(file, path, code, error)) {
        close(file);
        return NULL;
    }
    struct rig_tty *tty = MEM_NEW(struct rig_tty);
    tty->file = file;
    return tty;
}

void rig_tty_close(struct rig_tty *tty) {
    if (!tty)
        return;
    ioctl(tty->file, TIOCNXCL);
    close(tty->file);
    free(tty);
}

static int64_t tty_now(void *context) {
    (void)context;
    return (int64_t)(clock_wall() * 1000);
}

/* Waits for the event. Returns 1 if it occurred, 0 if not in time, -1 if the wire is broken. */
static int wait_for(const struct rig_tty *tty, short event, int64_t ms) {
    struct pollfd poll_file = {.fd = tty->file, .events = event};
    int64_t most = ms < 0 ? 0 : ms > 600000 ? 600000 : ms;
    int ready = poll(&poll_file, 1, (int)most);
    if (ready < 0)
        return errno == EINTR ? 0 : -1;
    if (poll_file.revents & event)
        return 1;
    return poll_file.revents & (POLLHUP | POLLERR | POLLNVAL) ? -1 : 0;
}

static bool tty_write(void *context, const char *bytes, size_t size) {
    const struct rig_tty *tty = context;
    int64_t give_up = tty_now(NULL) + WRITE_MS;
    while (size > 0) {
        ssize_t done = write(tty->file, bytes, size);
        if (done < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        if (done > 0) {
            bytes += done;
            size -= (size_t)done;
            continue;
        }
        int64_t left = give_up - tty_now(NULL);
        if (left <= 0)
            return true; /* lost: the missing answer will tell */
        if (wait_for(tty, POLLOUT, left) < 0)
            return false;
    }
    return true;
}

static int tty_read(void *context, char *bytes, size_t room, int64_t wait_ms) {
    const struct rig_tty *tty = context;
    int ready = wait_for(tty, POLLIN, wait_ms);
    if (ready <= 0)
        return ready;
    ssize_t count = read(tty->file, bytes, room);
    if (count < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : -1;
    return count == 0 ? -1 : (int)count;
}

static void tty_sleep(void *context, int64_t ms) {
    (void)context;
    struct timespec left = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        ;
}

struct rig_wire rig_tty_wire(struct rig_tty *tty) {
    return (struct rig_wire){
        .context = tty, .write = tty_write, .read = tty_read, .now = tty_now, .sleep = tty_sleep};
}
