-- A loaded payload: its documents as value text, and as bytes in each format that came with all of them.

local Node = require("weighbridge.node")
local base64 = require("weighbridge.base64")
local value_text = require("weighbridge.value_text")

local Payload = {}
Payload.__index = Payload

-- Makes one of the texts of its documents, and of each one's bytes in base64 by format.
function Payload.new(texts, encodings)
    local encoded = {}
    for index, encoding in ipairs(encodings) do
        for name, text in pairs(encoding) do
            encoded[name] = encoded[name] or {}
            encoded[name][index] = base64.decode(text)
        end
    end
    for name, documents in pairs(encoded) do
        for index = 1, #texts do
            if not documents[index] then
                encoded[name] = nil
                break
            end
        end
    end
    local payload = setmetatable({ texts = texts, encoded = encoded, trees = {} }, Payload)
    payload:nodes()
    return payload
end

-- The documents with nothing lost. They are not kept: what is kept makes collecting garbage dearer.
function Payload:nodes()
    local nodes = {}
    for index, text in ipairs(self.texts) do
        nodes[index] = value_text.read(text)
    end
    return nodes
end

-- What a codec's encoder is given.
function Payload:natural(codec)
    local selector = codec:selector()
    if not self.trees[selector] then
        local trees = {}
        for index, node in ipairs(self:nodes()) do
            trees[index] = Node.natural(codec.root and codec.root(node) or node, codec.dialect)
        end
        self.trees[selector] = trees
    end
    return self.trees[selector]
end

return Payload
