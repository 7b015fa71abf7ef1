-- The JSON of the protocol: text to nodes, and answers to text. The libraries that are weighed would not do: none is on
-- every machine, and in LuaJIT they know no integers.

local Node = require("weighbridge.node")
local Refusal = require("weighbridge.refusal")
local utf8text = require("weighbridge.utf8text")

local json = {}

-- Stands for null in an answer.
json.null = {}

local ESCAPES = { ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }
local WORDS = {
    ["null"] = Node.null,
    ["true"] = Node.scalar("boolean", true),
    ["false"] = Node.scalar("boolean", false),
}

local function malformed(at)
    Refusal.bad_request("not JSON, at byte %d", at)
end

local function code_unit(text, at)
    return tonumber(text:match("^\\u(%x%x%x%x)", at) or malformed(at), 16)
end

-- Reads an escape; returns what it stands for, and where it ends.
local function unescaped(text, at)
    local letter = text:sub(at + 1, at + 1)
    if letter ~= "u" then
        return ESCAPES[letter] or malformed(at), at + 2
    end
    local code = code_unit(text, at)
    if code < 0xD800 or code > 0xDFFF then
        return utf8text.character(code), at + 6
    end
    local low = code_unit(text, at + 6)
    if code > 0xDBFF or low < 0xDC00 or low > 0xDFFF then
        malformed(at)
    end
    return utf8text.character((code - 0xD800) * 0x400 + low - 0xDC00 + 0x10000), at + 12
end

-- Reads a string from its quotation mark on.
local function string_from(text, at)
    local parts, from = {}, at + 1
    while true do
        local stop = text:find('[%c"\\]', from) or malformed(at)
        parts[#parts + 1] = text:sub(from, stop - 1)
        local mark = text:sub(stop, stop)
        if mark == '"' then
            return table.concat(parts), stop + 1
        elseif mark == "\\" then
            parts[#parts + 1], from = unescaped(text, stop)
        elseif mark == "\127" then
            parts[#parts + 1], from = mark, stop + 1
        else
            malformed(stop)
        end
    end
end

local function number_from(text, at)
    local digits, after = text:match("^(%-?%d+)()", at)
    local tail, stop = text:match("^([%d.eE+-]+)()", after or at)
    if not digits or digits:find("^%-?0%d") then
        malformed(at)
    elseif not tail then
        return Node.scalar("integer", digits), after
    elseif not (tail:find("^%.%d+$") or tail:find("^%.?%d*[eE][+-]?%d+$")) then
        malformed(at)
    end
    return Node.scalar("float", tonumber(digits .. tail)), stop
end

local value_from

local function spaces_from(text, at)
    return text:match("^[ \t\r\n]*()", at)
end

-- Reads what is between brackets, piece by piece.
local function pieces_from(text, at, closing, piece_from)
    at = spaces_from(text, at + 1)
    if text:sub(at, at) == closing then
        return at + 1
    end
    while true do
        at = spaces_from(text, piece_from(spaces_from(text, at)))
        local mark = text:sub(at, at)
        if mark == closing then
            return at + 1
        elseif mark ~= "," then
            malformed(at)
        end
        at = at + 1
    end
end

local function array_from(text, at)
    local items = {}
    local after = pieces_from(text, at, "]", function(start)
        local item, stop = value_from(text, start)
        items[#items + 1] = item
        return stop
    end)
    return Node.array(items), after
end

local function map_from(text, at)
    local keys, items = {}, {}
    local after = pieces_from(text, at, "}", function(start)
        if text:sub(start, start) ~= '"' then
            malformed(start)
        end
        local key, colon = string_from(text, start)
        colon = spaces_from(text, colon)
        if text:sub(colon, colon) ~= ":" then
            malformed(colon)
        end
        local item, stop = value_from(text, spaces_from(text, colon + 1))
        keys[#keys + 1], items[#items + 1] = key, item
        return stop
    end)
    return Node.map(keys, items), after
end

function value_from(text, at)
    local mark = text:sub(at, at)
    if mark == "{" then
        return map_from(text, at)
    elseif mark == "[" then
        return array_from(text, at)
    elseif mark == '"' then
        local value, after = string_from(text, at)
        return Node.scalar("text", value), after
    elseif mark:find("[%d-]") then
        return number_from(text, at)
    end
    local word = text:match("^%a+", at) or ""
    return WORDS[word] or malformed(at), at + #word
end

-- Reads a text that is one value.
function json.read(text)
    if not utf8text.is(text) then
        Refusal.bad_request("text that is not UTF-8")
    end
    local node, after = value_from(text, spaces_from(text, 1))
    if spaces_from(text, after) <= #text then
        malformed(after)
    end
    return node
end

local NAMED = { ['"'] = '\\"', ["\\"] = "\\\\" }

-- Writes a string, with U+FFFD for what is not UTF-8.
function json.quoted(text)
    if not utf8text.is(text) then
        text = text:gsub("[\128-\255]", "\239\191\189")
    end
    return '"' .. text:gsub('[%c"\\]', function(mark)
        return NAMED[mark] or ("\\u%04x"):format(mark:byte())
    end) .. '"'
end

-- Writes an answer: a table with a first item, or an empty one, is an array.
function json.written(value)
    if value == json.null then
        return "null"
    elseif type(value) == "string" then
        return json.quoted(value)
    elseif type(value) == "number" then
        return ("%.0f"):format(value)
    elseif type(value) ~= "table" then
        return tostring(value)
    end
    local parts = {}
    if value[1] ~= nil or next(value) == nil then
        for index, item in ipairs(value) do
            parts[index] = json.written(item)
        end
        return "[" .. table.concat(parts, ",") .. "]"
    end
    for key, item in pairs(value) do
        parts[#parts + 1] = json.quoted(key) .. ":" .. json.written(item)
    end
    return "{" .. table.concat(parts, ",") .. "}"
end

return json
