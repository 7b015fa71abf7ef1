/* What a sketch's codecs add is not known: Arduino's tools link it once. */

#include "footprint.h"

const struct footprint footprints[] = {{0}};
