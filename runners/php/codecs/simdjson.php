<?php

/**
 * The extension simdjson, which decodes only.
 */

declare(strict_types=1);

use Weighbridge\Php\Codec;

$shared = [
    'name' => 'simdjson',
    'format' => 'json',
    'extension' => 'simdjson',
    'needs' => 'simdjson_decode',
    'install' => 'use pecl install simdjson',
    'homepage' => 'https://github.com/crazyxman/simdjson_php',
    'licence' => 'Apache-2.0',
    'documentation' => 'https://www.php.net/manual/en/function.simdjson-decode.php',
];

return [
    new Codec(...$shared, variant: 'assoc', decode: 'simdjson_decode($data, true)', api: 'arrays'),
    new Codec(...$shared, variant: 'object', decode: 'simdjson_decode($data)', api: 'stdClass objects'),
];
