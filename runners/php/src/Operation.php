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
     */
    public static function compile(string $parameter, string $expression): self
    {
        // A name that nobody can foretell, since what is in the file is run.
        $file = tempnam(sys_get_temp_dir(), 'weighbridge-');
        try {
            file_put_contents($file, sprintf(self::SOURCE, $parameter, $expression));
            return new self(...require $file);
        } finally {
            unlink($file);
        }
    }
}
