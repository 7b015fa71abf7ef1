/* MPack as it is configured where it is debugged: every container that is opened must be closed, with as many elements
   as it was said to have. https://ludocode.github.io/mpack/group__config.html */
#include "mpack.c"
