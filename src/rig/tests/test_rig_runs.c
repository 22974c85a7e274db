/* Runs with every fault alone and in pairs, judged by the simulator: each ends with the goal truly
 * reached or in a safe stop whose report is true. QUANDARY_SLOW_TESTS makes it more than 10,000
 * runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>

#include "base/random.h"
#include "rig/sim/sim.h"
#include "rig/tests/rig_judge.h"
#include "tests/support/slow.h"

enum { LAST_STEP = 100 }; /* about as many steps as a run of seven moves has */

struct ring_set {
    int rings;
    double grams[RIG_RINGS];
};

static const struct ring_set usual = {3, {30, 60, 110}};
static const struct ring_set others[] = {
    {1, {50}},
    {2, {20, 45}},
    {4, {30, 60, 110, 220}},
    {5, {20, 40, 80, 160, 320}},
    {8, {10, 20, 40, 80, 160, 320, 640, 1280}},
};

struct plan {
    uint64_t seed;
    const struct ring_set *set;
    bool scattered; /* the rings lie anyhow, one on another in any order */
    int faults;
    enum rig_fault fault[3];
    long step[3];
};

struct tally {
    long runs, done;
    long reason[RIG_REASON_FILE + 1];
};

static void scatter(struct rig_sim *sim, int rings, struct random *random) {
    struct rig_board board = {.held = RIG_NO_RING};
    int8_t order[RIG_RINGS];
    for (int i = 0; i < rings; i++) {
        int j = (int)random_below(random, (uint64_t)i + 1);
        order[i] = order[j];
        order[j] = (int8_t)i;
    }
    for (int i = 0; i < rings; i++) {
        int t = (int)random_below(random, RIG_TOWERS);
        board.ring[t][board.count[t]++] = order[i];
    }
    rig_sim_set_board(sim, &board);
}

static void describe(const struct plan *plan, char *text, size_t size) {
    int used = snprintf(text, size, "seed %llu, %d rings", (unsigned long long)plan->seed,
                        plan->set->rings);
    for (int i = 0; i < plan->faults; i++)
        used += snprintf(text + used, size - (size_t)used, ", %s@%ld",
                         rig_fault_word(plan->fault[i]), plan->step[i]);
}

/* What a run believes while it goes on. */
struct beliefs {
    const struct rig_config *config;
    const struct rig_sim *sim;
    bool deceived; /* faults of cells and of people: then it may believe what is not true, for a
                      while */
    bool axes_in_order;
    long checked;
    char wrong[512]; /* the first thing that was */
};

static void hear(void *context, const struct rig_event *event) {
    struct beliefs *beliefs = context;
    char text[512];
    if (beliefs->wrong[0] != '\0')
        return;
    judge_belief(beliefs->config, beliefs->sim, event, beliefs->axes_in_order, &beliefs->checked,
                 text, sizeof text);
    strcpy(beliefs->wrong, text);
}

static bool deceives(enum rig_fault fault) {
    return (fault >= RIG_FAULT_NOISE && fault <= RIG_FAULT_LEANS) ||
           fault == RIG_FAULT_MISALIGNED || fault == RIG_FAULT_LOST_STEPS_X ||
           fault == RIG_FAULT_LOST_TOWER;
}

/* Runs it, and fails the test if the judge finds anything. Returns how often its beliefs were
 * checked.
 */
static long run(const struct plan *plan, struct tally *tally) {
    struct random random;
    struct rig_config config;
    struct rig_result result;
    char verdict[2048];
    char what[256];
    random_seed(&random, plan->seed);
    rig_config_init(&config);
    config.rings = plan->set->rings;
    memcpy(config.weight, plan->set->grams, sizeof config.weight);
    config.mode = random_below(&random, 2) == 0 ? RIG_SOLVE : RIG_RESET;
    int tower = config.mode == RIG_SOLVE ? config.goal : config.start;
    /* Seven moves away, mostly; sometimes there already. */
    int from = (tower + (int)random_below(&random, 8)) % RIG_TOWERS;
    struct rig_sim *sim = rig_sim_new(plan->seed, config.rings, config.weight, from);
    if (plan->scattered)
        scatter(sim, config.rings, &random);
    struct beliefs beliefs = {.config = &config, .sim = sim, .axes_in_order = plan->faults == 0};
    for (int i = 0; i < plan->faults; i++) {
        rig_sim_fault(sim, plan->fault[i], plan->step[i]);
        beliefs.deceived |= deceives(plan->fault[i]);
    }
    rig_run(&config, rig_sim_device(sim), beliefs.deceived ? NULL : hear, &beliefs, NULL, &result);
    judge_run(&config, sim, &result, tower, verdict, sizeof verdict);
    describe(plan, what, sizeof what);
    if (verdict[0] != '\0')
        fail_msg("%s: %s", what, verdict);
    if (beliefs.wrong[0] != '\0')
        fail_msg("%s: %s", what, beliefs.wrong);
    if (result.ms > 4 * 3600 * 1000)
        fail_msg("%s: it took %lld s", what, (long long)result.ms / 1000);
    if (plan->faults == 0 && result.end != RIG_DONE)
        fail_msg("%s: %s", what, result.known);
    bool happened = plan->faults == 0 || rig_sim_happened(sim, plan->fault[0]);
    if (happened && tally) {
        tally->runs++;
        tally->done += result.end == RIG_DONE;
        tally->reason[result.reason] += result.end != RIG_DONE;
    }
    rig_result_free(&result);
    rig_sim_free(sim);
    return beliefs.checked;
}

static long some_step(struct random *random) {
    return 1 + (long)random_below(random, LAST_STEP);
}

static void print_tally(const struct tally tally[RIG_FAULTS]) {
    print_message("%-14s %6s %6s %6s  reasons of the safe stops\n", "fault", "runs", "done",
                  "stop");
    for (int fault = 0; fault < RIG_FAULTS; fault++) {
        const struct tally *of = &tally[fault];
        char reasons[256] = "";
        int used = 0;
        for (int reason = 0; reason <= RIG_REASON_FILE; reason++)
            if (of->reason[reason] > 0)
                used += snprintf(reasons + used, sizeof reasons - (size_t)used, " %s %ld",
                                 rig_reason_word((enum rig_reason)reason), of->reason[reason]);
        print_message("%-14s %6ld %6ld %6ld %s\n", rig_fault_word((enum rig_fault)fault), of->runs,
                      of->done, of->runs - of->done, reasons);
    }
}

static void without_faults_every_run_is_done(void **state) {
    (void)state;
    long checked = 0;
    for (int i = 0; i < (slow_tests() ? 100 : 10); i++)
        checked +=
            run(&(struct plan){.seed = 1000 + (uint64_t)i, .set = &usual, .scattered = i % 2 == 1},
                NULL);
    for (size_t set = 0; set < sizeof others / sizeof others[0]; set++)
        for (int i = 0; i < (slow_tests() ? 20 : 2); i++)
            checked += run(&(struct plan){.seed = 1 + (uint64_t)i,
                                          .set = &others[set],
                                          .scattered = i % 2 == 1},
                           NULL);
    print_message("%ld beliefs compared with the truth\n", checked);
    assert_true(checked > 1000);
}

static void every_fault_alone(void **state) {
    (void)state;
    struct tally tally[RIG_FAULTS] = {{0}};
    struct random random;
    long checked = 0;
    random_seed(&random, 1);
    for (int i = 0; i < RIG_FAULTS * (slow_tests() ? 60 : 8); i++) {
        enum rig_fault fault = (enum rig_fault)(i % RIG_FAULTS);
        struct plan plan = {.seed = 20000 + (uint64_t)i,
                            .set = &usual,
                            .scattered = i / RIG_FAULTS % 4 == 3,
                            .faults = 1,
                            .fault = {fault},
                            .step = {some_step(&random)}};
        checked += run(&plan, &tally[fault]);
    }
    print_tally(tally);
    print_message("%ld beliefs compared with the truth\n", checked);
    assert_true(checked > 1000);
}

/* The second fault happens anywhere, or right after the first. */
static void every_pair_of_faults(void **state) {
    (void)state;
    struct tally tally[RIG_FAULTS] = {{0}};
    struct random random;
    uint64_t seed = 100000;
    random_seed(&random, 2);
    for (int round = 0; round < (slow_tests() ? 10 : 1); round++) {
        for (int one = 0; one < RIG_FAULTS; one++) {
            for (int other = 0; other <= one; other++) {
                long first = some_step(&random);
                long second = random_below(&random, 2) == 0
                                  ? some_step(&random)
                                  : first + (long)random_below(&random, 6);
                struct plan plan = {.seed = seed++,
                                    .set = &usual,
                                    .scattered = seed % 4 == 0,
                                    .faults = 2,
                                    .fault = {(enum rig_fault)one, (enum rig_fault)other},
                                    .step = {first, second}};
                run(&plan, &tally[one]);
            }
        }
    }
    print_tally(tally);
}

static void faults_with_other_rings(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 3);
    for (int i = 0; i < RIG_FAULTS * (slow_tests() ? 10 : 2); i++) {
        struct plan plan = {.seed = 200000 + (uint64_t)i,
                            .set = &others[(size_t)i % 4],
                            .scattered = i % 3 == 0,
                            .faults = 1,
                            .fault = {(enum rig_fault)(i % RIG_FAULTS)},
                            .step = {some_step(&random)}};
        run(&plan, NULL);
    }
}

static void three_faults_at_once(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 4);
    for (int i = 0; i < (slow_tests() ? 4000 : 120); i++) {
        struct plan plan = {.seed = 300000 + (uint64_t)i, .set = &usual, .faults = 3};
        for (int k = 0; k < 3; k++) {
            plan.fault[k] = (enum rig_fault)random_below(&random, RIG_FAULTS);
            plan.step[k] = some_step(&random);
        }
        run(&plan, NULL);
    }
}

/* Found by larger sets of runs. */
static void faults_that_once_broke_it(void **state) {
    (void)state;
    static const struct plan plans[] = {
        {.seed = 32763,
         .set = &usual,
         .faults = 2,
         .fault = {RIG_FAULT_LOST_STEPS_X, RIG_FAULT_BIAS},
         .step = {35, 35}},
        {.seed = 35217,
         .set = &usual,
         .faults = 2,
         .fault = {RIG_FAULT_ASKEW, RIG_FAULT_NEVER_THERE},
         .step = {32, 35}},
        {.seed = 4374,
         .set = &usual,
         .faults = 2,
         .fault = {RIG_FAULT_STUCK_FOREVER, RIG_FAULT_DRIFT},
         .step = {93, 95}},
    };
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        for (uint64_t more = 0; more < (slow_tests() ? 500 : 10); more++) {
            struct plan plan = plans[i];
            plan.seed += more;
            run(&plan, NULL);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_faults_every_run_is_done),
        cmocka_unit_test(every_fault_alone),
        cmocka_unit_test(every_pair_of_faults),
        cmocka_unit_test(faults_with_other_rings),
        cmocka_unit_test(three_faults_at_once),
        cmocka_unit_test(faults_that_once_broke_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
