# Linking, and weighing what was linked. LIBRARIES are added to every link; SIZE is a tool.

function(run)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
    set(output "${output}" PARENT_SCOPE)
endfunction()

# Set `flash` and `ram` to what a linked file takes.
function(weigh)
    run(${ARGN} -o linked.elf ${LIBRARIES})
    run(${SIZE} linked.elf)
    string(REGEX MATCH "\n *([0-9]+)[ \t]+([0-9]+)[ \t]+([0-9]+)" numbers "${output}")
    math(EXPR flash "${CMAKE_MATCH_1} + ${CMAKE_MATCH_2}")
    math(EXPR ram "${CMAKE_MATCH_2} + ${CMAKE_MATCH_3}")
    # What an AVR's linker script leaves in the flash has addresses of data all the same.
    run(${SIZE} -A linked.elf)
    if(output MATCHES "\n\\.literals +([0-9]+)")
        math(EXPR ram "${ram} - ${CMAKE_MATCH_1}")
    endif()
    set(flash ${flash} PARENT_SCOPE)
    set(ram ${ram} PARENT_SCOPE)
endfunction()
