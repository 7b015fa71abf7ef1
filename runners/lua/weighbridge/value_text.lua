-- Value text (docs/protocol.md), to nodes and back.

local Node = require("weighbridge.node")
local Refusal = require("weighbridge.refusal")
local base64 = require("weighbridge.base64")
local json = require("weighbridge.json")

local value_text = {}

local FLOAT, BYTES = "\0float", "\0bytes"
local NON_FINITE = { ["nan"] = 0 / 0, ["inf"] = math.huge, ["-inf"] = -math.huge }

local function unmarked(node)
    if node.kind == "array" or node.kind == "map" then
        local mark, first = node.keys and #node.keys == 1 and node.keys[1], node.items[1]
        if mark == BYTES then
            return Node.scalar("bytes", base64.decode(first.value))
        elseif mark == FLOAT then
            return Node.scalar("float", NON_FINITE[first.value] or Refusal.bad_request("a float that is none"))
        end
        for index, item in ipairs(node.items) do
            node.items[index] = unmarked(item)
        end
    end
    return node
end

function value_text.read(text)
    return unmarked(json.read(text))
end

local function marked(mark, text)
    return ("{%s:%s}"):format(json.quoted(mark), json.quoted(text))
end

local function float(number)
    if number ~= number then
        return marked(FLOAT, "nan")
    elseif number == math.huge or number == -math.huge then
        return marked(FLOAT, number > 0 and "inf" or "-inf")
    end
    local digits = ("%.17g"):format(number)
    return digits:find("[.e]") and digits or digits .. ".0"
end

function value_text.write(node)
    local kind = node.kind
    if kind == "null" then
        return "null"
    elseif kind == "boolean" then
        return tostring(node.value)
    elseif kind == "integer" then
        return node.value
    elseif kind == "float" then
        return float(node.value)
    elseif kind == "text" then
        return json.quoted(node.value)
    elseif kind == "bytes" then
        return marked(BYTES, base64.encode(node.value))
    end
    local parts = {}
    for index, item in ipairs(node.items) do
        parts[index] = (node.keys and json.quoted(node.keys[index]) .. ":" or "") .. value_text.write(item)
    end
    local text = table.concat(parts, ",")
    return node.keys and "{" .. text .. "}" or "[" .. text .. "]"
end

return value_text
