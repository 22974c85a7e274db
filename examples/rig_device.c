/* A device for `quandary rig --device`: speaks the line protocol (docs/rig.md) over a
 * pseudo-terminal, whose name it prints. The machine itself is in rig_ideal.c.
 *   rig_device [GRAMS...]      the rings on tower 2 from the bottom; 110 60 30 by default */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rig_ideal.h"

/* Everything that the protocol requires a device to remember. */
struct memory {
    unsigned session, before, last; /* this session, the one before, the last request's number */
    bool greeted;
    char said[256]; /* the answer to the last request */
};

/* Executes a request and writes the body of the answer. */
static void execute(struct machine *machine, const char *body, char *out) {
    long target, limit;
    char axis;
    int cell;
    strcpy(out, "ok");
    if (sscanf(body, "home %c %ld", &axis, &limit) == 2)
        strcpy(out, machine_start(machine, axis == 'y', 0, limit, true));
    else if (sscanf(body, "move %c %ld %ld", &axis, &target, &limit) == 3)
        strcpy(out, machine_start(machine, axis == 'y', target, limit, false));
    else if (sscanf(body, "axis %c", &axis) == 1)
        machine_tell_axis(machine, axis == 'y', out);
    else if (sscanf(body, "tare %d", &cell) == 1 && cell >= 0 && cell < TOWERS)
        machine_tare(machine, cell);
    else if (strcmp(body, "grip open") == 0 || strcmp(body, "grip close") == 0)
        machine_grip(machine, body[5] == 'c');
    else if (strcmp(body, "stop") == 0)
        machine_stop(machine);
    else if (strcmp(body, "weigh") == 0)
        machine_tell_weights(machine, out);
    else if (strcmp(body, "poll") == 0)
        strcpy(out, "ok none"); /* no buttons here */
    else if (strcmp(body, "describe") == 0)
        sprintf(out, "ok %s", machine_description());
    else
        strcpy(out, "fail unknown");
}

static unsigned checksum(const char *text, size_t size) {
    unsigned sum = 0xFFFF;
    for (size_t i = 0; i < 8 * size; i++) {
        unsigned bit = (unsigned char)text[i / 8] >> (7 - i % 8);
        sum = (sum << 1 ^ ((sum >> 15 ^ bit) & 1 ? 0x1021 : 0)) & 0xFFFF;
    }
    return sum;
}

/* Answers a valid line. A repeated request is answered from memory and not executed again. */
static void take_line(struct machine *machine, struct memory *memory, char *line, int port) {
    unsigned session, number, sum;
    char body[64], other[64], answer[300], *said = memory->said, *star = strrchr(line, '*');
    if (!star || sscanf(star, "*%4X", &sum) != 1 || sum != checksum(line, (size_t)(star - line)))
        return;
    *star = '\0';
    if (sscanf(line, "$%8X %4X %63[^\n]", &session, &number, body) != 3)
        return;
    if (number == 0) { /* hello */
        if (!memory->greeted || memory->session != session)
            *memory = (struct memory){session, memory->session, 0, true, ""};
        sprintf(said = other, "ok 1 %08X example rig", memory->before);
    } else if (!memory->greeted || session != memory->session) {
        said = strcpy(other, "fail greet");
    } else if (number < memory->last) {
        return; /* an old frame that was delayed somewhere */
    } else if (number > memory->last) {
        memory->last = number;
        execute(machine, body, said);
    }
    int size = sprintf(answer, "%%%08X %04X %s", session, number, said);
    size += sprintf(answer + size, "*%04X\n", checksum(answer, (size_t)size));
    if (write(port, answer, (size_t)size) != size)
        perror("rig_device");
}

int main(int argc, char **argv) {
    struct machine machine = {0};
    struct memory memory = {0};
    int port = posix_openpt(O_RDWR | O_NOCTTY);
    machine_put_rings(&machine, argc - 1, argv + 1);
    if (port < 0 || grantpt(port) != 0 || unlockpt(port) != 0)
        return perror("rig_device"), 1;
    printf("%s\n", ptsname(port));
    fflush(stdout);
    char line[300], byte;
    for (size_t size = 0;;) {
        if (read(port, &byte, 1) != 1) { /* nobody is connected */
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
            continue;
        }
        if (byte == '$' || size + 1 >= sizeof line)
            size = 0; /* a frame begins here, whatever came before */
        line[size++] = byte == '\n' ? '\0' : byte;
        if (byte == '\n')
            take_line(&machine, &memory, line, port), size = 0;
    }
}
