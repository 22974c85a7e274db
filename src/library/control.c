#include "search/control.h"

#include "library/library.h"

qd_control *qd_control_new(const qd_limits *limits) {
    return control_new(limits);
}

void qd_control_free(qd_control *control) {
    control_free(control);
}

void qd_control_stop(qd_control *control) {
    control_stop(control);
}

qd_end qd_control_end(const qd_control *control) {
    return control_end(control);
}

void qd_control_progress(const qd_control *control, qd_progress *progress) {
    control_progress(control, progress);
}

void qd_control_report(qd_control *control, double seconds, qd_progress_report *report,
                       void *context) {
    control_report(control, seconds, report, context);
}
