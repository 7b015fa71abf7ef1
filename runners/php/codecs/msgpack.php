<?php

/**
 * The extension msgpack. Maps are arrays: of a stdClass object it writes the class's name as well, or else no keys.
 */

declare(strict_types=1);

use Weighbridge\Php\Codec;

return [
    new Codec(
        name: 'msgpack',
        format: 'msgpack',
        extension: 'msgpack',
        needs: 'msgpack_pack',
        install: 'install php-msgpack, or use pecl install msgpack',
        encode: 'msgpack_pack($value)',
        decode: 'msgpack_unpack($data)',
        checksUtf8: false,
        api: 'functions, arrays',
        homepage: 'https://github.com/msgpack/msgpack-php',
        licence: 'BSD-3-Clause',
        documentation: 'https://github.com/msgpack/msgpack-php#example',
    ),
];
