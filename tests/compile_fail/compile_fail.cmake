# SPDX-License-Identifier: Apache-2.0
# tests/compile_fail/NAME.cpp: a misuse whose message is part of the interface. The first line is
#   // expect: CONCEPT
# As it is, the file must not compile and the compiler must print that name; with CUZK_TEST_FIXED it
# must compile, so that a typo cannot pass. Both, by each compiler that is there.

file(GLOB cuzk_misuses CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/*.cpp")
set(compilers "${CMAKE_CXX_COMPILER}")
if(CUZK_CLANGXX AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  list(APPEND compilers "${CUZK_CLANGXX}")
endif()
foreach(source IN LISTS cuzk_misuses)
  get_filename_component(name "${source}" NAME_WE)
  foreach(compiler IN LISTS compilers)
    get_filename_component(short "${compiler}" NAME)
    if(short MATCHES "clang")
      set(short clang)
    else()
      set(short build)
    endif()
    add_test(NAME compile_fail.${name}.${short}
      COMMAND "${CMAKE_COMMAND}" "-DCOMPILER=${compiler}" "-DSOURCE=${source}"
        "-DINCLUDE_DIR=${PROJECT_SOURCE_DIR}/include" -P "${CMAKE_CURRENT_LIST_DIR}/run.cmake")
    set_tests_properties(compile_fail.${name}.${short} PROPERTIES LABELS host)
  endforeach()
endforeach()
