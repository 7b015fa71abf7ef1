<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * What PHP's strings, arrays and objects stand for in the value model.
 */
final class Text
{
    /**
     * A PHP string is bytes; those that are UTF-8 are a string of the value model.
     */
    public static function isUtf8(string $bytes): bool
    {
        return preg_match('//u', $bytes) === 1;
    }

    /**
     * @throws BadRequest if it is not base64
     */
    public static function fromBase64(mixed $text): string
    {
        $bytes = is_string($text) ? base64_decode($text, true) : false;
        return $bytes !== false ? $bytes : throw new BadRequest('bytes that are not base64');
    }

    /**
     * The entries of what is a map.
     *
     * @return array<mixed>
     *
     * @throws Failed if it is outside the value model
     */
    public static function entries(mixed $map): array
    {
        return match (true) {
            is_array($map) => $map,
            $map instanceof Map => $map->entries,
            $map instanceof \stdClass => (array) $map,
            default => throw new Failed('decoded to ' . get_debug_type($map) . ', which is outside the value model'),
        };
    }

    /**
     * PHP makes integers of keys that look like them.
     *
     * @throws Failed if it is no text
     */
    public static function key(int|string $key): string
    {
        $text = (string) $key;
        return self::isUtf8($text) ? $text : throw new Failed('decoded to a map key that is not UTF-8');
    }
}
