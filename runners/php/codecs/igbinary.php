<?php

/**
 * The extension igbinary, a drop-in replacement for PHP's serializer.
 */

declare(strict_types=1);

use Weighbridge\Php\Codec;

return [
    new Codec(
        name: 'igbinary',
        format: 'igbinary',
        extension: 'igbinary',
        needs: 'igbinary_serialize',
        install: 'install php-igbinary, or use pecl install igbinary',
        encode: 'igbinary_serialize($value)',
        decode: 'igbinary_unserialize($data)',
        checksUtf8: false,
        api: 'functions, arrays',
        homepage: 'https://github.com/igbinary/igbinary',
        licence: 'BSD-3-Clause',
        documentation: 'https://github.com/igbinary/igbinary#igbinary',
    ),
];
