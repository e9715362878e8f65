# SPDX-License-Identifier: Apache-2.0
# .clang-format decides layout. Versions of clang-format differ, so the one of Debian 12 is asked for.

file(GLOB_RECURSE sources CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/include/*.[hc]*" "${PROJECT_SOURCE_DIR}/tests/*.[hc]*" "${PROJECT_SOURCE_DIR}/examples/*.[hc]*"
  "${PROJECT_SOURCE_DIR}/bench/*.[hc]*")
list(FILTER sources INCLUDE REGEX "\\.(hpp|cpp|cuh|cu)$")

find_program(CUZK_CLANG_FORMAT NAMES clang-format-14 clang-format)
set(version "")
if(CUZK_CLANG_FORMAT)
  execute_process(COMMAND "${CUZK_CLANG_FORMAT}" --version OUTPUT_VARIABLE version)
endif()
if(version MATCHES "version 14\\.")
  add_test(NAME structure.format COMMAND "${CUZK_CLANG_FORMAT}" --style=file --dry-run -Werror ${sources})
else()
  add_test(NAME structure.format COMMAND "${CMAKE_COMMAND}" -E echo "SKIPPED: clang-format 14 is not installed")
  set_tests_properties(structure.format PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED")
endif()
set_tests_properties(structure.format PROPERTIES LABELS host)
