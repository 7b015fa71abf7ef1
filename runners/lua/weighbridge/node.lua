-- A value of the value model (docs/protocol.md, "Values") that tells what Lua's own types do not: arrays from maps,
-- bytes from text, and in LuaJIT integers from floats. A node has a kind, and:
--
--   boolean        its value
--   integer        its digits, as a string
--   float          its value, a number
--   text, bytes    its value, a string
--   array          its items, nodes
--   map            its keys, strings in the document's order, and its items, a node for each key
--
-- A dialect is what a library has for what Lua has nothing for:
--
--   null           what stands for null; nil if there is nothing
--   array, map     optional: mark a table as one or the other

local Refusal = require("weighbridge.refusal")
local utf8text = require("weighbridge.utf8text")

local Node = {}

Node.null = { kind = "null" }

function Node.scalar(kind, value)
    return { kind = kind, value = value }
end

function Node.array(items)
    return { kind = "array", items = items }
end

function Node.map(keys, items)
    return { kind = "map", keys = keys, items = items }
end

-- The digits of a number that is an integer. In LuaJIT every number is a double, and one without a fraction stands for
-- an integer, as it does in JavaScript.
local function digits(number)
    if math.type then
        return math.type(number) == "integer" and ("%d"):format(number)
    end
    local integral = number % 1 == 0 and number >= -2 ^ 63 and number < 2 ^ 64 and 1 / number ~= -math.huge
    return integral and ("%.0f"):format(number)
end

local function same(mark)
    return mark
end

-- Makes of a node the table or scalar that an application would have.
function Node.natural(node, dialect)
    local kind = node.kind
    if kind == "null" then
        return dialect.null
    elseif kind == "integer" then
        return tonumber(node.value)
    elseif kind == "array" then
        local made = {}
        for index, item in ipairs(node.items) do
            made[index] = Node.natural(item, dialect)
        end
        return (dialect.array or same)(made)
    elseif kind == "map" then
        local made = {}
        for index, key in ipairs(node.keys) do
            made[key] = Node.natural(node.items[index], dialect)
        end
        return (dialect.map or same)(made)
    end
    return node.value
end

-- The entries of a table with string keys.
local function map_of(value, dialect)
    local keys, items = {}, {}
    for key, item in pairs(value) do
        if type(key) ~= "string" or not utf8text.is(key) then
            Refusal.failed("decoded to a table with the key %s, which is no text", tostring(key))
        end
        keys[#keys + 1] = key
        items[#items + 1] = Node.of(item, dialect)
    end
    return Node.map(keys, items)
end

-- The items of a table with the keys 1, 2, …; where one is missing, it was null.
local function array_of(value, dialect)
    local length = 0
    for key in pairs(value) do
        if type(key) ~= "number" then
            Refusal.failed("decoded to a table with keys of several types")
        end
        length = math.max(length, key)
    end
    local items = {}
    for index = 1, length do
        items[index] = Node.of(value[index], dialect)
    end
    return Node.array(items)
end

-- Makes a node of what a library decoded. A table that is empty is an array, unless it is marked.
function Node.of(value, dialect)
    local kind = type(value)
    if value == nil or value == dialect.null then
        return Node.null
    elseif kind == "boolean" then
        return Node.scalar("boolean", value)
    elseif kind == "number" then
        local integer = digits(value)
        return integer and Node.scalar("integer", integer) or Node.scalar("float", value)
    elseif kind == "string" then
        return Node.scalar(utf8text.is(value) and "text" or "bytes", value)
    elseif kind ~= "table" then
        Refusal.failed("decoded to %s, which is outside the value model", kind)
    end
    local mark = (getmetatable(value) or {}).__jsontype
    if mark == "object" or (not mark and type(next(value)) == "string") then
        return map_of(value, dialect)
    end
    return array_of(value, dialect)
end

return Node
