-- Why a request is not done, as an answer says it.

local Refusal = {}
Refusal.__index = Refusal

local function refuse(answer)
    return function(message, ...)
        error(setmetatable({ answer = answer, message = message:format(...) }, Refusal), 0)
    end
end

-- The request is malformed or names what does not exist.
Refusal.bad_request = refuse("bad-request")
-- The codec cannot do this by its nature.
Refusal.unsupported = refuse("unsupported")
-- The library refused or broke.
Refusal.failed = refuse("failed")

-- Makes a refusal of whatever was raised.
function Refusal.of(raised)
    if getmetatable(raised) == Refusal then
        return raised
    end
    return setmetatable({ answer = "failed", message = tostring(raised) }, Refusal)
end

return Refusal
