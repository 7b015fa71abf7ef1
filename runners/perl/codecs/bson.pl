# MongoDB's BSON, with its part in C. Bytes and booleans have classes of their own in it, and an array at the root is the
# document with the keys "0", "1", …, which an application would have.

use v5.36;

use JSON::PP ();

use Weighbridge::Bytes ();
use Weighbridge::Codec;

codec(
    name     => 'bson',
    format   => 'bson',
    library  => 'BSON',
    setup    => sub { require BSON; require BSON::Types; require BSON::XS },
    objects  => sub { return { codec => BSON->new } },
    booleans => sub { return ( boolean::false(), boolean::true() ) },
    bytes    => sub ($data) { return BSON::Types::bson_bytes($data) },
    root     => sub ($tree) {
        return ref $tree eq 'ARRAY' ? { map { $_ => $tree->[$_] } 0 .. $tree->$#* } : $tree;
    },
    encode => '$codec->encode_one($value)',
    decode => '$codec->decode_one($data)',
    plain  => sub ($value) {
        return Weighbridge::Bytes->new( $value->data ) if ref $value eq 'BSON::Bytes';
        return $value                                  if ref $value ne 'boolean';
        return $value ? JSON::PP::true : JSON::PP::false;
    },
    utf8          => 'checked',
    api           => 'encode_one, decode_one',
    homepage      => 'https://github.com/mongodb/mongo-perl-bson',
    licence       => 'Apache-2.0',
    documentation => 'https://metacpan.org/pod/BSON#SYNOPSIS',
);

1;
