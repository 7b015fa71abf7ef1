# CBOR::XS. By default it takes a string for bytes unless Perl happens to flag it as text, and every ASCII key as well,
# which no other language reads as text; so it is told that strings are text.

use v5.36;

use Weighbridge::Codec;

codec(
    name          => 'cbor-xs',
    variant       => 'text',
    format        => 'cbor',
    library       => 'CBOR::XS',
    setup         => sub { require CBOR::XS },
    objects       => sub { return { cbor => CBOR::XS->new->text_keys->text_strings } },
    encode        => '$cbor->encode($value)',
    decode        => '$cbor->decode($data)',
    utf8          => 'unchecked',
    api           => 'objects, text_keys, text_strings',
    homepage      => 'https://metacpan.org/pod/CBOR::XS',
    licence       => 'GPL-3.0-or-later',
    documentation => 'https://metacpan.org/pod/CBOR::XS#OBJECT-ORIENTED-INTERFACE',
);

1;
