-- dkjson, written in Lua; and [lpeg], its decoder by the library LPeg. It marks tables as arrays and objects. Null is a
-- value of its own, as nil would end an array.

local Codec = require("weighbridge.codec")

local function marked_as(kind)
    local mark = { __jsontype = kind }
    return function(made)
        return setmetatable(made, mark)
    end
end

local function dialect(dkjson)
    return { null = dkjson.null, array = marked_as("array"), map = marked_as("object") }
end

local function codec(facts)
    facts.name = "dkjson"
    facts.format = "json"
    facts.library = "dkjson"
    facts.decode = "library.decode(data, 1, library.null)"
    facts.utf8 = "unchecked"
    facts.homepage = "http://dkolf.de/dkjson-lua/"
    facts.licence = "MIT"
    facts.documentation = "http://dkolf.de/dkjson-lua/documentation"
    return Codec.new(facts)
end

return {
    codec({
        setup = function()
            local dkjson = require("dkjson")
            return dkjson, dkjson.version:match("[%d.]+"), dialect(dkjson)
        end,
        encode = "library.encode(value)",
        api = "encode, decode",
    }),
    codec({
        variant = "lpeg",
        setup = function()
            local dkjson = require("dkjson").use_lpeg()
            return dkjson, dkjson.version:match("[%d.]+"), dialect(dkjson)
        end,
        api = "decode, use_lpeg",
    }),
}
