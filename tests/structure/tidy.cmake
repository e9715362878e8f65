# SPDX-License-Identifier: Apache-2.0
# clang-tidy by the checks of .clang-tidy on all headers at once, in one unit. Checks differ by version: that of
# Debian 12 is asked for.

find_program(CUZK_CLANG_TIDY NAMES clang-tidy-14 clang-tidy)
set(version "")
if(CUZK_CLANG_TIDY)
  execute_process(COMMAND "${CUZK_CLANG_TIDY}" --version OUTPUT_VARIABLE version)
endif()
set(unit "${CMAKE_CURRENT_BINARY_DIR}/tidy/everything.cpp")
file(GENERATE OUTPUT "${unit}" CONTENT "${cuzk_everything}")
if(version MATCHES "version 14\\.")
  add_test(NAME structure.tidy COMMAND "${CUZK_CLANG_TIDY}" --quiet "--config-file=${PROJECT_SOURCE_DIR}/.clang-tidy" "${unit}"
    -- -std=c++20 "-I${PROJECT_SOURCE_DIR}/include")
else()
  add_test(NAME structure.tidy COMMAND "${CMAKE_COMMAND}" -E echo "SKIPPED: clang-tidy 14 is not installed")
  set_tests_properties(structure.tidy PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED")
endif()
set_tests_properties(structure.tidy PROPERTIES LABELS host)
