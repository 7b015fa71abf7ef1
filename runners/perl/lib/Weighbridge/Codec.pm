package Weighbridge::Codec;

# One library's implementation of a format, with the calls that are compiled into the timed loops.
#
#   name, variant  unique together in this runner; no variant for the plain row
#   format         the format's name
#   library        the module's name, whose version is the codec's
#   setup          loads what the calls need, and dies if it is not there
#   objects        makes what is kept from call to call; the expressions have each by its name
#   encode         an expression that makes bytes of $value, a natural tree
#   decode         an expression that makes a natural tree of $data, bytes
#   booleans       false and true, as the library has them; JSON::PP's if there are none
#   bytes          makes what the library has for bytes, if that is no string
#   root           makes what is encoded of a whole document
#   plain          makes of what was decoded, an object of the library's own, say, the value that it stands for
#   utf8           whether decoded text is checked or unchecked
#   api            which of the library's interfaces is used, in a word or two
#   documentation  the page that shows the calls used
#   licence        its SPDX identifier

use v5.36;

use Exporter       qw(import);
use File::Basename qw(basename);
use JSON::PP       ();

use Weighbridge::Refusal qw(reason);
use Weighbridge::Values  qw(kind_of mapped);

our @EXPORT = qw(codec);    ## no critic (ProhibitAutomaticExportation)

my @added;

# Adds a codec; what the files in the folder codecs consist of.
sub codec (%facts) {
    push @added, bless {%facts}, __PACKAGE__;
    return;
}

# Reads every codec in a folder's codecs.
sub read_all ( $class, $folder ) {
    my @codecs;
    for my $file ( sort glob "$folder/codecs/*.pl" ) {
        @added = ();
        do $file or die "$file: " . ( $@ || $! || 'it does not end with a true value' ) . "\n";
        $_->{source} = 'codecs/' . basename($file) for @added;
        push @codecs, @added;
    }
    return @codecs;
}

# The name by which a request names it.
sub selector ($self) {
    return defined $self->{variant} ? "$self->{name}\[$self->{variant}]" : $self->{name};
}

sub operations ($self) {
    return grep { $self->{$_} } qw(encode decode);
}

# Why the codec cannot be used, and how to get its library; nothing if it can.
sub missing ($self) {
    return $self->{missing} //= eval { $self->{setup}->(); 1 } ? q{} : reason($@) . "; use cpanm $self->{library}";
}

# What is kept from call to call.
sub objects ($self) {
    return $self->{made} //= $self->{objects} ? $self->{objects}->() : {};
}

# Makes what `encode` is given of a document as Weighbridge::Values has it.
sub natural ( $self, $document ) {
    my ( $false, $true ) = ( $self->{booleans} // sub { ( JSON::PP::false, JSON::PP::true ) } )->();
    my $bytes = $self->{bytes} // sub ($data) { return $data };
    my $tree  = mapped(
        $document,
        sub ($value) {
            my $kind = kind_of($value);
            return $kind eq 'boolean' ? $value ? $true : $false : $kind eq 'bytes' ? $bytes->( $value->data ) : $value;
        }
    );
    return $self->{root} ? $self->{root}->($tree) : $tree;
}

# Makes a document as Weighbridge::Values has it of what was decoded.
sub plain ( $self, $tree ) {
    my $plain = $self->{plain} or return $tree;
    return mapped( $tree, $plain );
}

sub describe ($self) {
    my %entry = (
        $self->%{qw(variant format library)},
        codec      => $self->{name},
        operations => [$self->operations],
    );
    return { %entry, reason => $self->missing } if $self->missing;
    return {
        %entry,
        $self->%{qw(homepage licence documentation source)},
        version  => $self->{library}->VERSION =~ s/\Av//r,
        tare     => { map { $_ => 'call' } $self->operations },
        policies => {
            $self->%{qw(utf8 api)},
            buffers     => 'fresh',
            strings     => 'owned',
            access      => 'tree',
            map         => 'hash',
            starts_from => 'native',          # a module is handed the tree whole
            threads     => JSON::PP::false,
        },
    };
}

1;
