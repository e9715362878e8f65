# SPDX-License-Identifier: Apache-2.0
# Two translation units include every header and use the same templates, one with NDEBUG; linked into
# one program that compares what each of them saw.

set(cuzk_everything "")
foreach(header IN LISTS cuzk_headers)
  if(header MATCHES "\\.hpp$")
    file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}/include" "${header}")
    string(APPEND cuzk_everything "#include <${path}>\n")
  endif()
endforeach()
file(GENERATE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/odr/everything.hpp" CONTENT "#pragma once\n${cuzk_everything}")

add_library(test_structure_odr_release OBJECT structure/odr_view.cpp)
target_compile_definitions(test_structure_odr_release PRIVATE NDEBUG CUZK_ODR_VIEW=release_view)
add_library(test_structure_odr_checked OBJECT structure/odr_view.cpp)
target_compile_options(test_structure_odr_checked PRIVATE -UNDEBUG)
target_compile_definitions(test_structure_odr_checked PRIVATE CUZK_ODR_VIEW=checked_view)
add_executable(test_structure_odr structure/odr.cpp)
foreach(target test_structure_odr_release test_structure_odr_checked test_structure_odr)
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/odr")
  target_link_libraries(${target} PRIVATE cuzk_test_support)
  target_compile_options(${target} PRIVATE -O1)
endforeach()
target_link_libraries(test_structure_odr PRIVATE test_structure_odr_release test_structure_odr_checked)
add_test(NAME structure.odr COMMAND test_structure_odr)
set_tests_properties(structure.odr PROPERTIES LABELS host)
