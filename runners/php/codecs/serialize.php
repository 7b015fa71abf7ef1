<?php

/**
 * PHP's own serializer. Never unserialize what you do not trust.
 */

declare(strict_types=1);

use Weighbridge\Php\Codec;

return [
    new Codec(
        name: 'serialize',
        format: 'php-serialize',
        extension: 'standard',
        needs: 'serialize',
        install: 'it is part of PHP',
        encode: 'serialize($value)',
        decode: 'unserialize($data)',
        checksUtf8: false,
        api: 'functions, arrays',
        homepage: 'https://www.php.net/manual/en/function.serialize.php',
        licence: 'PHP-3.01',
        documentation: 'https://www.php.net/manual/en/function.unserialize.php',
    ),
];
