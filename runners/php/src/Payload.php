<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * A loaded payload: its documents as natural trees, and as bytes in each format that came with all of them.
 */
final class Payload
{
    /**
     * @var array<string, list<mixed>>
     */
    private array $trees = [];

    /**
     * @param list<string> $texts each document as value text
     * @param array<string, list<string>> $encoded the documents' bytes by format
     *
     * @throws BadRequest if a text is not value text
     */
    public function __construct(private readonly array $texts, public readonly array $encoded)
    {
        $this->trees(Maps::Arrays);
    }

    /**
     * The documents as trees in which maps are arrays, or objects.
     *
     * @return list<mixed>
     *
     * @throws \Error if an object cannot have a key of the document
     */
    public function trees(Maps $maps): array
    {
        return $this->trees[$maps->name]
            ??= array_map(static fn (mixed $value): mixed => self::natural($value, $maps), $this->exact());
    }

    /**
     * The documents with nothing lost.
     *
     * @return list<mixed>
     */
    public function exact(): array
    {
        return array_map(ValueText::read(...), $this->texts);
    }

    private static function natural(mixed $value, Maps $maps): mixed
    {
        return match (true) {
            $value instanceof Map => $maps === Maps::Arrays
                ? self::eachNatural($value->entries, $maps)
                : self::object(self::eachNatural($value->entries, $maps)),
            is_array($value) => self::eachNatural($value, $maps),
            $value instanceof Bytes => $value->data,
            $value instanceof Unsigned => $value->nearest,
            default => $value,
        };
    }

    /**
     * @param array<mixed> $values
     *
     * @return array<mixed>
     */
    private static function eachNatural(array $values, Maps $maps): array
    {
        // No loop by reference: it would leave references in the array, which some libraries write as such.
        return array_map(static fn (mixed $value): mixed => self::natural($value, $maps), $values);
    }

    /**
     * @param array<mixed> $entries
     */
    private static function object(array $entries): \stdClass
    {
        $object = new \stdClass();
        foreach ($entries as $key => $value) {
            $object->{$key} = $value;
        }
        return $object;
    }
}
