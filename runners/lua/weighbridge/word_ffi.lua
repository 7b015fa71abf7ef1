-- 64-bit words for the canonical hash, by LuaJIT's FFI.

local bit = require("bit")
local ffi = require("ffi")

local word = {}

-- absorb(h, w) of docs/protocol.md.
function word.absorb(state, other)
    local mixed = bit.bxor(state, other) * 0x9E3779B97F4A7C15ULL
    return bit.bxor(mixed, bit.rshift(mixed, 32))
end

function word.sum(one, other)
    return one + other
end

local words = ffi.new("union { uint64_t word; double number; uint8_t bytes[8]; }")

-- The word that eight bytes of a string are.
function word.at(bytes, position)
    ffi.copy(words.bytes, bytes:sub(position, position + 7), 8)
    return words.word
end

function word.of_small(number)
    return ffi.cast("uint64_t", number)
end

-- The word of an integer's digits, in two's complement.
function word.of_digits(digits)
    local value = 0ULL
    for digit in digits:gmatch("%d") do
        value = value * 10 + tonumber(digit)
    end
    return digits:sub(1, 1) == "-" and 0 - value or value
end

function word.of_double(number)
    words.number = number
    return words.word
end

function word.hexadecimal(value)
    return bit.tohex(value)
end

return word
