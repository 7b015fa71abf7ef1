# Give what a library's build installed below PREFIX the names that do not change with its version: library.a, and
# headers/ for the folder that holds HEADER.
file(GLOB archives ${PREFIX}/lib/*.a)
list(LENGTH archives count)
if(NOT count EQUAL 1)
    message(FATAL_ERROR "there should be one static library in ${PREFIX}/lib: ${archives}")
endif()
file(COPY_FILE ${archives} ${PREFIX}/library.a)
file(GLOB_RECURSE found LIST_DIRECTORIES FALSE ${PREFIX}/include/*)
list(FILTER found INCLUDE REGEX "/${HEADER}$")
list(GET found 0 header)
string(REGEX REPLACE "/${HEADER}$" "" folder ${header})
file(CREATE_LINK ${folder} ${PREFIX}/headers SYMBOLIC)
