-- lua-cjson, written in C. It writes numbers with 14 digits, and an empty table as a map.

local Codec = require("weighbridge.codec")

return {
    Codec.new({
        name = "cjson",
        format = "json",
        library = "lua-cjson",
        setup = function()
            local cjson = require("cjson")
            return cjson, cjson._VERSION, { null = cjson.null }
        end,
        encode = "library.encode(value)",
        decode = "library.decode(data)",
        utf8 = "unchecked",
        api = "encode, decode",
        homepage = "https://www.kyne.com.au/~mark/software/lua-cjson.php",
        licence = "MIT",
        documentation = "https://www.kyne.com.au/~mark/software/lua-cjson-manual.html",
    }),
}
