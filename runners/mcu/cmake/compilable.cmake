# Have a codec whose library does not compile for the board be missing, for the compiler's reason. What cannot be found
# out in this way, the board says in <codec>_REFUSED.
function(need_compilable codec)
    if(${codec}_MISSING)
        return()
    endif()
    if(${codec}_REFUSED)
        set(${codec}_MISSING "${${codec}_REFUSED}" PARENT_SCOPE)
        return()
    endif()
    set(command
        ${CMAKE_C_COMPILER}
        ${OPTIMISATION}
        -std=gnu11
        -w
        -fsyntax-only
    )
    list(TRANSFORM ${codec}_DEFINITIONS PREPEND -D OUTPUT_VARIABLE definitions)
    list(TRANSFORM ${codec}_INCLUDES PREPEND -I OUTPUT_VARIABLE includes)
    foreach(source IN LISTS ${codec}_SOURCES)
        execute_process(
            COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${command} ${definitions} ${includes} ${source}
            RESULT_VARIABLE result
            ERROR_VARIABLE words
        )
        if(result EQUAL 0)
            continue()
        endif()
        string(REGEX MATCH "error: ([^\n]*)" found "${words}")
        string(REPLACE "\"" "'" reason "${CMAKE_MATCH_1}")
        set(${codec}_MISSING "its library does not compile for this processor: ${reason}" PARENT_SCOPE)
        return()
    endforeach()
endfunction()
