#pragma once

#include <avr/pgmspace.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The harness's string literals stay in the flash, or they would take half of the RAM: the linker script gives them
   addresses of data that no RAM has. */

extern const char literals_image[];

enum { LITERALS_BEGIN = 0x8000 };

static inline char literal_at(const char *text) {
    uint16_t address = (uint16_t)text;
    if (address < LITERALS_BEGIN) return *text;
    return (char)pgm_read_byte_far(pgm_get_far_address(literals_image) + (address - LITERALS_BEGIN));
}

/* Functions of the C library, for text in either memory. */
void literal_copy(char *to, const char *from, size_t size);
size_t literal_strlen(const char *text);
int literal_strncmp(const char *one, const char *other, size_t size);
int literal_memcmp(const char *one, const char *other, size_t size);
char *literal_strchr(const char *text, char character);
size_t literal_strcspn(const char *text, const char *set);
size_t literal_strspn(const char *text, const char *set);
char *literal_strpbrk(const char *text, const char *set);

#define strlen literal_strlen
#define strcmp(one, other) literal_strncmp(one, other, SIZE_MAX)
#define strncmp literal_strncmp
#define memcmp(one, other, size) literal_memcmp((const char *)(one), (const char *)(other), size)
#define strchr(text, character) literal_strchr(text, (char)(character))
#define strcspn literal_strcspn
#define strspn literal_strspn
#define strpbrk literal_strpbrk

/* The others would not tell the memories apart. */
#pragma GCC poison strcat strcoll strdup strncat strncpy strrchr strsep strstr strtok
