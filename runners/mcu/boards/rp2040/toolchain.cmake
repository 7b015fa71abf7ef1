include(${CMAKE_CURRENT_LIST_DIR}/../cortex-m/toolchain.cmake)
