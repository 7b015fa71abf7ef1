<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * The request is malformed or names what does not exist.
 */
final class BadRequest extends \InvalidArgumentException
{
}
