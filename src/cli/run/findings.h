/* What check and rate print alike. */
#ifndef CLI_RUN_FINDINGS_H
#define CLI_RUN_FINDINGS_H

#include "cli/run/job.h"

/* Prints a finding; status is the word for JSON. */
void finding_print(const struct job *job, const struct finding *finding, const char *status);

#endif
