# SPDX-License-Identifier: Apache-2.0
# Run by CMake itself (cmake -DTESTS=... -P): whether each `FILE: NAME` of tests/cases.md is there. Included: adds
# that as a test.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  add_test(NAME structure.cases
    COMMAND "${CMAKE_COMMAND}" "-DTESTS=${PROJECT_SOURCE_DIR}/tests" -P "${CMAKE_CURRENT_LIST_FILE}")
  set_tests_properties(structure.cases PROPERTIES LABELS host)
  return()
endif()

cmake_minimum_required(VERSION 3.25)
file(READ "${TESTS}/cases.md" text)
string(REGEX MATCHALL "`[a-z0-9_/.]+: [A-Za-z0-9_]+`" places "${text}")
list(LENGTH places count)
if(count LESS 40)
  message(FATAL_ERROR "cases: ${count} places found in cases.md")
endif()
foreach(place IN LISTS places)
  string(REGEX MATCH "^`([^:]+): ([^`]+)`$" matched "${place}")
  set(file "${TESTS}/${CMAKE_MATCH_1}")
  set(name "${CMAKE_MATCH_2}")
  if(NOT EXISTS "${file}")
    message(FATAL_ERROR "cases: ${file} does not exist")
  endif()
  file(READ "${file}" source)
  if(NOT source MATCHES "(^|[^A-Za-z0-9_])${name}([^A-Za-z0-9_]|$)")
    message(FATAL_ERROR "cases: ${file} has no ${name}")
  endif()
endforeach()
message(STATUS "cases: ${count} places are there")
