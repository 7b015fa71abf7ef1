package Weighbridge::Operation;

# Expressions that are compiled into a call and a timed loop, as Benchmark of Perl's core has it.

use v5.36;

use Exporter    qw(import);
use Time::HiRes qw(clock_getres clock_gettime CLOCK_MONOTONIC CLOCK_THREAD_CPUTIME_ID);

our @EXPORT_OK = qw(clocks compile);

# The name that each operation's expression gives the document.
my %PARAMETER = ( encode => 'value', decode => 'data' );

# The library call stands in the loop itself: a function of ours around it would cost what a small document costs. The
# result lives until the next one takes its place, so that freeing it is in the price.
my $SOURCE = <<'PERL';
package Weighbridge::Operation::Compiled;
use v5.36;
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC CLOCK_THREAD_CPUTIME_ID);
%s
return {
    call => sub ($%s) {
        return scalar %s;
    },
    time => sub ( $documents, $iterations ) {
        my $result;
        my $wall = clock_gettime(CLOCK_MONOTONIC);
        my $cpu  = clock_gettime(CLOCK_THREAD_CPUTIME_ID);
        for ( 1 .. $iterations ) {
            for my $%s ( $documents->@* ) {
                $result = %s;
            }
        }
        $cpu  = clock_gettime(CLOCK_THREAD_CPUTIME_ID) - $cpu;
        $wall = clock_gettime(CLOCK_MONOTONIC) - $wall;
        return { wall_ns => int( $wall * 1e9 + 0.5 ), cpu_ns => int( $cpu * 1e9 + 0.5 ) };
    },
};
PERL

# Returns the operation's functions: `call` runs the expression once on a document, `time` on each of the documents so
# many times, and returns the answer's members.
sub compile ( $operation, $expression, $objects ) {
    my $parameter = $PARAMETER{$operation};
    my $kept      = join q{}, map { "my \$$_ = \$objects->{$_};\n" } sort keys $objects->%*;
    my $functions = eval sprintf $SOURCE, $kept, $parameter, $expression, $parameter, $expression;
    die $@ if $@;
    return $functions;
}

sub clocks () {
    return {
        wall => { name => 'CLOCK_MONOTONIC',         resolution_ns => _resolution(CLOCK_MONOTONIC) },
        cpu  => { name => 'CLOCK_THREAD_CPUTIME_ID', resolution_ns => _resolution(CLOCK_THREAD_CPUTIME_ID) },
    };
}

sub _resolution ($clock) {
    return int( clock_getres($clock) * 1e9 + 0.5 ) || 1;
}

1;
