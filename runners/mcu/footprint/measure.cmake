# Link a firmware without codecs and, for each row of each codec, one with that row alone, and write what it adds to
# OUTPUT, as C.
#
# INPUTS is a file that sets: C_LINK and CPP_LINK, commands that link what all codecs of a language have in common, to
# which objects, "-o <file>" and LIBRARIES are added; C_OBJECTS and CPP_OBJECTS, the codecs' objects; OPTIONS_<codec>,
# what its link needs besides; the tools OBJDUMP, OBJCOPY and SIZE.
include(${INPUTS})

include(${CMAKE_CURRENT_LIST_DIR}/../../c/footprint/weigh.cmake)

# Set `options` to those with which objcopy leaves one row of a codec alone. In C, the linker script keeps the sections of
# rows; by another name, nothing keeps them, and an old objcopy cannot remove what is referred to.
function(leave_alone_c section sections)
    list(REMOVE_ITEM sections ${section})
    list(TRANSFORM sections REPLACE "(.+)" "--rename-section=\\1=unused.\\1" OUTPUT_VARIABLE options)
    set(options ${options} PARENT_SCOPE)
endfunction()

# In C++, what keeps them is a constructor, which adds the facts about them besides.
function(leave_alone_cpp section sections)
    set(options --rename-section=.init_array=unused --rename-section=${section}=codecs.0 PARENT_SCOPE)
endfunction()

# Weigh the rows of codecs in a language, each of which is a section of the name given.
function(weigh_rows language link section_name objects)
    weigh(${link})
    set(empty_flash ${flash})
    set(empty_ram ${ram})
    foreach(object IN LISTS objects)
        cmake_path(GET object STEM LAST_ONLY codec)
        run(${OBJDUMP} -hw ${object})
        string(REGEX MATCHALL " ${section_name} " sections "${output}")
        list(TRANSFORM sections STRIP)
        set(row 0)
        foreach(section IN LISTS sections)
            cmake_language(CALL leave_alone_${language} ${section} "${sections}")
            run(${OBJCOPY} ${options} ${object} alone.o)
            weigh(${link} ${OPTIONS_${codec}} alone.o)
            math(EXPR flash "${flash} - ${empty_flash}")
            math(EXPR ram "${ram} - ${empty_ram}")
            string(APPEND lines "    {\"codecs/${codec}.${language}\", ${row}, ${flash}, ${ram}},\n")
            math(EXPR row "${row} + 1")
        endforeach()
    endforeach()
    set(lines "${lines}" PARENT_SCOPE)
endfunction()

set(lines)
weigh_rows(c "${C_LINK}" "codecs\\.[0-9]+" "${C_OBJECTS}")
if(CPP_OBJECTS)
    weigh_rows(cpp "${CPP_LINK}" "\\.rodata[^ ]*CodecOf[^ ]*9functionsE" "${CPP_OBJECTS}")
endif()
file(WRITE ${OUTPUT} "#include \"footprint.h\"\n\nconst struct footprint footprints[] = {\n${lines}    {0},\n};\n")
