# SPDX-License-Identifier: Apache-2.0
# tests/compile_fail/NAME.cpp: a misuse whose message is part of the interface. The first line is
#   // expect: CONCEPT
# As it is, the file must not compile and the compiler must say that this concept is not satisfied (or print
# the text of the static assertion); with CUZK_TEST_FIXED it must compile, so that a typo cannot pass. Both, by
# the build's compiler, with CUZK_TEST_ALL by each that is there.

file(GLOB cuzk_misuses CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/*.cpp")
set(compilers "${CMAKE_CXX_COMPILER}")
if(CUZK_TEST_ALL AND CUZK_CLANGXX AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
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
        "-DINCLUDE_DIR=${PROJECT_SOURCE_DIR}/include" "-DWORK_DIR=${CMAKE_CURRENT_BINARY_DIR}/compile_fail/${name}.${short}"
        -P "${CMAKE_CURRENT_LIST_DIR}/run.cmake")
    set_tests_properties(compile_fail.${name}.${short} PROPERTIES LABELS host)
  endforeach()
endforeach()

# The check itself: an error that has the concept's name in a file name and a comment only is another error.
set(sample "${CMAKE_CURRENT_BINARY_DIR}/compile_fail/has_inverse.cpp")
file(WRITE "${sample}" "// expect: has_inverse\nint main() { return has_inverse; }\n")
add_test(NAME compile_fail.refuses_another_error
  COMMAND "${CMAKE_COMMAND}" "-DCOMPILER=${CMAKE_CXX_COMPILER}" "-DSOURCE=${sample}" -DEXPECT_MISMATCH=ON
    "-DINCLUDE_DIR=${PROJECT_SOURCE_DIR}/include" "-DWORK_DIR=${CMAKE_CURRENT_BINARY_DIR}/compile_fail/another_error"
    -P "${CMAKE_CURRENT_LIST_DIR}/run.cmake")
set_tests_properties(compile_fail.refuses_another_error PROPERTIES LABELS host)
