<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * An expression, compiled into a function and into a timed loop.
 *
 * They are written to a file, because opcache optimises and compiles files only. The library call stands in the loop
 * itself: a function of ours around it would cost what a small document costs. Its result is freed at once, inside the
 * timed region.
 */
final class Operation
{
    private const SOURCE = <<<'PHP'
        <?php

        return [
            static function (mixed $%1$s): mixed {
                return %2$s;
            },
            static function (array $documents, int $iterations, Weighbridge\Php\Clock $clock): array {
                $wall = hrtime(true);
                $cpu = $clock->cpu();
                for ($done = 0; $done < $iterations; ++$done) {
                    foreach ($documents as $%1$s) {
                        %2$s;
                    }
                }
                $cpu = $clock->cpu() - $cpu;
                return [hrtime(true) - $wall, $cpu];
            },
        ];

        PHP;

    /**
     * @param \Closure(mixed): mixed $call runs it once on a document
     * @param \Closure(list<mixed>, int, Clock): array{int, int} $loop runs it on each of the documents so many times,
     *     and returns wall and CPU time in nanoseconds
     */
    private function __construct(public readonly \Closure $call, public readonly \Closure $loop)
    {
    }

    /**
     * @param string $parameter what the expression calls the document
     * @param string $folder where compiled files are kept
     */
    public static function compile(string $parameter, string $expression, string $folder): self
    {
        $source = sprintf(self::SOURCE, $parameter, $expression);
        // Named after its content, so that no file is ever stale.
        $file = $folder . '/' . hash('xxh3', $source) . '.php';
        if (!is_file($file)) {
            self::write($file, $source);
        }
        return new self(...require $file);
    }

    private static function write(string $file, string $source): void
    {
        $folder = dirname($file);
        try {
            mkdir($folder);
        } catch (\ErrorException $error) {
            is_dir($folder) || throw $error;
        }
        // Several runners may start at once: each writes a file of its own, and the last one stays.
        $draft = $file . '.' . getmypid();
        file_put_contents($draft, $source);
        rename($draft, $file);
    }
}
