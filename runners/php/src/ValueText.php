<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * Value text: JSON with rules that keep every value exact (docs/protocol.md, "Value text").
 *
 * json_decode alone would not do: it makes floats of large integers, and takes no object whose key begins with U+0000.
 */
final class ValueText
{
    // A bracket, a string, an integer, a float, or a word.
    private const TOKEN = '~\G[\s,:]*+'
        . '(?:([\[\]{}])|("(?:[^"\\\\]++|\\\\.)*+")|(-?\d++)(?![.eE\d])|(-?\d[\d.eE+-]*+)|(\w++))~';
    private const FLOAT = "\0float";
    private const BYTES = "\0bytes";
    private const DEPTH = 1100;

    private int $at = 0;

    private function __construct(private readonly string $text)
    {
    }

    /**
     * Read value text, with Map, Bytes and Unsigned for what PHP's own types cannot tell.
     *
     * @throws BadRequest if it is not value text
     */
    public static function read(string $text): mixed
    {
        try {
            json_decode($text, true, self::DEPTH, JSON_THROW_ON_ERROR);
        } catch (\JsonException $error) {
            throw new BadRequest("not value text: {$error->getMessage()}");
        }
        return (new self($text))->value($ended);
    }

    /**
     * Write a natural tree; maps and bytes may be as read gives them.
     *
     * @throws Failed if it holds what is outside the value model
     */
    public static function write(mixed $value): string
    {
        if (is_string($value)) {
            return Text::isUtf8($value) ? self::json($value) : self::marked(self::BYTES, base64_encode($value));
        }
        if ($value instanceof Bytes) {
            return self::marked(self::BYTES, base64_encode($value->data));
        }
        if (is_float($value) && !is_finite($value)) {
            return self::marked(self::FLOAT, is_nan($value) ? 'nan' : ($value > 0 ? 'inf' : '-inf'));
        }
        if ($value === null || is_scalar($value)) {
            return self::json($value);
        }
        if (is_array($value) && array_is_list($value)) {
            return '[' . implode(',', array_map(self::write(...), $value)) . ']';
        }
        $entries = [];
        foreach (Text::entries($value) as $key => $item) {
            $entries[] = self::json(Text::key($key)) . ':' . self::write($item);
        }
        return '{' . implode(',', $entries) . '}';
    }

    private static function json(mixed $value): string
    {
        return json_encode(
            $value,
            JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE,
        );
    }

    private static function marked(string $mark, string $text): string
    {
        return '{' . self::json($mark) . ':' . self::json($text) . '}';
    }

    /**
     * @param ?bool $ended set to whether a bracket was read that closes the container
     */
    private function value(?bool &$ended): mixed
    {
        // The text is valid JSON: commas and colons tell nothing more.
        preg_match(self::TOKEN, $this->text, $token, PREG_UNMATCHED_AS_NULL, $this->at);
        $this->at += strlen($token[0]);
        $ended = $token[1] === ']' || $token[1] === '}';
        return match (true) {
            $ended => null,
            $token[1] === '[' => $this->items(),
            $token[1] === '{' => $this->map(),
            $token[2] !== null => json_decode($token[2], false, 1, JSON_THROW_ON_ERROR),
            $token[3] !== null => is_int($integer = 0 + $token[3]) ? $integer : Unsigned::read($token[3]),
            $token[4] !== null => (float) $token[4],
            default => ['true' => true, 'false' => false, 'null' => null][$token[5]],
        };
    }

    /**
     * @return list<mixed>
     */
    private function items(): array
    {
        $items = [];
        while (true) {
            $item = $this->value($ended);
            if ($ended) {
                return $items;
            }
            $items[] = $item;
        }
    }

    private function map(): mixed
    {
        $entries = [];
        while (true) {
            $key = $this->value($ended);
            if ($ended) {
                break;
            }
            $entries[$key] = $this->value($ended);
        }
        if (count($entries) === 1) {
            if (isset($entries[self::BYTES])) {
                return new Bytes(Text::fromBase64($entries[self::BYTES]));
            }
            if (isset($entries[self::FLOAT])) {
                return ['nan' => NAN, 'inf' => INF, '-inf' => -INF][$entries[self::FLOAT]];
            }
        }
        return new Map($entries);
    }
}
