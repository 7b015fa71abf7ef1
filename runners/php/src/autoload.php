<?php

/**
 * Finds the classes of the runner; Composer's own autoloader would need Composer on every machine.
 */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $prefix = 'Weighbridge\\Php\\';
    if (str_starts_with($class, $prefix)) {
        require __DIR__ . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
    }
});
