<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * What is loaded and set up, with one method for each request.
 */
final class Session
{
    private const REQUESTS = ['describe', 'load', 'check', 'time', 'drop', 'quit'];

    /**
     * The call that takes the library's place in the tare: the cheapest function of PHP's own that the compiler does
     * not replace by an instruction. What is left is the library's own work.
     */
    private const TARE = 'is_countable($data)';

    private bool $running = true;
    private readonly Clock $clock;

    /**
     * @var array<string, Codec> by selector
     */
    private array $codecs = [];

    /**
     * @var array<string, string> the file of each codec, relative to the runner's folder
     */
    private array $sources = [];

    /**
     * @var array<string, Payload>
     */
    private array $payloads = [];

    /**
     * @var array<string, Operation>
     */
    private array $operations = [];

    public function __construct(private readonly string $folder)
    {
        $this->clock = new Clock();
        foreach (glob("{$folder}/codecs/*.php") as $file) {
            foreach (require $file as $codec) {
                $this->codecs[$codec->selector()] = $codec;
                $this->sources[$codec->selector()] = 'codecs/' . basename($file);
            }
        }
    }

    public function isRunning(): bool
    {
        return $this->running;
    }

    /**
     * Answer one line, whatever it holds.
     */
    public function answer(string $line): string
    {
        try {
            $answer = ['answer' => 'ok'] + $this->respond($line);
        } catch (BadRequest | \JsonException $error) {
            $answer = ['answer' => 'bad-request', 'message' => $error->getMessage()];
        } catch (Unsupported $error) {
            $answer = ['answer' => 'unsupported', 'message' => $error->getMessage()];
        } catch (\Throwable $error) {
            $answer = ['answer' => 'failed', 'message' => self::say($error)];
        }
        return json_encode(
            $answer,
            JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR,
        );
    }

    /**
     * @return array<string, mixed>
     */
    private function respond(string $line): array
    {
        $request = json_decode($line, false, 512, JSON_THROW_ON_ERROR);
        if (!$request instanceof \stdClass) {
            throw new BadRequest('not an object');
        }
        $name = self::member($request, 'request', 'string');
        if (!in_array($name, self::REQUESTS, true)) {
            throw new BadRequest("no request '{$name}'");
        }
        return $this->$name($request);
    }

    /**
     * @return array<string, mixed>
     */
    private function describe(): array
    {
        $codecs = $missing = [];
        foreach ($this->codecs as $selector => $codec) {
            $entry = [
                'codec' => $codec->name,
                'variant' => $codec->variant,
                'format' => $codec->format,
                'library' => $codec->extension,
                'operations' => $codec->operations(),
            ];
            $reason = $codec->missing();
            if ($reason !== null) {
                $missing[] = $entry + ['reason' => $reason];
                continue;
            }
            $codecs[] = $entry + [
                'version' => $codec->version(),
                'tare' => array_fill_keys($codec->operations(), 'call'),
                'policies' => [
                    'buffers' => 'fresh',
                    'strings' => 'owned',
                    'utf8' => $codec->checksUtf8 ? 'checked' : 'unchecked',
                    'access' => 'tree',
                    'map' => 'hash', // arrays and objects alike
                    'api' => $codec->api,
                    // An extension is handed the tree whole; so its tare is always the call.
                    'starts_from' => $codec->encode === null ? null : 'native',
                    'threads' => false,
                ],
                'homepage' => $codec->homepage,
                'licence' => $codec->licence,
                'documentation' => $codec->documentation,
                'source' => $this->sources[$selector],
            ];
        }
        return [
            'protocol' => 1,
            'runner' => basename($this->folder),
            'language' => 'php',
            'runtime' => 'PHP ' . PHP_VERSION . ', Zend Engine ' . zend_version(),
            'compiler' => null,
            'flags' => self::flags(),
            'clocks' => $this->clock->describe(),
            'tares' => ['call'],
            'codecs' => $codecs,
            'missing' => $missing,
        ];
    }

    /**
     * Whether the JIT works, which takes more than asking for it: a debugger's extension, say, turns it off.
     */
    public static function isJitOn(): bool
    {
        return self::opcache()['jit']['on'] ?? false;
    }

    /**
     * @return ?array<string, mixed> what opcache says of itself; null where it is not on
     */
    private static function opcache(): ?array
    {
        return function_exists('opcache_get_status') ? (opcache_get_status(false) ?: null) : null;
    }

    /**
     * What opcache really does in this process.
     */
    private static function flags(): string
    {
        $status = self::opcache();
        if ($status === null) {
            return 'no opcache';
        }
        if (!$status['jit']['on']) {
            return 'opcache, no JIT';
        }
        $kind = $status['jit']['kind'] === 5 ? 'tracing' : 'function';
        $megabytes = round($status['jit']['buffer_size'] / (1 << 20));
        return "opcache, {$kind} JIT, optimisation level {$status['jit']['opt_level']}, buffer of {$megabytes} MB";
    }

    /**
     * @return array{}
     */
    private function load(\stdClass $request): array
    {
        $name = self::member($request, 'payload', 'string');
        $documents = self::member($request, 'documents', 'array');
        if ($documents === []) {
            throw new BadRequest('no documents');
        }
        $texts = $encodings = [];
        foreach ($documents as $document) {
            $texts[] = self::member($document, 'value', 'string');
            $encodings[] = (array) self::member($document, 'encoded', 'stdClass');
        }
        $encoded = [];
        foreach (array_keys(array_intersect_key(...$encodings)) as $format) {
            $encoded[$format] = array_map(Text::fromBase64(...), array_column($encodings, $format));
        }
        $this->payloads[$name] = new Payload($texts, $encoded);
        return [];
    }

    /**
     * @return array<string, list<string>>
     */
    private function check(\stdClass $request): array
    {
        [$codec, $operation, $payload] = $this->subject($request);
        if ($codec === null) {
            return ['hashes' => array_map(Hash::text(...), $payload->exact())];
        }
        $call = $this->operation($codec, $operation)->call;
        $answer = [];
        foreach ($this->documents($codec, $operation, $payload) as $document) {
            $result = self::tried($codec, $payload, static fn (): mixed => $call($document));
            if ($operation === 'encode') {
                is_string($result) || throw new Failed('its result is not bytes but ' . get_debug_type($result));
                $answer['bytes'][] = base64_encode($result);
                continue;
            }
            $result = $codec->plain === null ? $result : self::replaced($result, $codec->plain);
            $answer['hashes'][] = Hash::text($result);
            if (($request->values ?? false) === true) {
                $answer['values'][] = ValueText::write($result);
            }
        }
        return $answer;
    }

    /**
     * @param \Closure(object): mixed $plain
     */
    private static function replaced(mixed $value, \Closure $plain): mixed
    {
        $replaced = static fn (mixed $item): mixed => self::replaced($item, $plain);
        return match (true) {
            is_array($value) => array_map($replaced, $value),
            $value instanceof \stdClass => new Map(array_map($replaced, (array) $value)),
            is_object($value) => $plain($value),
            default => $value,
        };
    }

    /**
     * @return array<string, int>
     */
    private function time(\stdClass $request): array
    {
        [$codec, $operation, $payload] = $this->subject($request);
        $iterations = self::member($request, 'iterations', 'int');
        $untimed = isset($request->untimed) ? self::member($request, 'untimed', 'int') : 0;
        if ($iterations < 1 || $untimed < 0) {
            throw new BadRequest('a number of iterations that is out of range');
        }
        $compiled = $this->operation($codec, $operation);
        $documents = $this->documents($codec, $operation, $payload);
        return self::tried($codec, $payload, function () use ($compiled, $documents, $untimed, $iterations): array {
            $peak = self::peak($compiled->call, $documents);
            ($compiled->loop)($documents, $untimed, $this->clock);
            [$wall, $cpu] = ($compiled->loop)($documents, $iterations, $this->clock);
            return ['wall_ns' => $wall, 'cpu_ns' => $cpu, 'peak_bytes' => $peak];
        });
    }

    /**
     * The most bytes that one iteration, apart from the timed ones, has allocated at once.
     *
     * @param \Closure(mixed): mixed $call
     * @param list<mixed> $documents
     */
    private static function peak(\Closure $call, array $documents): int
    {
        $before = memory_get_usage();
        memory_reset_peak_usage();
        foreach ($documents as $document) {
            $call($document);
        }
        return memory_get_peak_usage() - $before;
    }

    /**
     * @return array{}
     */
    private function drop(\stdClass $request): array
    {
        $name = self::member($request, 'payload', 'string');
        if (!isset($this->payloads[$name])) {
            throw new BadRequest("no payload '{$name}'");
        }
        unset($this->payloads[$name]);
        return [];
    }

    /**
     * @return array{}
     */
    private function quit(): array
    {
        $this->running = false;
        return [];
    }

    /**
     * Read which codec (null for the tare), operation and payload a request is about.
     *
     * @return array{?Codec, string, Payload}
     */
    private function subject(\stdClass $request): array
    {
        [$selector, $operation, $payload] = array_map(
            static fn (string $name): string => self::member($request, $name, 'string'),
            ['codec', 'operation', 'payload'],
        );
        $codec = $this->codecs[$selector] ?? null;
        if ($codec === null && $selector !== 'tare:call') {
            throw new BadRequest("no codec '{$selector}'");
        }
        if (!in_array($operation, ['encode', 'decode', 'scan'], true)) {
            throw new BadRequest("no operation '{$operation}'");
        }
        $reason = $codec?->missing();
        if ($reason !== null) {
            throw new BadRequest($reason);
        }
        $loaded = $this->payloads[$payload] ?? throw new BadRequest("no payload '{$payload}'");
        return [$codec, $operation, $loaded];
    }

    private function operation(?Codec $codec, string $operation): Operation
    {
        if ($codec !== null && !in_array($operation, $codec->operations(), true)) {
            throw new Unsupported("{$codec->selector()} has no {$operation}");
        }
        $key = $codec === null ? '' : "{$codec->selector()} {$operation}";
        return $this->operations[$key] ??= Operation::compile(
            $codec === null ? 'data' : Codec::PARAMETERS[$operation],
            $codec === null ? self::TARE : $codec->$operation,
        );
    }

    /**
     * What the operation is given for each document.
     *
     * @return list<mixed>
     */
    private function documents(?Codec $codec, string $operation, Payload $payload): array
    {
        if ($codec === null) {
            return $payload->trees(Maps::Arrays);
        }
        if ($operation === 'encode') {
            return self::tried($codec, $payload, static fn (): array => $payload->trees($codec->maps));
        }
        return $payload->encoded[$codec->format]
            ?? throw new Unsupported("the payload came without {$codec->format}, which cannot hold it");
    }

    /**
     * Call a library, and tell one that refuses what its format cannot hold from one that breaks.
     *
     * @template T
     *
     * @param \Closure(): T $call
     *
     * @return T
     */
    private static function tried(?Codec $codec, Payload $payload, \Closure $call): mixed
    {
        try {
            return $call();
        } catch (\Throwable $error) {
            // The core leaves out the bytes in a format that cannot hold the payload.
            $held = $codec === null || isset($payload->encoded[$codec->format]);
            throw $held ? new Failed(self::say($error)) : new Unsupported(self::say($error));
        }
    }

    private static function say(\Throwable $error): string
    {
        $known = $error instanceof Failed || $error instanceof \ErrorException;
        return $known ? $error->getMessage() : $error::class . ': ' . $error->getMessage();
    }

    /**
     * Take a member of a request, of a given type as get_debug_type names it.
     */
    private static function member(mixed $request, string $name, string $type): mixed
    {
        if (!$request instanceof \stdClass) {
            throw new BadRequest('not an object');
        }
        if (!property_exists($request, $name)) {
            throw new BadRequest("no member '{$name}'");
        }
        if (get_debug_type($request->$name) !== $type) {
            throw new BadRequest("member '{$name}' is no {$type}");
        }
        return $request->$name;
    }
}
