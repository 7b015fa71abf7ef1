<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * The canonical hash (docs/protocol.md). PHP's integers have 64 bits with a sign, and become floats on overflow.
 */
final class Hash
{
    private const LOW = 0xFFFF_FFFF;
    private const NAN = 0x7FF8_0000_0000_0000;
    // The multiplier 0x9E3779B97F4A7C15 in halves; the upper one less 2^32, so that no product overflows.
    private const UPPER = 0x9E37_79B9 - 0x1_0000_0000;
    private const LOWER = 0x7F4A_7C15;

    /**
     * Hash a value as the protocol writes it: 16 lower-case hexadecimal digits.
     *
     * @param mixed $value a natural tree, or what ValueText::read gives
     *
     * @throws Failed if it holds what is outside the value model
     */
    public static function text(mixed $value): string
    {
        return sprintf('%016x', self::of($value));
    }

    private static function of(mixed $value): int
    {
        return match (true) {
            is_string($value) => self::bytes(Text::isUtf8($value) ? 's' : 'y', $value),
            is_int($value) => self::absorb(ord('i'), $value),
            is_float($value) => self::absorb(
                ord('f'),
                is_nan($value) ? self::NAN : unpack('P', pack('e', $value))[1],
            ),
            is_bool($value) => self::absorb(ord('b'), (int) $value),
            $value === null => self::absorb(ord('n'), 0),
            is_array($value) && array_is_list($value) => self::items($value),
            $value instanceof Bytes => self::bytes('y', $value->data),
            $value instanceof Unsigned => self::absorb(ord('u'), $value->word),
            default => self::map(Text::entries($value)),
        };
    }

    /**
     * @param list<mixed> $items
     */
    private static function items(array $items): int
    {
        $state = ord('a');
        foreach ($items as $item) {
            $state = self::absorb($state, self::of($item));
        }
        return self::absorb($state, count($items));
    }

    /**
     * @param array<mixed> $entries
     */
    private static function map(array $entries): int
    {
        $sum = 0;
        foreach ($entries as $key => $item) {
            $entry = self::absorb(ord('e'), self::bytes('s', Text::key($key)));
            $sum = self::add($sum, self::absorb($entry, self::of($item)));
        }
        return self::absorb(self::absorb(ord('m'), $sum), count($entries));
    }

    private static function bytes(string $tag, string $bytes): int
    {
        $state = self::absorb(ord($tag), strlen($bytes));
        foreach (unpack('P*', $bytes . str_repeat("\0", -strlen($bytes) & 7)) as $word) {
            $state = self::absorb($state, $word);
        }
        return $state;
    }

    private static function absorb(int $state, int $word): int
    {
        $mixed = $state ^ $word;
        $lower = $mixed & self::LOW;
        $upper = ($mixed >> 32) & self::LOW;
        $product = $lower * self::LOWER;
        $carried = ($product >> 32)
            + (($upper * self::LOWER) & self::LOW)
            + (($lower * self::UPPER) & self::LOW);
        $high = $carried & self::LOW;
        return ($high << 32) | (($product & self::LOW) ^ $high);
    }

    private static function add(int $one, int $other): int
    {
        $lower = ($one & self::LOW) + ($other & self::LOW);
        $upper = ($one >> 32) + ($other >> 32) + ($lower >> 32);
        return ($upper << 32) | ($lower & self::LOW);
    }
}
