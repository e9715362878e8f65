# SPDX-License-Identifier: Apache-2.0
# cmake -DBUILD=... -DSTAGE=... [-DSOURCE=... -DGENERATOR=... -DCOMPILER=...] -P install.cmake
# Installs a build to an empty stage; with SOURCE, configures a host-only build first.
# Then checks that the stage holds what is meant to be there and nothing of the tests.

cmake_minimum_required(VERSION 3.25)

if(SOURCE)
  execute_process(COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BUILD}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
    -DCUZK_BUILD_TESTS=OFF -DCUZK_BUILD_EXAMPLES=OFF -DCUZK_BUILD_BENCHMARKS=OFF -DCUZK_WITH_CUDA=OFF
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endif()
file(REMOVE_RECURSE "${STAGE}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${STAGE}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE files RELATIVE "${STAGE}" "${STAGE}/*")
set(strangers ${files})
list(FILTER strangers EXCLUDE REGEX "^include/cuzk/.*\\.(hpp|cuh)$")
list(FILTER strangers EXCLUDE REGEX "^share/(cmake/cuzk/cuzk[A-Za-z-]*\\.cmake|pkgconfig/cuzk\\.pc|doc/cuzk/LICENSE)$")
if(strangers)
  message(FATAL_ERROR "installed, but no part of the package: ${strangers}")
endif()
foreach(needed include/cuzk/core/config.hpp share/cmake/cuzk/cuzkConfig.cmake share/pkgconfig/cuzk.pc)
  if(NOT needed IN_LIST files)
    message(FATAL_ERROR "not installed: ${needed}")
  endif()
endforeach()
