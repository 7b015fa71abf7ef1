-- Expressions that are compiled into a call and a timed loop.

local system = require("system")

local operation = {}

-- The name that each operation's expression gives the document.
operation.PARAMETERS = { encode = "value", decode = "data" }

-- The library call stands in the loop itself: a function of ours around it would cost what a small document costs. The
-- result goes where the JIT cannot tell that nobody looks at it.
local SOURCE = [[
local wall, cpu, library = ...
local kept = {}
return {
    call = function(@PARAMETER@)
        return @EXPRESSION@
    end,
    time = function(documents, count, iterations)
        local wall_begin, cpu_begin = wall(), cpu()
        for _ = 1, iterations do
            for index = 1, count do
                local @PARAMETER@ = documents[index]
                kept[1] = @EXPRESSION@
            end
        end
        return wall() - wall_begin, cpu() - cpu_begin
    end,
}
]]

-- Returns two functions: `call` runs the expression once on a document, `time` on each of so many documents (there may
-- be nil among them) so many times, and returns wall and CPU time in seconds.
function operation.compile(name, expression, library)
    local words = { PARAMETER = operation.PARAMETERS[name], EXPRESSION = expression }
    local source = SOURCE:gsub("@(%u+)@", words)
    return assert(load(source, "=" .. expression))(system.monotime, os.clock, library)
end

operation.CLOCKS = {
    wall = { name = "CLOCK_MONOTONIC", resolution_ns = 1 },
    -- What C's clock() tells: microseconds of the process, which has no other thread.
    cpu = { name = "clock", resolution_ns = 1000, covers = "process" },
}

return operation
