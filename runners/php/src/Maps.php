<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * What stands for a map in a natural tree: an array, as most people have it, or a stdClass object.
 */
enum Maps
{
    case Arrays;
    case Objects;
}
