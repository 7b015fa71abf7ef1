-- lua-MessagePack, written in Lua. Null is nil, which a table cannot hold.

local Codec = require("weighbridge.codec")

return {
    Codec.new({
        name = "messagepack",
        format = "msgpack",
        library = "lua-messagepack",
        setup = function()
            local messagepack = require("MessagePack")
            return messagepack, messagepack._VERSION, {}
        end,
        encode = "library.pack(value)",
        decode = "library.unpack(data)",
        utf8 = "unchecked",
        api = "pack, unpack",
        homepage = "https://fperrad.frama.io/lua-MessagePack/",
        licence = "MIT",
        documentation = "https://fperrad.frama.io/lua-MessagePack/messagepack/",
    }),
}
