#include "puzzle.h"

void finding_free(struct finding *finding) {
    buf_free(&finding->text);
    json_decref(finding->fields);
    finding->fields = NULL;
}

void hint_free(struct hint *hint) {
    record_free(&hint->moves);
    buf_free(&hint->text);
    buf_free(&hint->brief);
    json_decref(hint->fields);
    hint->fields = NULL;
}

void fields_set(json_t **fields, const char *name, json_t *value) {
    if (!*fields)
        *fields = json_object();
    json_object_set_new(*fields, name, value);
}
