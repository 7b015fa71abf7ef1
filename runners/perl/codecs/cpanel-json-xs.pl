# The fork of JSON::XS that most people use today: its numbers are exact, and stay what they are.

use v5.36;

use Weighbridge::Codec;

codec(
    name          => 'cpanel-json-xs',
    format        => 'json',
    library       => 'Cpanel::JSON::XS',
    setup         => sub { require Cpanel::JSON::XS },
    encode        => 'Cpanel::JSON::XS::encode_json($value)',
    decode        => 'Cpanel::JSON::XS::decode_json($data)',
    utf8          => 'checked',
    api           => 'encode_json, decode_json',
    homepage      => 'https://metacpan.org/pod/Cpanel::JSON::XS',
    licence       => 'Artistic-1.0-Perl OR GPL-1.0-or-later',
    documentation => 'https://metacpan.org/pod/Cpanel::JSON::XS#SYNOPSIS',
);

1;
