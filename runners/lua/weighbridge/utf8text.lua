-- What is text in Lua's strings, which are bytes: LuaJIT has no library utf8.

local utf8text = {}

-- The shapes of a character beyond ASCII (RFC 3629).
local SHAPES = {
    "^[\194-\223][\128-\191]()",
    "^\224[\160-\191][\128-\191]()",
    "^[\225-\236\238\239][\128-\191][\128-\191]()",
    "^\237[\128-\159][\128-\191]()",
    "^\240[\144-\191][\128-\191][\128-\191]()",
    "^[\241-\243][\128-\191][\128-\191][\128-\191]()",
    "^\244[\128-\143][\128-\191][\128-\191]()",
}

local function after_character(bytes, at)
    for _, shape in ipairs(SHAPES) do
        local after = bytes:match(shape, at)
        if after then
            return after
        end
    end
end

-- Whether a string is UTF-8.
function utf8text.is(bytes)
    if utf8 then
        return utf8.len(bytes) ~= nil
    end
    local at = bytes:find("[\128-\255]")
    while at do
        local after = after_character(bytes, at)
        if not after then
            return false
        end
        at = bytes:find("[\128-\255]", after)
    end
    return true
end

-- The character of a code point.
function utf8text.character(code)
    if utf8 then
        return utf8.char(code)
    elseif code < 0x80 then
        return string.char(code)
    elseif code < 0x800 then
        return string.char(0xC0 + math.floor(code / 0x40), 0x80 + code % 0x40)
    end
    local rest = { 0x80 + math.floor(code / 0x40) % 0x40, 0x80 + code % 0x40 }
    if code < 0x10000 then
        return string.char(0xE0 + math.floor(code / 0x1000), unpack(rest))
    end
    return string.char(0xF0 + math.floor(code / 0x40000), 0x80 + math.floor(code / 0x1000) % 0x40, unpack(rest))
end

return utf8text
