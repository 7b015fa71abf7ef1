<?php

/**
 * PHP's own JSON, with maps as arrays and as objects.
 *
 * It writes integral floats as floats, as other languages' libraries do, and UTF-8 as it stands; U+2028 and U+2029 are
 * escaped all the same.
 */

declare(strict_types=1);

use Weighbridge\Php\Codec;
use Weighbridge\Php\Maps;

$shared = [
    'name' => 'json',
    'format' => 'json',
    'extension' => 'json',
    'needs' => 'json_encode',
    'install' => 'it is part of PHP from 8.0 on',
    'encode' => 'json_encode($value, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_SLASHES'
        . ' | JSON_UNESCAPED_UNICODE)',
    'homepage' => 'https://www.php.net/manual/en/book.json.php',
    'licence' => 'PHP-3.01',
    'documentation' => 'https://www.php.net/manual/en/function.json-decode.php',
];

return [
    new Codec(
        ...$shared,
        variant: 'assoc',
        decode: 'json_decode($data, true, 512, JSON_THROW_ON_ERROR)',
        api: 'arrays',
    ),
    new Codec(
        ...$shared,
        variant: 'object',
        decode: 'json_decode($data, false, 512, JSON_THROW_ON_ERROR)',
        maps: Maps::Objects,
        api: 'stdClass objects',
    ),
];
