-- 64-bit words for the canonical hash, where integers have 64 bits: Lua 5.3 and later.

local word = {}

-- absorb(h, w) of docs/protocol.md.
function word.absorb(state, other)
    local mixed = (state ~ other) * 0x9E3779B97F4A7C15
    return mixed ~ (mixed >> 32)
end

function word.sum(one, other)
    return one + other
end

-- The words of a string whose length is a multiple of 8.
function word.at(bytes, position)
    return (string.unpack("<I8", bytes, position))
end

function word.of_small(number)
    return number
end

-- The word of an integer's digits, in two's complement.
function word.of_digits(digits)
    local number = tonumber(digits)
    if math.type(number) == "integer" then
        return number
    end
    -- Above 2^63-1, where a number would be a float.
    return tonumber(digits:sub(1, -2)) * 10 + tonumber(digits:sub(-1))
end

function word.of_double(number)
    return (string.unpack("<I8", string.pack("<d", number)))
end

function word.hexadecimal(value)
    return ("%016x"):format(value)
end

return word
