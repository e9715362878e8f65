# SPDX-License-Identifier: Apache-2.0
# The targets users link: cuzk::cuzk needs nothing; each of the others adds one dependency and
# exists where that dependency was found.

include_guard(DIRECTORY)

file(GLOB_RECURSE cuzk_headers CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/include/*.hpp" "${PROJECT_SOURCE_DIR}/include/*.cuh")

add_library(cuzk INTERFACE)
add_library(cuzk::cuzk ALIAS cuzk)
target_compile_features(cuzk INTERFACE cxx_std_20)
target_sources(cuzk INTERFACE
  FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES ${cuzk_headers})

find_package(TBB CONFIG QUIET)
find_package(nlohmann_json CONFIG QUIET)
find_package(CUDAToolkit QUIET)

option(CUZK_WITH_TBB "Offer cuzk::tbb: the parallel host executor" ${TBB_FOUND})
option(CUZK_WITH_JSON "Offer cuzk::json: the JSON files of io/" ${nlohmann_json_FOUND})
option(CUZK_WITH_CUDA "Offer cuzk::cuda: the CUDA backend" ${CUDAToolkit_FOUND})

set(cuzk_components "")
function(cuzk_component name)
  add_library(cuzk_${name} INTERFACE)
  add_library(cuzk::${name} ALIAS cuzk_${name})
  set_target_properties(cuzk_${name} PROPERTIES EXPORT_NAME ${name})
  target_link_libraries(cuzk_${name} INTERFACE cuzk ${ARGN})
  list(APPEND cuzk_components ${name})
  set(cuzk_components ${cuzk_components} PARENT_SCOPE)
endfunction()

if(CUZK_WITH_TBB)
  find_package(TBB CONFIG REQUIRED)
  cuzk_component(tbb TBB::tbb)
endif()
if(CUZK_WITH_JSON)
  find_package(nlohmann_json CONFIG REQUIRED)
  cuzk_component(json nlohmann_json::nlohmann_json)
endif()
if(CUZK_WITH_CUDA)
  find_package(CUDAToolkit REQUIRED)
  cuzk_component(cuda CUDA::cudart)
  # CMake 3.25 knows no cuda_std_20 for nvcc 13, so the flag is given as it is.
  target_compile_options(cuzk_cuda INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>)
endif()
