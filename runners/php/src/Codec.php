<?php

declare(strict_types=1);

namespace Weighbridge\Php;

/**
 * One library's implementation of a format, with the calls that are compiled into the timed loops.
 */
final class Codec
{
    /**
     * The name that each operation's expression gives the document.
     */
    public const PARAMETERS = ['encode' => 'value', 'decode' => 'data'];

    /**
     * @param string $name the codec's name; with the variant, unique in this runner
     * @param string $format the format's name
     * @param string $extension the extension that must be loaded, whose version is the codec's
     * @param string $needs a function of the extension that the calls need; some versions lack what others have
     * @param string $install how to get the extension, in a few words
     * @param string $api which of the library's interfaces is used, in a word or two
     * @param string $licence its SPDX identifier
     * @param string $documentation the page that shows the calls used
     * @param ?string $encode an expression that makes a string of bytes from $value, a natural tree
     * @param ?string $decode an expression that makes a natural tree from $data, a string of bytes
     * @param Maps $maps what stands for a map in the tree that encode is given
     * @param bool $checksUtf8 whether the library checks that strings are UTF-8
     * @param ?\Closure(object): mixed $plain makes of an object of the library's own the value that it stands for, for
     *     a check
     */
    public function __construct(
        public readonly string $name,
        public readonly string $format,
        public readonly string $extension,
        public readonly string $needs,
        public readonly string $install,
        public readonly string $api,
        public readonly string $homepage,
        public readonly string $licence,
        public readonly string $documentation,
        public readonly ?string $variant = null,
        public readonly ?string $encode = null,
        public readonly ?string $decode = null,
        public readonly Maps $maps = Maps::Arrays,
        public readonly bool $checksUtf8 = true,
        public readonly ?\Closure $plain = null,
    ) {
    }

    /**
     * The name by which a request names it: `name` or `name[variant]`.
     */
    public function selector(): string
    {
        return $this->variant === null ? $this->name : "{$this->name}[{$this->variant}]";
    }

    /**
     * @return list<string>
     */
    public function operations(): array
    {
        return array_values(array_filter(
            array_keys(self::PARAMETERS),
            fn (string $operation): bool => $this->$operation !== null,
        ));
    }

    /**
     * Why the codec cannot be used, and how to get its library; null if it can.
     */
    public function missing(): ?string
    {
        if (function_exists($this->needs)) {
            return null;
        }
        return extension_loaded($this->extension)
            ? "version {$this->version()} of the extension {$this->extension} has no {$this->needs}"
            : "the extension {$this->extension} is not loaded; {$this->install}";
    }

    public function version(): string
    {
        return (string) phpversion($this->extension);
    }
}
