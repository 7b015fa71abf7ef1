<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * An integer from 2^63 to 2^64-1, which PHP has only as a float.
 */
final class Unsigned
{
    /**
     * @param int $word the number's 64 bits
     */
    private function __construct(public readonly int $word, public readonly float $nearest)
    {
    }

    /**
     * @param string $digits a number above 2^63-1
     *
     * @throws BadRequest if it needs more than 64 bits
     */
    public static function read(string $digits): self
    {
        $tenths = (int) substr($digits, 0, -1);
        // What it has above 2^63, in steps that do not overflow.
        $above = ($tenths - intdiv(PHP_INT_MAX, 10) - 1) * 10 + ((int) $digits[-1] + 2);
        if (!is_int($above)) {
            throw new BadRequest("integer {$digits} needs more than 64 bits");
        }
        return new self($above | PHP_INT_MIN, (float) $digits);
    }
}
