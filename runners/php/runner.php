<?php

/**
 * The PHP runner of Weighbridge: speaks docs/protocol.md over standard input and output.
 */

declare(strict_types=1);

namespace Weighbridge\Php;

require __DIR__ . '/src/autoload.php';

ini_set('display_errors', 'stderr');

// PHP's functions tell of refusals by warnings as often as by exceptions.
set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new \ErrorException($message, 0, $level, $file, $line);
});

// What is measured as PHP with its JIT must have it.
if (get_cfg_var('opcache.jit') === 'tracing' && !Session::isJitOn()) {
    fwrite(STDERR, "the JIT was asked for and is not on: it needs opcache, and no debugger's extension\n");
    exit(1);
}

$session = new Session(__DIR__);
while ($session->isRunning()) {
    $line = fgets(STDIN);
    if ($line === false || !str_ends_with($line, "\n")) {
        break;
    }
    fwrite(STDOUT, $session->answer($line) . "\n");
    fflush(STDOUT);
}
