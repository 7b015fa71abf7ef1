package Weighbridge::Json;

# The JSON of the protocol, by a library that reads every number exactly: JSON::XS would not do.

use v5.36;

use Exporter qw(import);

use Weighbridge::Refusal qw(bad_request reason);

our @EXPORT_OK = qw(encode_json decode_json);

my $class = eval { require Cpanel::JSON::XS; 'Cpanel::JSON::XS' } || do { require JSON::PP; 'JSON::PP' };
my $json  = $class->new->utf8->allow_nonref->max_depth(1_100);

sub encode_json ($value) {
    return $json->encode($value);
}

sub decode_json ($bytes) {
    my $value = eval { $json->decode($bytes) };
    bad_request( 'not JSON: ' . reason($@) ) if $@;
    return $value;
}

1;
