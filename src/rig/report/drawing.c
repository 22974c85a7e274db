/* The report as a drawing. */
#include <inttypes.h>
#include <stdio.h>

#include "rig/report/report.h"

/* Colours that people with colour blindness can tell apart (Okabe and Ito). */
#define GOOD   0x009e73ff
#define LOST   0xe69f00ff
#define WRONG  0xd55e00ff
#define IDEAL  0x999999ff
#define INK    0x222222ff
#define FAINT  0xddddddff
#define PAUSE  0x9ecae9ff
#define MOVING 0x0072b2ff

/* The parts of the picture, in its units. */
enum {
    LEFT = 60,
    RIGHT = 20,
    TOP = 76,
    CHART = 220,
    BETWEEN = 64,
    BARS = 120,
    BOTTOM = 44,
    LEAST_WIDTH = 640,
    MOST_WIDTH = 4000,
    STEP = 26
};

struct scale {
    double width;   /* of the whole picture */
    double step;    /* from move to move */
    double highest; /* the most moves needed, and the longest time, that the panels must hold */
    double longest;
};

static double bigger(double a, double b) {
    return a > b ? a : b;
}

static int64_t pause_of(const struct rig_attempt *attempt, size_t index) {
    return attempt->moves[index].lifted.ms - (index > 0 ? attempt->moves[index - 1].placed.ms : 0);
}

static int64_t carry_of(const struct rig_attempt *attempt, size_t index) {
    return attempt->moves[index].placed.ms - attempt->moves[index].lifted.ms;
}

static struct scale scale_of(const struct rig_attempt *attempt) {
    struct scale scale = {.highest = bigger(1, (double)attempt->optimum), .longest = 1000};
    double wanted = LEFT + RIGHT + STEP * bigger((double)attempt->count, (double)attempt->optimum);
    scale.width = wanted < LEAST_WIDTH ? LEAST_WIDTH : wanted > MOST_WIDTH ? MOST_WIDTH : wanted;
    double moves = bigger(1, bigger((double)attempt->count, (double)attempt->optimum));
    scale.step =
        (scale.width - LEFT - RIGHT) / (moves + 0.5); /* with room for half a bar after the last */
    for (size_t i = 0; i < attempt->count; i++) {
        scale.highest = bigger(scale.highest, (double)attempt->moves[i].optimum_after);
        scale.longest =
            bigger(scale.longest, (double)(pause_of(attempt, i) + carry_of(attempt, i)));
    }
    return scale;
}

static double x_of(const struct scale *scale, double moves) {
    return LEFT + scale->step * moves;
}

static double y_of(const struct scale *scale, double needed) {
    return TOP + CHART * (1 - needed / scale->highest);
}

static uint32_t colour_of(const struct rig_attempt_move *move) {
    int64_t lost;
    rig_move_lost(move, &lost);
    return move->rule != RIG_LEGAL ? WRONG : lost > 0 ? LOST : GOOD;
}

static void add_label(struct drawing *drawing, double x, double y, const char *text,
                      enum anchor anchor, bool bold) {
    drawing_text(
        drawing, x, y, text,
        (struct lettering){.size = bold ? 18 : 12, .anchor = anchor, .bold = bold, .colour = INK});
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static void draw_heading(struct drawing *drawing, const struct rig_attempt *attempt) {
    struct rig_report report;
    char text[160], within[32] = "";
    rig_report_sum(attempt, &report);
    int64_t hundredths = (attempt->ended.within + 9) / 10;
    if (hundredths > 0)
        snprintf(within, sizeof within, " +- %.2f", (double)hundredths / 100);
    snprintf(text, sizeof text, "%s %zu move%s, %.2f%s s",
             attempt->solved ? "Solved in" : "Not solved:", attempt->count, plural(attempt->count),
             (double)attempt->ended.ms / 1000, within);
    add_label(drawing, LEFT, 28, text, ANCHOR_START, true);
    snprintf(text, sizeof text,
             "%d ring%s from tower %d to tower %d; %" PRId64 " move%s enough; %" PRId64
             " lost; %d broke a rule",
             attempt->rings, plural((size_t)attempt->rings), attempt->start, attempt->goal,
             attempt->optimum, attempt->optimum == 1 ? " is" : "s are", report.lost,
             attempt->illegal);
    add_label(drawing, LEFT, 48, text, ANCHOR_START, false);
}

/* Lines of a panel at about four heights, with their numbers. */
static void draw_grid(struct drawing *drawing, const struct scale *scale) {
    int64_t unit = 1, highest = (int64_t)scale->highest;
    while (highest / unit > 6)
        unit *= 2;
    for (int64_t needed = 0; needed <= highest; needed += unit) {
        char text[32];
        double y = y_of(scale, (double)needed);
        drawing_line(drawing, LEFT, y, scale->width - RIGHT, y,
                     (struct paint){.stroke = FAINT, .stroke_width = 1});
        snprintf(text, sizeof text, "%" PRId64, needed);
        add_label(drawing, LEFT - 8, y + 4, text, ANCHOR_END, false);
    }
    add_label(drawing, LEFT, TOP - 10, "moves still needed (dashed: the shortest solution)",
              ANCHOR_START, false);
}

static void draw_way(struct drawing *drawing, const struct rig_attempt *attempt,
                     const struct scale *scale) {
    double optimum = (double)attempt->optimum, before = optimum;
    drawing_line(drawing, x_of(scale, 0), y_of(scale, optimum), x_of(scale, optimum),
                 y_of(scale, 0), (struct paint){.stroke = IDEAL, .stroke_width = 1.5, .dash = 5});
    for (size_t i = 0; i < attempt->count; i++) {
        double after = (double)attempt->moves[i].optimum_after;
        if (before >= 0 && after >= 0)
            drawing_line(drawing, x_of(scale, (double)i), y_of(scale, before),
                         x_of(scale, (double)i + 1), y_of(scale, after),
                         (struct paint){.stroke = colour_of(&attempt->moves[i]),
                                        .stroke_width = 2.5,
                                        .round = true});
        before = after;
    }
}

static void draw_dots(struct drawing *drawing, const struct rig_attempt *attempt,
                      const struct scale *scale) {
    for (size_t i = 0; i < attempt->count; i++) {
        const struct rig_attempt_move *move = &attempt->moves[i];
        double x = x_of(scale, (double)i + 1);
        if (move->optimum_after >= 0)
            drawing_circle(drawing, x, y_of(scale, (double)move->optimum_after), 4,
                           (struct paint){.fill = colour_of(move)});
        if (scale->step < 20)
            continue;
        char text[16];
        snprintf(text, sizeof text, "%d>%d", move->from, move->to);
        add_label(drawing, x, TOP + CHART + 20, text, ANCHOR_MIDDLE, false);
    }
}

static void draw_bars(struct drawing *drawing, const struct rig_attempt *attempt,
                      const struct scale *scale) {
    double floor = TOP + CHART + BETWEEN + BARS;
    double width = scale->step > 8 ? scale->step * 0.6 : scale->step;
    char text[96];
    snprintf(text, sizeof text,
             "seconds for each move: the pause (light), the ring in the hand "
             "(dark); the longest is %.1f",
             scale->longest / 1000);
    add_label(drawing, LEFT, floor - BARS - 10, text, ANCHOR_START, false);
    for (size_t i = 0; i < attempt->count; i++) {
        double pause = BARS * (double)pause_of(attempt, i) / scale->longest;
        double carry = BARS * (double)carry_of(attempt, i) / scale->longest;
        double x = x_of(scale, (double)i + 1) - width / 2;
        drawing_rect(drawing, x, floor - pause, width, pause, 0, (struct paint){.fill = PAUSE});
        drawing_rect(drawing, x, floor - pause - carry, width, carry, 0,
                     (struct paint){.fill = MOVING});
    }
    drawing_line(drawing, LEFT, floor, scale->width - RIGHT, floor,
                 (struct paint){.stroke = INK, .stroke_width = 1});
}

static void draw_legend(struct drawing *drawing, double y) {
    static const struct {
        uint32_t colour;
        const char *text;
    } entries[] = {{GOOD, "nearer to the goal"}, {LOST, "a move lost"}, {WRONG, "broke a rule"}};
    double x = LEFT;
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        drawing_circle(drawing, x + 4, y - 4, 4, (struct paint){.fill = entries[i].colour});
        add_label(drawing, x + 14, y, entries[i].text, ANCHOR_START, false);
        x += 40 + drawing_text_width(entries[i].text, 12, false);
    }
}

struct drawing *rig_report_draw(const struct rig_attempt *attempt) {
    struct scale scale = scale_of(attempt);
    double height = TOP + CHART + BETWEEN + BARS + BOTTOM;
    struct drawing *drawing = drawing_new(scale.width, height);
    struct buf text = {0};
    rig_report_text(attempt, &text);
    drawing_title(drawing, "An attempt at the Tower of Hanoi", buf_text(&text));
    buf_free(&text);
    drawing_rect(drawing, 0, 0, scale.width, height, 0, (struct paint){.fill = 0xffffffff});
    draw_heading(drawing, attempt);
    draw_grid(drawing, &scale);
    draw_way(drawing, attempt, &scale);
    draw_dots(drawing, attempt, &scale);
    draw_bars(drawing, attempt, &scale);
    draw_legend(drawing, height - 14);
    return drawing;
}
