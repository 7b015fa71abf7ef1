-- Base64, by LuaSocket.

local mime = require("mime.core")

local Refusal = require("weighbridge.refusal")

local base64 = {}

function base64.encode(bytes)
    return mime.b64(bytes) or ""
end

function base64.decode(text)
    if #text % 4 ~= 0 or not text:find("^[%w+/]*=?=?$") then
        Refusal.bad_request("bytes that are not base64")
    end
    return mime.unb64(text) or ""
end

return base64
