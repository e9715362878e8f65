# SPDX-License-Identifier: Apache-2.0
# cmake -DCOMPILER=... -DSOURCE=... -DINCLUDE_DIR=... -DWORK_DIR=... -P run.cmake     (see compile_fail.cmake)
# With -DEXPECT_MISMATCH=ON the source must fail for another reason, and this script must see that.

cmake_minimum_required(VERSION 3.25)

file(STRINGS "${SOURCE}" first LIMIT_COUNT 1)
if(NOT first MATCHES "^// expect: (.+)$")
  message(FATAL_ERROR "${SOURCE}: the first line is not `// expect: ...`")
endif()
set(expected "${CMAKE_MATCH_1}")

# Compiled under a neutral name and without that line: neither may pass for the compiler's words.
file(READ "${SOURCE}" text)
string(FIND "${text}" "\n" line_end)
string(SUBSTRING "${text}" ${line_end} -1 text)
file(MAKE_DIRECTORY "${WORK_DIR}")
set(subject "${WORK_DIR}/subject.cpp")
file(WRITE "${subject}" "${text}")

# A name is that of a concept, more than a word is the text of a static assertion.
if(expected MATCHES "^[a-z_0-9]+$")
  set(phrases "does not satisfy '${expected}'"              # clang
              "because '${expected}<"                       # clang, of a concept of two types: "evaluated to false"
              "required for the satisfaction of '${expected}<")  # g++
else()
  set(phrases "cuzk: ${expected}")
endif()

set(ENV{LC_ALL} C)  # plain quotation marks
set(command "${COMPILER}" -std=c++20 -Wall -Wextra -fsyntax-only "-I${INCLUDE_DIR}" "${subject}")
execute_process(COMMAND ${command} RESULT_VARIABLE refused OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(refused EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles, but must be refused")
endif()
set(found OFF)
foreach(phrase IN LISTS phrases)
  string(FIND "${said}" "${phrase}" at)
  if(NOT at EQUAL -1)
    set(found ON)
  endif()
endforeach()
if(EXPECT_MISMATCH)
  if(found)
    message(FATAL_ERROR "${SOURCE} is taken for a failure of \"${expected}\", which it is not:\n${said}")
  endif()
  message(STATUS "another failure is not taken for \"${expected}\"")
  return()
endif()
if(NOT found)
  message(FATAL_ERROR "${SOURCE} is refused without a word of \"${expected}\":\n${said}")
endif()
execute_process(COMMAND ${command} -DCUZK_TEST_FIXED RESULT_VARIABLE refused OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT refused EQUAL 0)
  message(FATAL_ERROR "${SOURCE} must compile with CUZK_TEST_FIXED:\n${said}")
endif()
message(STATUS "refused with \"${expected}\", and compiles when fixed")
