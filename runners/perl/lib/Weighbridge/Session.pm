package Weighbridge::Session;

# What is loaded and set up, with one method for each request.

use v5.36;

use File::Basename qw(basename);
use JSON::PP       ();

use Weighbridge::CanonicalHash qw(hash_text);
use Weighbridge::Codec         ();
use Weighbridge::Json          qw(decode_json encode_json);
use Weighbridge::Operation     qw(clocks compile);
use Weighbridge::Payload       ();
use Weighbridge::Refusal       qw(bad_request failed reason unsupported);
use Weighbridge::Values        qw(to_base64 to_text);

my %REQUEST = (
    describe => \&_describe,
    load     => \&_load,
    check    => \&_check,
    time     => \&_time,
    drop     => \&_drop,
    quit     => \&_quit,
);

# What takes the library's place in the tare: the cheapest function that is written in C. What is left is the library's
# own work, a library written in Perl paying for its own calls.
my $TARE = 'utf8::is_utf8($data)';

sub new ( $class, $folder ) {
    my @codecs = Weighbridge::Codec->read_all($folder);
    my $self   = {
        runner     => basename($folder),
        order      => [map { $_->selector } @codecs],
        codecs     => { map { $_->selector => $_ } @codecs },
        payloads   => {},
        operations => {},
        running    => 1,
    };
    return bless $self, $class;
}

sub is_running ($self) {
    return $self->{running};
}

# Answers one line, whatever it holds.
sub answer ( $self, $line ) {
    my $answer = eval { { answer => 'ok', $self->_respond( decode_json($line) )->%* } };
    return encode_json($answer) if $answer;
    my $error = $@;
    return encode_json(
        { answer => ref $error eq 'Weighbridge::Refusal' ? $error->{answer} : 'failed', message => reason($error) } );
}

sub _respond ( $self, $request ) {
    my $name   = _text( $request, 'request' );
    my $method = $REQUEST{$name} // bad_request("no request '$name'");
    return $self->$method($request);
}

sub _describe ( $self, $ ) {
    my @codecs = $self->{codecs}->@{ $self->{order}->@* };
    return {
        protocol => 1,
        runner   => $self->{runner},
        language => 'perl',
        runtime  => 'Perl ' . substr( $^V, 1 ),
        compiler => undef,
        flags    => undef,
        clocks   => clocks(),
        tares    => ['call'],
        codecs   => [map { $_->describe } grep { !$_->missing } @codecs],
        missing  => [map { $_->describe } grep { $_->missing } @codecs],
    };
}

sub _load ( $self, $request ) {
    my $name      = _text( $request, 'payload' );
    my $documents = _member( $request, 'documents', 'ARRAY' );
    bad_request('no documents') if !$documents->@*;
    $self->{payloads}{$name} = Weighbridge::Payload->new(
        [map { _text( $_, 'value' ) } $documents->@*],
        [map { _member( $_, 'encoded', 'HASH' ) } $documents->@*],
    );
    return {};
}

sub _check ( $self, $request ) {
    my ( $codec, $operation, $payload ) = $self->_subject($request);
    return { hashes => [map { hash_text($_) } $payload->documents->@*] } if !$codec;
    my $call    = $self->_compiled( $codec, $operation )->{call};
    my $given   = _given( $codec, $operation, $payload );
    my @results = _tried(
        $codec, $payload,
        sub {
            map { $call->($_) } $given->@*;
        }
    );
    return { bytes => [map { to_base64( _bytes($_) ) } @results] } if $operation eq 'encode';
    @results = map { $codec->plain($_) } @results;
    return {
        hashes => [map { hash_text($_) } @results],
        $request->{values} ? ( values => [map { to_text($_) } @results] ) : (),
    };
}

sub _time ( $self, $request ) {
    my ( $codec, $operation, $payload ) = $self->_subject($request);
    my $iterations = _count( $request, 'iterations', 1 );
    my $untimed    = exists $request->{untimed} ? _count( $request, 'untimed', 0 ) : 0;
    my $time       = $self->_compiled( $codec, $operation )->{time};
    my $given      = _given( $codec, $operation, $payload );
    my ($answer)   = _tried(
        $codec, $payload,
        sub {
            $time->( $given, $untimed );
            return $time->( $given, $iterations );
        }
    );
    return $answer;
}

sub _drop ( $self, $request ) {
    my $name = _text( $request, 'payload' );
    delete $self->{payloads}{$name} // bad_request("no payload '$name'");
    return {};
}

sub _quit ( $self, $ ) {
    $self->{running} = 0;
    return {};
}

# Reads which codec (none for the tare), operation and payload a request is about.
sub _subject ( $self, $request ) {
    my ( $selector, $operation, $name ) = map { _text( $request, $_ ) } qw(codec operation payload);
    my $codec = $self->{codecs}{$selector};
    bad_request("no codec '$selector'")      if !$codec && $selector ne 'tare:call';
    bad_request("no operation '$operation'") if $operation !~ /\A(?:encode|decode|scan)\z/;
    bad_request( $codec->missing )           if $codec && $codec->missing;
    return ( $codec, $operation, $self->{payloads}{$name} // bad_request("no payload '$name'") );
}

sub _compiled ( $self, $codec, $operation ) {
    return $self->{operations}{tare} //= compile( 'decode', $TARE, {} ) if !$codec;
    my $selector = $codec->selector;
    unsupported("$selector has no $operation") if !$codec->{$operation};
    return $self->{operations}{"$selector $operation"} //= compile( $operation, $codec->{$operation}, $codec->objects );
}

# What the operation is given for each document.
sub _given ( $codec, $operation, $payload ) {
    return $payload->documents                                                if !$codec;
    return ( _tried( $codec, $payload, sub { $payload->trees($codec) } ) )[0] if $operation eq 'encode';
    return $payload->encoded( $codec->{format} )
      // unsupported("the payload came without $codec->{format}, which cannot hold it");
}

# Calls a library, and tells one that refuses what its format cannot hold from one that breaks.
sub _tried ( $codec, $payload, $call ) {
    my @results;
    return @results if eval { @results = $call->(); 1 };

    # The core leaves out the bytes in a format that cannot hold the payload.
    my $refuse = !$codec || $payload->encoded( $codec->{format} ) ? \&failed : \&unsupported;
    return $refuse->( reason($@) );
}

sub _bytes ($result) {
    failed('its result is not bytes') if !defined $result || ref $result || !utf8::downgrade( $result, 1 );
    return $result;
}

sub _text ( $request, $name ) {
    my $text = _member( $request, $name, q{} );
    bad_request("member '$name' is no string") if !defined $text || _is_number($text);
    return $text;
}

sub _count ( $request, $name, $least ) {
    my $number = _member( $request, $name, q{} );
    bad_request("member '$name' is no integer from $least on")
      if !defined $number || !_is_number($number) || $number !~ /\A\d+\z/ || $number < $least || $number > ~0 >> 1;
    return $number;
}

# Whether a scalar that JSON was read into was a number there.
sub _is_number ($scalar) {
    return encode_json($scalar) !~ /\A"/;
}

# Takes a member of a request, of a given type as ref names it.
sub _member ( $request, $name, $type ) {
    bad_request('not an object')              if ref $request ne 'HASH';
    bad_request("no member '$name'")          if !exists $request->{$name};
    bad_request("member '$name' is no $type") if ref $request->{$name} ne $type;
    return $request->{$name};
}

1;
