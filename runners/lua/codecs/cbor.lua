-- lua-cbor, written in Lua. By default it takes every string for bytes, keys as well, which no other language reads as
-- text; so it is told that strings are text.

local Codec = require("weighbridge.codec")

return {
    Codec.new({
        name = "cbor",
        variant = "text",
        format = "cbor",
        library = "lua-cbor",
        setup = function()
            local cbor = require("cbor")
            cbor.type_encoders.string = cbor.type_encoders.utf8string
            return cbor, "1.0", { null = cbor.null }
        end,
        encode = "library.encode(value)",
        decode = "library.decode(data)",
        utf8 = "unchecked",
        api = "encode, decode; type_encoders",
        homepage = "https://code.zash.se/lua-cbor/",
        licence = "MIT",
        documentation = "https://code.zash.se/lua-cbor/",
    }),
}
