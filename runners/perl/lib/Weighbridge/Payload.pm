package Weighbridge::Payload;

# A loaded payload: its documents with nothing lost, as natural trees, and as bytes in each format that came with all of
# them.

use v5.36;

use Weighbridge::Values qw(from_base64 from_text);

# Makes one of the texts of its documents, and for each document of its bytes in base64 by format.
sub new ( $class, $texts, $encodings ) {
    my %encoded;
    for my $encoding ( $encodings->@* ) {
        push $encoded{$_}->@*, from_base64( $encoding->{$_} ) for keys $encoding->%*;
    }
    my $self = {
        documents => [map { from_text($_) } $texts->@*],
        encoded   => { map { $_ => $encoded{$_} } grep { $encoded{$_}->@* == $texts->@* } keys %encoded },
        trees     => {},
    };
    return bless $self, $class;
}

sub documents ($self) {
    return $self->{documents};
}

# The documents' bytes in a format; nothing if it cannot hold one of them.
sub encoded ( $self, $format ) {
    return $self->{encoded}{$format};
}

# What a codec's encoder is given.
sub trees ( $self, $codec ) {
    return $self->{trees}{ $codec->selector } //= [map { $codec->natural($_) } $self->documents->@*];
}

1;
