# SPDX-License-Identifier: Apache-2.0
# The forms of arithmetic that are chosen at run time: which of them this machine has tested, the portable
# ones on a machine that has them all, and everything as users build it, at -O3 by each compiler.

add_executable(test_structure_forms structure/forms.cpp)
target_link_libraries(test_structure_forms PRIVATE cuzk_development)
foreach(form IN ITEMS adx ifma sha)
  add_test(NAME structure.forms.${form} COMMAND test_structure_forms ${form})
  set_tests_properties(structure.forms.${form} PROPERTIES LABELS host SKIP_RETURN_CODE 77)
endforeach()

foreach(name IN ITEMS field.prime_field field.sum_of_products msm.msm msm.msm.bls12_381_g1)
  string(REPLACE "." "_" target "test_${name}")
  add_test(NAME ${name}.portable COMMAND ${target})
  set_tests_properties(${name}.portable PROPERTIES LABELS host TIMEOUT 300 ENVIRONMENT "CUZK_TEST_PORTABLE=1")
endforeach()

set(compilers "${CMAKE_CXX_COMPILER}")
if(CUZK_CLANGXX AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  list(APPEND compilers "${CUZK_CLANGXX}")
endif()
set(programs "")
foreach(compiler IN LISTS compilers)
  get_filename_component(short "${compiler}" NAME)
  if(short MATCHES "clang")
    set(short clang)
  else()
    set(short build)
  endif()
  set(program "${CMAKE_CURRENT_BINARY_DIR}/optimised_${short}")
  add_custom_command(OUTPUT "${program}.o"
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} "${compiler}" -std=c++20 -O3 ${cuzk_warnings} "-I${PROJECT_SOURCE_DIR}/include"
      -MD -MF "${program}.d" -MT "${program}.o" -c "${CMAKE_CURRENT_LIST_DIR}/optimised.cpp" -o "${program}.o"
    DEPENDS "${CMAKE_CURRENT_LIST_DIR}/optimised.cpp" DEPFILE "${program}.d"
    COMMENT "${short} -O3 structure/optimised.cpp" VERBATIM)
  add_custom_command(OUTPUT "${program}" COMMAND "${compiler}" "${program}.o" -o "${program}"
    DEPENDS "${program}.o" VERBATIM)
  list(APPEND programs "${program}")
  add_test(NAME structure.optimised.${short} COMMAND "${program}")
  set_tests_properties(structure.optimised.${short} PROPERTIES LABELS host TIMEOUT 300)
endforeach()
add_custom_target(optimised_programs ALL DEPENDS ${programs})
