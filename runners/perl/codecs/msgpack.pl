# Data::MessagePack. By default it takes every string for bytes, keys as well, which no other language reads as text; so it
# is told that strings are text.

use v5.36;

use JSON::PP ();

use Weighbridge::Codec;

codec(
    name    => 'msgpack',
    variant => 'utf8',
    format  => 'msgpack',
    library => 'Data::MessagePack',
    setup   => sub {
        local $ENV{PERL_DATA_MESSAGEPACK} = 'xs';    # not the one in Perl, silently
        require Data::MessagePack;
    },
    objects  => sub { return { packer => Data::MessagePack->new->utf8 } },
    booleans => sub { return ( Data::MessagePack::false(), Data::MessagePack::true() ) },
    plain    => sub ($value) {
        return $value if ref $value ne 'Data::MessagePack::Boolean';
        return $value ? JSON::PP::true : JSON::PP::false;
    },
    encode        => '$packer->pack($value)',
    decode        => '$packer->unpack($data)',
    utf8          => 'unchecked',
    api           => 'objects, utf8',
    homepage      => 'https://github.com/msgpack/msgpack-perl',
    licence       => 'Artistic-1.0-Perl OR GPL-1.0-or-later',
    documentation => 'https://metacpan.org/pod/Data::MessagePack#CONFIGURABLES',
);

1;
