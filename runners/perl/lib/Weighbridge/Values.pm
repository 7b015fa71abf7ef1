package Weighbridge::Values;

# The value model (docs/protocol.md, "Values") in Perl's own types, which do not tell all of it apart: bytes are objects
# of Weighbridge::Bytes where they must not be taken for text, and booleans are those of JSON::PP.

use v5.36;
use experimental qw(builtin);
no warnings qw(recursion);    # documents nest deeper than Perl expects

use B            ();
use Exporter     qw(import);
use JSON::PP     ();
use MIME::Base64 qw(decode_base64 encode_base64);
use POSIX        qw(isinf isnan);

use Weighbridge::Bytes   ();
use Weighbridge::Json    qw(decode_json encode_json);
use Weighbridge::Refusal qw(bad_request failed);

our @EXPORT_OK = qw(from_base64 from_text kind_of mapped text_of to_base64 to_text);

my $FLOAT      = "\0float";
my $BYTES      = "\0bytes";
my %NON_FINITE = ( nan => 'nan', inf => 'inf', '-inf' => '-inf' );

# Reads value text.
sub from_text ($text) {
    utf8::encode($text);
    return _unmarked( decode_json($text) );
}

sub _unmarked ($value) {
    return [map { _unmarked($_) } $value->@*] if ref $value eq 'ARRAY';
    return $value                             if ref $value ne 'HASH';
    if ( keys $value->%* == 1 ) {
        return Weighbridge::Bytes->new( from_base64( $value->{$BYTES} ) ) if exists $value->{$BYTES};
        return 0 + $NON_FINITE{ $value->{$FLOAT} }                        if exists $value->{$FLOAT};
    }
    return { map { $_ => _unmarked( $value->{$_} ) } keys $value->%* };
}

# Writes a tree as value text.
sub to_text ($value) {
    my $kind = kind_of($value);
    return '[' . join( ',', map { to_text($_) } $value->@* ) . ']' if $kind eq 'array';
    return '{' . join( ',', map { _string( text_of($_) ) . ':' . to_text( $value->{$_} ) } keys $value->%* ) . '}'
      if $kind eq 'map';
    return _string( text_of($value) )                       if $kind eq 'text';
    return _marked( $BYTES, to_base64( bytes_of($value) ) ) if $kind eq 'bytes';
    return _float($value)                                   if $kind eq 'float';
    return "$value"                                         if $kind eq 'integer';
    return $kind eq 'null' ? 'null' : $value ? 'true' : 'false';
}

sub _string ($text) {
    my $json = encode_json($text);
    utf8::decode($json);
    return $json;
}

sub _marked ( $mark, $text ) {
    return '{' . _string($mark) . ':' . _string($text) . '}';
}

sub _float ($number) {
    return _marked( $FLOAT, 'nan' )                        if isnan($number);
    return _marked( $FLOAT, $number > 0 ? 'inf' : '-inf' ) if isinf($number);
    my $digits = sprintf '%.17g', $number;
    return $digits =~ /[.e]/ ? $digits : "$digits.0";
}

# What a value of Perl's stands for: null, boolean, integer, float, text, bytes, array or map.
sub kind_of ($value) {
    my $class = ref $value;
    return 'array'                                                if $class eq 'ARRAY';
    return 'map'                                                  if $class eq 'HASH';
    return 'bytes'                                                if $class eq 'Weighbridge::Bytes';
    return 'boolean'                                              if $class eq 'JSON::PP::Boolean';
    failed("decoded to $class, which is outside the value model") if $class;
    return 'null'                                                 if !defined $value;
    return 'boolean'                                              if builtin::is_bool($value);
    my $flags = B::svref_2object( \$value )->FLAGS;

    # A string that was used as a number is a string all the same.
    return _is_text($value)    ? 'text'    : 'bytes' if $flags & B::SVf_POK;
    return $flags & B::SVf_IOK ? 'integer' : 'float';
}

# A string without a flag is bytes, unless it is ASCII: Perl does not flag every text.
sub _is_text ($string) {
    return utf8::is_utf8($string) || $string !~ /[^\x00-\x7f]/;
}

# The characters of a text; of a map's key, too, whose flag Perl takes off where it can.
sub text_of ($string) {
    failed('decoded to text that is not Unicode') if $string =~ /[\x{D800}-\x{DFFF}]|[^\x{0}-\x{10FFFF}]/;
    return $string;
}

# The bytes of what is bytes.
sub bytes_of ($value) {
    return ref $value ? $value->data : $value;
}

# Returns a copy of a tree in which every leaf went through a function.
sub mapped ( $value, $change ) {
    return [map { mapped( $_, $change ) } $value->@*]                        if ref $value eq 'ARRAY';
    return { map { $_ => mapped( $value->{$_}, $change ) } keys $value->%* } if ref $value eq 'HASH';
    return $change->($value);
}

sub from_base64 ($text) {
    bad_request('bytes that are not base64')
      if ref $text || $text !~ m{\A[A-Za-z0-9+/]*={0,2}\z} || length($text) % 4;
    return decode_base64($text);
}

sub to_base64 ($bytes) {
    return encode_base64( $bytes, q{} );
}

1;
