#pragma once

/* Where the pointer to a codec's row lies: in one section for all, which the linker puts symbols around. */
#define CODEC_SECTION(number) "codecs"

/* Where a function lies that gives an operation of a row. Nothing refers to it, so that no program has it that is not
   linked to weigh that operation. */
#define OPERATION_SECTION(number, operation) "operations." #number "." #operation
