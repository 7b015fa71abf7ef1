# Sereal, with Perl's own booleans, which it keeps as such.

use v5.36;

use Weighbridge::Codec;

codec(
    name    => 'sereal',
    format  => 'sereal',
    library => 'Sereal::Encoder',
    setup   => sub { require Sereal::Encoder; require Sereal::Decoder },
    objects => sub {
        return { encoder => Sereal::Encoder->new, decoder => Sereal::Decoder->new };
    },
    booleans      => sub { return ( !!0, !!1 ) },
    encode        => '$encoder->encode($value)',
    decode        => '$decoder->decode($data)',
    utf8          => 'unchecked',
    api           => 'objects',
    homepage      => 'https://github.com/Sereal/Sereal',
    licence       => 'Artistic-1.0-Perl OR GPL-1.0-or-later',
    documentation => 'https://metacpan.org/pod/Sereal::Encoder#SYNOPSIS',
);

1;
