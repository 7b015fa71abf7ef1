# Link a program without codecs and, for each row of each codec, one with that row alone, and ones with each of its
# operations alone; write what they add to OUTPUT, as C.
#
# A codec's object has sections that nothing else in it is linked without: ROOTS matches their names, its first group the
# row, and its second the operation. To be linked they are called KEPT, which a linker keeps; nothing keeps those that are
# left out, nor those that match DROPPED.
#
# LINK is the command that links what all have in common, to which objects are added; EMPTY is what the program without
# codecs has in their place; OBJECTS are the codecs' objects, and SOURCES their files, as in their descriptions; OBJDUMP,
# OBJCOPY and SIZE are tools.

include(${CMAKE_CURRENT_LIST_DIR}/weigh.cmake)

# Append to `lines` what some sections of `object` add, which are those of `row` and, unless it is "", of `operation`.
function(add_line object source row operation)
    # By another name, nothing keeps them; an old objcopy cannot remove what is referred to. Constructors are kept by any
    # name (LLD goes by a section's type), and nothing refers to them.
    set(others ${roots})
    list(REMOVE_ITEM others ${ARGN})
    list(TRANSFORM others REPLACE "(.+)" "--rename-section=\\1=unused.\\1")
    list(TRANSFORM ARGN REPLACE "(.+)" "--rename-section=\\1=${KEPT}" OUTPUT_VARIABLE own)
    list(TRANSFORM dropped REPLACE "(.+)" "--remove-section=\\1" OUTPUT_VARIABLE gone)
    run(${OBJCOPY} ${gone} ${others} ${own} ${object} alone.o)
    weigh(${LINK} alone.o)
    math(EXPR flash "${flash} - ${empty_flash}")
    math(EXPR ram "${ram} - ${empty_ram}")
    if(flash EQUAL 0)
        return() # an operation that the row does not have
    endif()
    if(operation)
        set(operation "\"${operation}\"")
    else()
        set(operation NULL)
    endif()
    set(lines "${lines}    {\"${source}\", \"${row}\", ${operation}, ${flash}, ${ram}},\n" PARENT_SCOPE)
endfunction()

weigh(${LINK} ${EMPTY})
set(empty_flash ${flash})
set(empty_ram ${ram})

set(lines)
foreach(object source IN ZIP_LISTS OBJECTS SOURCES)
    run(${OBJDUMP} -h -w ${object})
    string(REGEX MATCHALL "\n *[0-9]+ [^ ]+" names "${output}")
    list(TRANSFORM names REPLACE "\n *[0-9]+ " "")
    set(roots ${names})
    list(FILTER roots INCLUDE REGEX "^${ROOTS}$")
    set(dropped)
    if(DROPPED)
        set(dropped ${names})
        list(FILTER dropped INCLUDE REGEX "^${DROPPED}$")
    endif()
    list(TRANSFORM roots REPLACE "^${ROOTS}$" "\\1" OUTPUT_VARIABLE rows)
    list(REMOVE_DUPLICATES rows)
    foreach(row IN LISTS rows)
        set(own)
        foreach(root IN LISTS roots)
            string(REGEX REPLACE "^${ROOTS}$" "\\1" row_of_root ${root})
            if(row_of_root STREQUAL row)
                list(APPEND own ${root})
            endif()
        endforeach()
        add_line(${object} ${source} ${row} "" ${own})
        foreach(root IN LISTS own)
            string(REGEX REPLACE "^${ROOTS}$" "\\2" operation ${root})
            add_line(${object} ${source} ${row} ${operation} ${root})
        endforeach()
    endforeach()
endforeach()
file(WRITE ${OUTPUT} "#include \"footprint.h\"\n\nconst struct footprint footprints[] = {\n${lines}    {0},\n};\n")
