#!/usr/bin/perl

# The Perl runner of Weighbridge: speaks docs/protocol.md over standard input and output.

use v5.36;

use File::Basename qw(dirname);
use File::Spec     ();

use lib dirname( File::Spec->rel2abs(__FILE__) ) . '/lib';
use Weighbridge::Session ();

binmode STDIN;
binmode STDOUT;
STDOUT->autoflush;

my $session = Weighbridge::Session->new( dirname( File::Spec->rel2abs(__FILE__) ) );
while ( $session->is_running ) {
    my $line = readline STDIN;
    last if !defined $line || $line !~ /\n\z/;
    print $session->answer($line), "\n";
}
