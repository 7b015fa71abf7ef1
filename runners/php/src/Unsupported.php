<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * The codec cannot do this by its nature.
 */
final class Unsupported extends \RuntimeException
{
}
