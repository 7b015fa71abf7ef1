<?php

/**
 * PHP's own JSON, with maps as arrays and as objects, by its default flags but for errors, which are thrown: it escapes
 * slashes and what is not ASCII, and writes integral floats as integers.
 *
 * [unescaped] writes integral floats as floats, and UTF-8 and slashes as they stand, as other languages' libraries do;
 * U+2028 and U+2029 are escaped all the same.
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
    'homepage' => 'https://www.php.net/manual/en/book.json.php',
    'licence' => 'PHP-3.01',
];

return [
    new Codec(
        ...$shared,
        variant: 'assoc',
        encode: 'json_encode($value, JSON_THROW_ON_ERROR)',
        decode: 'json_decode($data, true, 512, JSON_THROW_ON_ERROR)',
        api: 'default flags, arrays',
        documentation: 'https://www.php.net/manual/en/function.json-decode.php',
    ),
    new Codec(
        ...$shared,
        variant: 'object',
        encode: 'json_encode($value, JSON_THROW_ON_ERROR)',
        decode: 'json_decode($data, false, 512, JSON_THROW_ON_ERROR)',
        maps: Maps::Objects,
        api: 'default flags, stdClass objects',
        documentation: 'https://www.php.net/manual/en/function.json-decode.php',
    ),
    new Codec(
        ...$shared,
        variant: 'unescaped',
        encode: 'json_encode($value, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_SLASHES'
            . ' | JSON_UNESCAPED_UNICODE)',
        decode: 'json_decode($data, true, 512, JSON_THROW_ON_ERROR)',
        api: 'unescaped, integral floats kept, arrays',
        documentation: 'https://www.php.net/manual/en/json.constants.php',
    ),
];
