package Weighbridge::Refusal;

# Why a request is not done, as an answer says it: bad-request, unsupported or failed.

use v5.36;

use Exporter qw(import);

our @EXPORT_OK = qw(bad_request unsupported failed reason);

sub new ( $class, $answer, $message ) {
    return bless { answer => $answer, message => $message }, $class;
}

sub bad_request ($message) {
    die __PACKAGE__->new( 'bad-request', $message );
}

sub unsupported ($message) {
    die __PACKAGE__->new( 'unsupported', $message );
}

sub failed ($message) {
    die __PACKAGE__->new( 'failed', $message );
}

# What a library said when it died, in one line.
sub reason ($error) {
    my $message = ref $error eq __PACKAGE__ ? $error->{message} : "$error";
    return $message =~ s/\s+\z//r =~ s/\s+/ /gr;
}

1;
