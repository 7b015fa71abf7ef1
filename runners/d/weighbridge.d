/// The runner: its codecs are what files in `codecs/` register; `harness/` speaks the protocol.
module weighbridge;

import std.stdio : stdin, stdout;

import harness.session : serve;

void main()
{
    serve(stdin, stdout);
}
