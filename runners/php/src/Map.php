<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * A map as value text has it, which a PHP array cannot always tell from a list.
 */
final class Map
{
    /**
     * @param array<mixed> $entries PHP makes integers of keys that look like them; the order stays
     */
    public function __construct(public readonly array $entries)
    {
    }
}
