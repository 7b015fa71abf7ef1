#include "literals.h"

void literal_copy(char *to, const char *from, size_t size) {
    while (size--) *to++ = literal_at(from++);
}

size_t literal_strlen(const char *text) {
    size_t length = 0;
    while (literal_at(text + length)) length++;
    return length;
}

static int compare(const char *one, const char *other, size_t size, bool ends) {
    for (; size--; one++, other++) {
        unsigned char left = (unsigned char)literal_at(one), right = (unsigned char)literal_at(other);
        if (left != right) return left - right;
        if (ends && !left) break;
    }
    return 0;
}

int literal_strncmp(const char *one, const char *other, size_t size) { return compare(one, other, size, true); }

int literal_memcmp(const char *one, const char *other, size_t size) { return compare(one, other, size, false); }

char *literal_strchr(const char *text, char character) {
    for (;; text++) {
        char found = literal_at(text);
        if (found == character) return (char *)text;
        if (!found) return NULL;
    }
}

/* The length of what begins the text and is in the set, or is not. */
static size_t span(const char *text, const char *set, bool in_set) {
    size_t length = 0;
    for (char found; (found = literal_at(text + length)) && (literal_strchr(set, found) != NULL) == in_set;) length++;
    return length;
}

size_t literal_strspn(const char *text, const char *set) { return span(text, set, true); }

size_t literal_strcspn(const char *text, const char *set) { return span(text, set, false); }

char *literal_strpbrk(const char *text, const char *set) {
    text += literal_strcspn(text, set);
    return literal_at(text) ? (char *)text : NULL;
}
