# SPDX-License-Identifier: Apache-2.0
# Each header alone: one generated file a header that includes it twice, with macros set that system
# headers are known to take (I, B0, small), compiled without warnings. The default set has another compiler and nvcc
# read all of them in one unit each, CUZK_TEST_ALL each alone.
# Objects of the build's compiler are linked into one program, where a function that lacks `inline`
# is defined twice. Part of the build, so that an unchanged header costs nothing the second time.

set(cuzk_header_dir "${CMAKE_CURRENT_BINARY_DIR}/headers")
string(CONCAT taken_macros
  "#define I cuzk_test: the macro I is taken\n"
  "#define B0 cuzk_test: the macro B0 is taken\n"
  "#define small cuzk_test: the macro small is taken\n")

set(relative_headers "")
foreach(header IN LISTS cuzk_headers)
  file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}/include" "${header}")
  list(APPEND relative_headers "${path}")
endforeach()
include("${PROJECT_SOURCE_DIR}/tests/needy.cmake")
cuzk_needy_headers(needy "${PROJECT_SOURCE_DIR}/include" ${relative_headers})

foreach(header IN LISTS cuzk_headers)
  if(NOT header MATCHES "\\.hpp$")
    continue()
  endif()
  file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}/include" "${header}")
  string(MAKE_C_IDENTIFIER "${path}" id)
  set(source "${cuzk_header_dir}/${id}.cpp")

  # Headers of others may use such names: they come first.
  set(others "")
  if(path IN_LIST needy)
    list(JOIN needy_includes "\n" others)
  endif()
  file(GENERATE OUTPUT "${source}" CONTENT "${others}\n${taken_macros}#include <${path}>\n#include <${path}>\n")
  list(APPEND cuzk_header_sources "${source}")

  if(CUZK_TEST_ALL)
    list(APPEND cuzk_clang_units "${source}")
  else()
    string(APPEND all_others "${others}\n")
    string(APPEND all_includes "#include <${path}>\n")
  endif()
endforeach()
if(NOT CUZK_TEST_ALL)
  set(cuzk_clang_units "${cuzk_header_dir}/everything.cpp")
  file(GENERATE OUTPUT "${cuzk_clang_units}" CONTENT "${all_others}${taken_macros}${all_includes}${all_includes}")
endif()

if(CUZK_CLANGXX AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(stamps "")
  foreach(source IN LISTS cuzk_clang_units)
    get_filename_component(name "${source}" NAME_WE)
    add_custom_command(OUTPUT "${source}.clang"
      COMMAND "${CUZK_CLANGXX}" -std=c++20 ${cuzk_warnings} "-I${PROJECT_SOURCE_DIR}/include"
        -fsyntax-only -MD -MF "${source}.clang.d" -MT "${source}.clang" "${source}"
      COMMAND "${CMAKE_COMMAND}" -E touch "${source}.clang"
      DEPENDS "${source}" DEPFILE "${source}.clang.d"
      COMMENT "clang++ ${name}" VERBATIM)
    list(APPEND stamps "${source}.clang")
  endforeach()
  add_custom_target(headers_with_clang ALL DEPENDS ${stamps})
endif()

set(cuzk_header_main "${cuzk_header_dir}/main.cpp")
file(GENERATE OUTPUT "${cuzk_header_main}" CONTENT "int main() {}\n")
add_executable(test_structure_headers ${cuzk_header_sources} "${cuzk_header_main}")
target_link_libraries(test_structure_headers PRIVATE cuzk_development)
target_compile_options(test_structure_headers PRIVATE -O0)
add_test(NAME structure.headers COMMAND test_structure_headers)
set_tests_properties(structure.headers PROPERTIES LABELS host)

# The same under nvcc. The macros stay unset there, since CUDA's own headers use them.

if(cuzk_has_nvcc)
  set(units "")
  foreach(header IN LISTS cuzk_headers)
    file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}/include" "${header}")
    set(unit "everything")
    if(CUZK_TEST_ALL)
      string(MAKE_C_IDENTIFIER "${path}" unit)
    endif()
    list(APPEND units "${unit}")
    string(APPEND nvcc_includes_${unit} "#include <${path}>\n#include <${path}>\n")
    list(APPEND nvcc_depends_${unit} "${header}")
  endforeach()
  list(REMOVE_DUPLICATES units)
  list(TRANSFORM cuzk_warnings REPLACE "-Wpedantic" "-Wall" OUTPUT_VARIABLE nvcc_host_warnings)  # line directives are not pedantic
  list(JOIN nvcc_host_warnings "," nvcc_host_warnings)
  set(nvcc_objects "")
  string(REGEX MATCH "^[0-9]+[a-z]?" nvcc_architecture "${CUZK_CUDA_FIRST_ARCHITECTURE}")
  foreach(unit IN LISTS units)
    set(source "${cuzk_header_dir}/nvcc_${unit}.cu")
    file(GENERATE OUTPUT "${source}" CONTENT "${nvcc_includes_${unit}}")
    add_custom_command(OUTPUT "${source}.o"
      COMMAND "${CMAKE_CUDA_COMPILER}" -std=c++20 -Werror all-warnings -Xcompiler ${nvcc_host_warnings}
        "-I${PROJECT_SOURCE_DIR}/include" -arch=sm_${nvcc_architecture}
        -MD -MF "${source}.d" -MT "${source}.o" -c -o "${source}.o" "${source}"
      DEPENDS "${source}" ${nvcc_depends_${unit}} DEPFILE "${source}.d"
      COMMENT "nvcc ${unit}" VERBATIM)
    list(APPEND nvcc_objects "${source}.o")
  endforeach()
  add_custom_target(headers_with_nvcc ALL DEPENDS ${nvcc_objects})
endif()
