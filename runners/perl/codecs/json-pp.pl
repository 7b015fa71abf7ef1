# Perl's own JSON, written in Perl.

use v5.36;

use Weighbridge::Codec;

codec(
    name          => 'json-pp',
    format        => 'json',
    library       => 'JSON::PP',
    setup         => sub { require JSON::PP },
    encode        => 'JSON::PP::encode_json($value)',
    decode        => 'JSON::PP::decode_json($data)',
    utf8          => 'checked',
    api           => 'encode_json, decode_json',
    homepage      => 'https://metacpan.org/pod/JSON::PP',
    licence       => 'Artistic-1.0-Perl OR GPL-1.0-or-later',
    documentation => 'https://metacpan.org/pod/JSON::PP#SYNOPSIS',
);

1;
