# SPDX-License-Identifier: Apache-2.0
# Building cuzk's own tests, examples and benchmarks. Nothing here reaches a user's build.

# "Checked" is the default: CUZK_ASSERT on, no debug information, and -Og, which builds the tests in three quarters
# of the time of -O1 (g++ 12). nvcc knows -O1 only.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Checked CACHE STRING "Checked, Debug, Release, RelWithDebInfo" FORCE)
endif()
# CMake itself has made the flags, empty, when the preset names Checked.
if(NOT CMAKE_CXX_FLAGS_CHECKED)
  set(CMAKE_CXX_FLAGS_CHECKED "-Og" CACHE STRING "Flags of the Checked configuration" FORCE)
endif()
if(NOT CMAKE_CUDA_FLAGS_CHECKED)
  set(CMAKE_CUDA_FLAGS_CHECKED "-O1" CACHE STRING "Flags of the Checked configuration" FORCE)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CUZK_CCACHE ccache)
  if(CUZK_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CUZK_CCACHE}")
    set(CMAKE_CUDA_COMPILER_LAUNCHER "${CUZK_CCACHE}")
  endif()
endif()

find_package(Threads REQUIRED)
set(Boost_USE_STATIC_LIBS ON)  # main() then comes with the library: one second a test file instead of thirteen
find_package(Boost 1.74 QUIET COMPONENTS unit_test_framework)
find_package(benchmark QUIET)
find_package(CLI11 CONFIG QUIET)
find_library(CUZK_GMP_LIBRARY gmp)
find_library(CUZK_GMPXX_LIBRARY gmpxx)

if(Boost_FOUND AND CUZK_GMP_LIBRARY AND CUZK_GMPXX_LIBRARY)
  set(cuzk_can_test ON)
else()
  set(cuzk_can_test OFF)
  message(STATUS "cuzk: Boost.Test or GMP not found, tests are off")
endif()
option(CUZK_BUILD_TESTS "Build the tests (Boost.Test, GMP)" ${cuzk_can_test})
option(CUZK_BUILD_EXAMPLES "Build the examples and the command-line programs" ON)
option(CUZK_BUILD_BENCHMARKS "Build the benchmarks (Google Benchmark)" ${benchmark_FOUND})
option(CUZK_TEST_ALL "Add slow tests, every header alone under nvcc, long fuzzing, production circuits" OFF)
option(CUZK_RUNS_DEVICE_CODE "Optimise device code in the Checked configuration; OFF where nothing runs it" ON)
# Programs that prove on a device take minutes each to compile. Where nothing runs them one is enough; --all has them.
if(CUZK_RUNS_DEVICE_CODE OR CUZK_TEST_ALL)
  set(cuzk_all_device_provers ON)
else()
  set(cuzk_all_device_provers OFF)
endif()
set(CUZK_CUDA_ARCHITECTURES "90" CACHE STRING "Architectures that device code is compiled for; 90-virtual: to PTX only")
list(GET CUZK_CUDA_ARCHITECTURES 0 CUZK_CUDA_FIRST_ARCHITECTURE)

# Warnings and sanitizers belong to our own targets.
add_library(cuzk_development INTERFACE)
target_link_libraries(cuzk_development INTERFACE cuzk::cuzk Threads::Threads)
set(cuzk_warnings -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
target_compile_options(cuzk_development INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${cuzk_warnings}>")
set(cuzk_quick_kernels "$<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<CONFIG:Checked>>:-Xcicc=-O0;-Xptxas=-O0>")
# cuzk_quick_kernels_if_idle(TARGET FOLDER): where nothing runs device code. The assembler takes a third less time over
# unoptimised sums and more over other kernels: these are spared optimisation only if there is no assembling.
function(cuzk_quick_kernels_if_idle target folder)
  if(NOT CUZK_RUNS_DEVICE_CODE AND (folder MATCHES "^(msm|groth16|porep)" OR CUZK_CUDA_FIRST_ARCHITECTURE MATCHES "virtual"))
    target_compile_options(${target} PRIVATE "${cuzk_quick_kernels}")
  endif()
endfunction()
foreach(name IN LISTS cuzk_components)
  if(NOT name STREQUAL "cuda")
    target_link_libraries(cuzk_development INTERFACE cuzk::${name})
  endif()
endforeach()

set(CUZK_SANITIZE "" CACHE STRING "Sanitizers for tests and examples: address,undefined or thread")
if(CUZK_SANITIZE)
  target_compile_options(cuzk_development INTERFACE -fsanitize=${CUZK_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(cuzk_development INTERFACE -fsanitize=${CUZK_SANITIZE})
  if(CUZK_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(cuzk_development INTERFACE "-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/tsan_ignore.txt")
  endif()
endif()

set(cuzk_has_nvcc OFF)
if(CUZK_WITH_CUDA)
  include(CheckLanguage)
  set(CMAKE_CUDA_ARCHITECTURES "${CUZK_CUDA_ARCHITECTURES}")
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    set(cuzk_has_nvcc ON)
  endif()
endif()

# The rooms, read from the folders that exist, so that a new room needs no edit here.
file(GLOB cuzk_rooms CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/include/cuzk" "${PROJECT_SOURCE_DIR}/include/cuzk/*")
list(FILTER cuzk_rooms EXCLUDE REGEX "\\.")

if(CUZK_BUILD_TESTS)
  enable_testing()
endif()
