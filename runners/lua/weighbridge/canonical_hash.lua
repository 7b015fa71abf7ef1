-- The canonical hash of a node (docs/protocol.md), as 16 lower-case hexadecimal digits.

local word = require(math.type and "weighbridge.word_integers" or "weighbridge.word_ffi")

local absorb = word.absorb

local function tagged(tag, value)
    return absorb(word.of_small(tag:byte()), value)
end

local function of_bytes(tag, bytes)
    local state = tagged(tag, word.of_small(#bytes))
    local padded = bytes .. ("\0"):rep(-#bytes % 8)
    for position = 1, #padded, 8 do
        state = absorb(state, word.at(padded, position))
    end
    return state
end

-- Whether an integer is above 2^63-1.
local function is_unsigned(digits)
    return digits:sub(1, 1) ~= "-" and (#digits > 19 or (#digits == 19 and digits > "9223372036854775807"))
end

local of

local function of_array(items)
    local state = word.of_small(("a"):byte())
    for _, item in ipairs(items) do
        state = absorb(state, of(item))
    end
    return absorb(state, word.of_small(#items))
end

local function of_map(keys, items)
    local sum = word.of_small(0)
    for index, key in ipairs(keys) do
        sum = word.sum(sum, absorb(tagged("e", of_bytes("s", key)), of(items[index])))
    end
    return absorb(tagged("m", sum), word.of_small(#keys))
end

function of(node)
    local kind, value = node.kind, node.value
    if kind == "null" then
        return tagged("n", word.of_small(0))
    elseif kind == "boolean" then
        return tagged("b", word.of_small(value and 1 or 0))
    elseif kind == "integer" then
        return tagged(is_unsigned(value) and "u" or "i", word.of_digits(value))
    elseif kind == "float" then
        -- Every NaN is the same.
        return tagged("f", value == value and word.of_double(value) or word.of_digits("9221120237041090560"))
    elseif kind == "text" then
        return of_bytes("s", value)
    elseif kind == "bytes" then
        return of_bytes("y", value)
    elseif kind == "array" then
        return of_array(node.items)
    end
    return of_map(node.keys, node.items)
end

return function(node)
    return word.hexadecimal(of(node))
end
