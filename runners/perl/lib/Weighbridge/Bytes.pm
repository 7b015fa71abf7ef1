package Weighbridge::Bytes;

# Bytes, where a Perl string would not tell them from text.

use v5.36;

sub new ( $class, $data ) {
    return bless \$data, $class;
}

sub data ($self) {
    return $self->$*;
}

1;
