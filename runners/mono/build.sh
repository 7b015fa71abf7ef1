#!/bin/sh
# Builds with Mono's mcs, which leaves no trace of itself in what it makes: its name and flags are put there.
set -eu
mkdir -p build
compiler=$(mcs --version | sed 's/.* version /mcs /')
flags=$(grep -E '^-(optimize|langversion)' mono.rsp | tr '\n' ' ' | sed 's/ $//')
cat > build/Built.cs << EOF
[assembly: System.Reflection.AssemblyMetadata("Compiler", "$compiler")]
[assembly: System.Reflection.AssemblyMetadata("Flags", "$flags")]
EOF
exec mcs @mono.rsp
