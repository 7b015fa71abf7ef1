-- What is loaded and set up, with one method for each request.

local Codec = require("weighbridge.codec")
local Node = require("weighbridge.node")
local Payload = require("weighbridge.payload")
local Refusal = require("weighbridge.refusal")
local base64 = require("weighbridge.base64")
local hash_text = require("weighbridge.canonical_hash")
local json = require("weighbridge.json")
local operation = require("weighbridge.operation")
local value_text = require("weighbridge.value_text")

local Session = {}
Session.__index = Session

local REQUESTS = { describe = true, load = true, check = true, time = true, drop = true, quit = true }
local OPERATIONS = { encode = true, decode = true, scan = true }

-- What takes the library's place in the tare: the cheapest function that is written in C. What is left is the library's
-- own work, a library written in Lua paying for its own calls.
local TARE = { expression = "library(data)", library = rawlen or type }

-- Takes a member of a request, a node of a certain kind.
local function member(request, name, kind)
    if request.kind ~= "map" then
        Refusal.bad_request("not an object")
    end
    for index, key in ipairs(request.keys) do
        if key == name then
            local item = request.items[index]
            return item.kind == kind and item or Refusal.bad_request("member '%s' is no %s", name, kind)
        end
    end
    return Refusal.bad_request("no member '%s'", name)
end

local function has(request, name)
    for _, key in ipairs(request.keys) do
        if key == name then
            return true
        end
    end
    return false
end

local function text(request, name)
    return member(request, name, "text").value
end

local function count(request, name, least)
    local digits = member(request, name, "integer").value
    local number = tonumber(digits)
    if number < least or #digits > 19 or number >= 2 ^ 63 then
        Refusal.bad_request("member '%s' is out of range", name)
    end
    return number
end

-- Returns what pcall returned, and tells a library that refuses what its format cannot hold from one that breaks.
local function passed(codec, payload, done, ...)
    if not done then
        -- The core leaves out the bytes in a format that cannot hold the payload.
        local refuse = (not codec or payload.encoded[codec.format]) and Refusal.failed or Refusal.unsupported
        refuse("%s", Refusal.of((...)).message)
    end
    return ...
end

local function tried(codec, payload, call, ...)
    return passed(codec, payload, pcall(call, ...))
end

function Session.new(folder)
    local session = { runner = "lua", codecs = {}, in_order = Codec.read_all(folder), payloads = {}, operations = {} }
    for _, codec in ipairs(session.in_order) do
        session.codecs[codec:selector()] = codec
    end
    return setmetatable(session, Session)
end

-- Answers one line, whatever it holds.
function Session:answer(line)
    local done, answer = pcall(function()
        local request = json.read(line)
        local name = text(request, "request")
        local respond = REQUESTS[name] and self[name] or Refusal.bad_request("no request '%s'", name)
        return respond(self, request)
    end)
    if done then
        answer.answer = "ok"
    else
        local refusal = Refusal.of(answer)
        answer = { answer = refusal.answer, message = refusal.message }
    end
    return json.written(answer)
end

function Session:describe()
    local present, missing = {}, {}
    for _, codec in ipairs(self.in_order) do
        table.insert(codec.missing and missing or present, codec:describe())
    end
    local jit = rawget(_G, "jit")
    return {
        protocol = 1,
        runner = self.runner,
        language = "lua",
        runtime = jit and jit.version or _VERSION,
        compiler = json.null,
        flags = jit and (jit.status() and "JIT" or "no JIT") or json.null,
        clocks = operation.CLOCKS,
        tares = { "call" },
        codecs = present,
        missing = missing,
    }
end

function Session:load(request)
    local name, documents = text(request, "payload"), member(request, "documents", "array").items
    local texts, encodings = {}, {}
    for index, document in ipairs(documents) do
        local encoded = member(document, "encoded", "map")
        texts[index], encodings[index] = text(document, "value"), {}
        for _, format in ipairs(encoded.keys) do
            encodings[index][format] = text(encoded, format)
        end
    end
    if #texts == 0 then
        Refusal.bad_request("no documents")
    end
    self.payloads[name] = Payload.new(texts, encodings)
    return {}
end

function Session:check(request)
    local codec, name, payload = self:subject(request)
    local nodes = {}
    if codec then
        local call = self:compiled(codec, name).call
        local given = self:given(codec, name, payload)
        local written = {}
        for index = 1, #payload.texts do
            local result, why = tried(codec, payload, call, given[index])
            if result == nil and why then
                tried(codec, payload, error, why)
            elseif name == "encode" then
                written[index] = base64.encode(result)
            else
                nodes[index] = Node.of(result, codec.dialect)
            end
        end
        if name == "encode" then
            return { bytes = written }
        end
    else
        nodes = payload:nodes()
    end
    local answer = { hashes = {} }
    local with_values = has(request, "values") and member(request, "values", "boolean").value
    answer.values = with_values and {} or nil
    for index, node in ipairs(nodes) do
        answer.hashes[index] = hash_text(node)
        if with_values then
            answer.values[index] = value_text.write(node)
        end
    end
    return answer
end

function Session:time(request)
    local codec, name, payload = self:subject(request)
    local iterations = count(request, "iterations", 1)
    local untimed = has(request, "untimed") and count(request, "untimed", 0) or 0
    local time = self:compiled(codec, name).time
    local given = self:given(codec, name, payload)
    local documents = #payload.texts
    tried(codec, payload, time, given, documents, untimed)
    local wall, cpu = tried(codec, payload, time, given, documents, iterations)
    return { wall_ns = math.floor(wall * 1e9 + 0.5), cpu_ns = math.floor(cpu * 1e9 + 0.5) }
end

function Session:drop(request)
    local name = text(request, "payload")
    if not self.payloads[name] then
        Refusal.bad_request("no payload '%s'", name)
    end
    self.payloads[name] = nil
    return {}
end

function Session:quit()
    self.ended = true
    return {}
end

-- Reads which codec (none for the tare), operation and payload a request is about.
function Session:subject(request)
    local selector, name, payload = text(request, "codec"), text(request, "operation"), text(request, "payload")
    local codec = self.codecs[selector]
    if not codec and selector ~= "tare:call" then
        Refusal.bad_request("no codec '%s'", selector)
    elseif not OPERATIONS[name] then
        Refusal.bad_request("no operation '%s'", name)
    elseif codec and codec.missing then
        Refusal.bad_request("%s", codec.missing)
    end
    return codec, name, self.payloads[payload] or Refusal.bad_request("no payload '%s'", payload)
end

function Session:compiled(codec, name)
    local selector = codec and codec:selector() or "tare:call"
    if codec and not codec[name] then
        Refusal.unsupported("%s has no %s", selector, name)
    end
    local key = codec and selector .. " " .. name or selector
    if not self.operations[key] then
        self.operations[key] = codec and codec:compile(name)
            or operation.compile("decode", TARE.expression, TARE.library)
    end
    return self.operations[key]
end

-- What the operation is given for each document.
function Session:given(codec, name, payload) -- luacheck: ignore 212
    if not codec then
        return payload.texts
    elseif name == "encode" then
        return tried(codec, payload, payload.natural, payload, codec)
    end
    return payload.encoded[codec.format]
        or Refusal.unsupported("the payload came without %s, which cannot hold it", codec.format)
end

return Session
