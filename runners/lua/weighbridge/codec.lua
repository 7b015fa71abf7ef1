-- One library's implementation of a format, with the calls that are compiled into the timed loops.
--
-- What a file in `codecs` returns is a list of tables with
--
--   name, variant   unique together in this runner; no variant for the plain row
--   format          the format's name
--   library         the library's name among rocks
--   setup           loads the library; returns it, its version and its dialect (node.lua)
--   encode          an expression that makes a string of bytes of `value`, tables and scalars, by `library`
--   decode          an expression that makes tables and scalars of `data`, a string of bytes; nil, and why, if it fails
--   utf8            whether decoded text is "checked" or "unchecked"
--   root            optional: makes what is encoded of a whole document, a node
--   api             which of the library's interfaces is used, in a word or two
--   documentation   the page that shows the calls used
--   licence         its SPDX identifier

local lfs = require("lfs")

local json = require("weighbridge.json")
local operation = require("weighbridge.operation")

local Codec = {}
Codec.__index = Codec

-- Reads every codec in a folder's `codecs`.
function Codec.read_all(folder)
    local sources = {}
    for name in lfs.dir(folder .. "/codecs") do
        sources[#sources + 1] = name:match("%.lua$") and "codecs/" .. name
    end
    table.sort(sources)
    local codecs = {}
    for _, source in ipairs(sources) do
        for _, codec in ipairs(dofile(folder .. "/" .. source)) do
            codec.source = source
            codec:set_up()
            codecs[#codecs + 1] = codec
        end
    end
    return codecs
end

-- What a file in `codecs` calls with a codec's facts.
function Codec.new(facts)
    return setmetatable(facts, Codec)
end

-- The name by which a request names it.
function Codec:selector()
    return self.variant and ("%s[%s]"):format(self.name, self.variant) or self.name
end

-- Loads the library, or finds out why it cannot be had, and how to get it.
function Codec:set_up()
    local done, loaded, version, dialect = pcall(self.setup)
    if done then
        self.loaded, self.version, self.dialect = loaded, version, dialect
    else
        self.missing = ("%s; use luarocks install %s"):format(tostring(loaded):match("^[^\n]*[^\n:]"), self.library)
    end
end

function Codec:operations()
    local operations = {}
    for _, name in ipairs({ "encode", "decode" }) do
        operations[#operations + 1] = self[name] and name
    end
    return operations
end

function Codec:describe()
    local operations = self:operations()
    local entry = {
        codec = self.name,
        variant = self.variant or json.null,
        format = self.format,
        library = self.library,
        operations = operations,
    }
    if self.missing then
        entry.reason = self.missing
        return entry
    end
    entry.version, entry.source = self.version, self.source
    entry.homepage, entry.licence, entry.documentation = self.homepage, self.licence, self.documentation
    entry.tare = {}
    for _, name in ipairs(operations) do
        entry.tare[name] = "call"
    end
    entry.policies = {
        buffers = "fresh",
        strings = "owned",
        utf8 = self.utf8,
        access = "tree",
        map = "hash",
        api = self.api,
        starts_from = self.encode and "native" or json.null, -- a library is handed the table whole
        threads = false,
    }
    return entry
end

-- Compiles an operation's expression.
function Codec:compile(name)
    return operation.compile(name, self[name], self.loaded)
end

return Codec
