# Storable, Perl's own.

use v5.36;

use Weighbridge::Codec;

codec(
    name          => 'storable',
    format        => 'storable',
    library       => 'Storable',
    setup         => sub { require Storable },
    encode        => 'Storable::freeze($value)',
    decode        => 'Storable::thaw($data)',
    utf8          => 'unchecked',
    api           => 'freeze, thaw',
    homepage      => 'https://metacpan.org/pod/Storable',
    licence       => 'Artistic-1.0-Perl OR GPL-1.0-or-later',
    documentation => 'https://metacpan.org/pod/Storable#MEMORY-STORE',
);

1;
