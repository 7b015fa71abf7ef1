<?php

/**
 * BSON of MongoDB's extension, with maps as arrays and as objects, by the functions that its versions before 2 have.
 */

declare(strict_types=1);

use MongoDB\BSON\Binary;
use Weighbridge\Php\Bytes;
use Weighbridge\Php\Codec;
use Weighbridge\Php\Maps;

$shared = [
    'name' => 'bson',
    'format' => 'bson',
    'extension' => 'mongodb',
    'needs' => 'MongoDB\BSON\toPHP',
    'install' => 'install php-mongodb, or use pecl install mongodb-1.21.0',
    'encode' => 'MongoDB\BSON\fromPHP($value)',
    'homepage' => 'https://github.com/mongodb/mongo-php-driver',
    'licence' => 'Apache-2.0',
    'documentation' => 'https://www.php.net/manual/en/mongodb.persistence.deserialization.php',
    'plain' => static fn (object $value): object =>
        $value instanceof Binary && $value->getType() === Binary::TYPE_GENERIC
            ? new Bytes($value->getData())
            : $value,
];

return [
    new Codec(
        ...$shared,
        variant: 'assoc',
        decode: "MongoDB\\BSON\\toPHP(\$data, ['root' => 'array', 'document' => 'array', 'array' => 'array'])",
        api: 'fromPHP, toPHP with a type map',
    ),
    new Codec(
        ...$shared,
        variant: 'object',
        decode: 'MongoDB\BSON\toPHP($data)',
        maps: Maps::Objects,
        api: 'fromPHP, toPHP',
    ),
];
