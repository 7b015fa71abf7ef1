-- Both Lua 5.4 and LuaJIT read these files.
std = "max"
max_line_length = 120
