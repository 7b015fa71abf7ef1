<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * The library refused or broke.
 */
final class Failed extends \RuntimeException
{
}
