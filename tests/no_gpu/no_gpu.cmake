# SPDX-License-Identifier: Apache-2.0
# tests/no_gpu/ROOM/NAME.cu: a program for a device whose kernels nobody runs, linked with the runtime of
# support/runtime_without_kernels.cpp, so that what it does with memory is tested where there is no device too.

if(NOT cuzk_has_nvcc)
  add_test(NAME no_gpu COMMAND "${CMAKE_COMMAND}" -E echo "SKIPPED: built without CUDA")
  set_tests_properties(no_gpu PROPERTIES LABELS host SKIP_REGULAR_EXPRESSION "SKIPPED")
  return()
endif()
add_library(cuzk_runtime_without_kernels OBJECT "${PROJECT_SOURCE_DIR}/tests/support/runtime_without_kernels.cpp")
target_compile_options(cuzk_runtime_without_kernels PRIVATE ${cuzk_warnings})
target_include_directories(cuzk_runtime_without_kernels PRIVATE "${PROJECT_SOURCE_DIR}/tests")
target_compile_features(cuzk_runtime_without_kernels PRIVATE cxx_std_20)
target_include_directories(cuzk_runtime_without_kernels SYSTEM PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_LIST_DIR}" "${CMAKE_CURRENT_LIST_DIR}/*.cu")
foreach(source IN LISTS sources)
  string(REGEX REPLACE "\\.cu$" "" stem "${source}")
  string(REPLACE "/" "." name "no_gpu.${stem}")
  string(MAKE_C_IDENTIFIER "test_${name}" target)
  cuzk_device_program(${target} "${CMAKE_CURRENT_LIST_DIR}/${source}")
  # No kernel runs, so none is optimised or assembled.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcicc=-O0>)
  set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY None CUDA_ARCHITECTURES 90-virtual)
  target_link_libraries(${target} PRIVATE cuzk_runtime_without_kernels)
  add_test(NAME ${name} COMMAND ${target})
  set_tests_properties(${name} PROPERTIES LABELS host TIMEOUT 300)
endforeach()
