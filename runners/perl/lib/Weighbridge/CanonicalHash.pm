package Weighbridge::CanonicalHash;

# The canonical hash of a value (docs/protocol.md). Perl's integers wrap around as the hash does, if they are asked to.

use v5.36;
use integer;
no warnings qw(recursion);    # documents nest deeper than Perl expects

use Exporter qw(import);
use POSIX    qw(isnan);

use Weighbridge::Values qw(kind_of text_of);

our @EXPORT_OK = qw(hash_text);

use constant { MULTIPLIER => 0x9E37_79B9 << 32 | 0x7F4A_7C15, NAN => 0x7FF8_0000 << 32 };

my %HASH = (
    null    => sub ($value) { return _absorb( ord 'n', 0 ) },
    boolean => sub ($value) { return _absorb( ord 'b', $value ? 1 : 0 ) },
    integer => \&_integer,
    float   => sub ($value) { return _absorb( ord 'f', isnan($value) ? NAN : unpack 'q', pack 'd', $value ) },
    text    => \&_text,
    bytes   => sub ($value) { return _bytes( 'y', Weighbridge::Values::bytes_of($value) ) },
    array   => \&_array,
    map     => \&_map,
);

# Hashes a value as the protocol writes it: 16 lower-case hexadecimal digits.
sub hash_text ($value) {
    return sprintf '%016x', _of($value);
}

sub _of ($value) {
    return $HASH{ kind_of($value) }->($value);
}

sub _integer ($number) {
    no integer;
    my $tag = $number > ~0 >> 1 ? 'u' : 'i';
    return _absorb( ord $tag, $number );
}

sub _text ($string) {
    my $bytes = text_of($string);
    utf8::encode($bytes);
    return _bytes( 's', $bytes );
}

sub _bytes ( $tag, $bytes ) {
    my $state = _absorb( ord $tag, length $bytes );
    $state = _absorb( $state, $_ ) for unpack 'q<*', $bytes . "\0" x ( -length($bytes) & 7 );
    return $state;
}

sub _array ($items) {
    my $state = ord 'a';
    $state = _absorb( $state, _of($_) ) for $items->@*;
    return _absorb( $state, scalar $items->@* );
}

sub _map ($entries) {
    my $sum = 0;
    for my $key ( keys $entries->%* ) {
        $sum += _absorb( _absorb( ord 'e', _text($key) ), _of( $entries->{$key} ) );
    }
    return _absorb( _absorb( ord 'm', $sum ), scalar keys $entries->%* );
}

sub _absorb ( $state, $word ) {
    my $mixed = ( $state ^ $word ) * MULTIPLIER;
    return $mixed ^ ( $mixed >> 32 & 0xFFFF_FFFF );
}

1;
