// The harness, which is C, for adapters in C++.
#pragma once

extern "C" {
#include "allocations.h"
#include "clocks.h"
#include "failure.h"
#include "recording.h"
#include "registry.h"
#include "row.h"
}
