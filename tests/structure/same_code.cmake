# SPDX-License-Identifier: Apache-2.0
# Compiles SOURCE with and without DEFINITION and fails if the assembly differs.
#
#   cmake -DCXX=... -DSOURCE=... -DDEFINITION=... -DINCLUDE_DIR=... -DOUTPUT=... -P same_code.cmake
foreach(form IN ITEMS with without)
  set(definition "")
  if(form STREQUAL "without")
    set(definition "-D${DEFINITION}")
  endif()
  execute_process(
    COMMAND "${CXX}" -std=c++20 -O2 -S ${definition} "-I${INCLUDE_DIR}" "${SOURCE}" -o "${OUTPUT}.${form}.s"
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
foreach(form IN ITEMS with without)
  file(READ "${OUTPUT}.${form}.s" ${form})
  string(REGEX REPLACE "\\.LF([BE])[0-9]+" ".LF\\1" ${form} "${${form}}")  # the compiler's number of the function
endforeach()
if(NOT with STREQUAL without)
  message(FATAL_ERROR "${SOURCE}: ${OUTPUT}.with.s and ${OUTPUT}.without.s differ")
endif()
