# Marc Lehmann's JSON, written in C.

use v5.36;

use Weighbridge::Codec;

codec(
    name          => 'json-xs',
    format        => 'json',
    library       => 'JSON::XS',
    setup         => sub { require JSON::XS },
    encode        => 'JSON::XS::encode_json($value)',
    decode        => 'JSON::XS::decode_json($data)',
    utf8          => 'checked',
    api           => 'encode_json, decode_json',
    homepage      => 'https://metacpan.org/pod/JSON::XS',
    licence       => 'Artistic-1.0-Perl OR GPL-1.0-or-later',
    documentation => 'https://metacpan.org/pod/JSON::XS#SYNOPSIS',
);

1;
