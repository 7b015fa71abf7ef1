<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * Bytes as value text has them, which a PHP string may not tell from text.
 */
final class Bytes
{
    public function __construct(public readonly string $data)
    {
    }
}
