-- The Lua runner of Weighbridge: speaks docs/protocol.md over standard input and output.

local folder = arg[0]:match("^(.*)/[^/]*$") or "."
-- Debian keeps a library in pure Lua where the version of Lua is that it was written for; 5.4 runs what 5.3 does.
package.path = folder .. "/?.lua;" .. package.path .. ";/usr/share/lua/5.3/?.lua"

local Session = require("weighbridge.session")

local session = Session.new(folder)
for line in io.lines() do
    io.write(session:answer(line), "\n")
    io.flush()
    if session.ended then
        break
    end
end
