# SPDX-License-Identifier: Apache-2.0
# Installs to a stage and builds separate projects against it, as users would.

set(stage "${CMAKE_CURRENT_BINARY_DIR}/package/stage")
set(host_stage "${CMAKE_CURRENT_BINARY_DIR}/package/host_stage")
set(host_build "${CMAKE_CURRENT_BINARY_DIR}/package/host_build")
set(here "${CMAKE_CURRENT_LIST_DIR}")

# The stage is emptied first: a file that is no longer installed must not linger in it.
add_test(NAME package.install COMMAND "${CMAKE_COMMAND}" "-DBUILD=${PROJECT_BINARY_DIR}" "-DSTAGE=${stage}" -P "${here}/install.cmake")
set_tests_properties(package.install PROPERTIES LABELS package FIXTURES_SETUP cuzk_stage)

# An installation without CUDA, whatever this machine has.
add_test(NAME package.install_host_only COMMAND "${CMAKE_COMMAND}"
  "-DSOURCE=${PROJECT_SOURCE_DIR}" "-DBUILD=${host_build}" "-DSTAGE=${host_stage}" "-DGENERATOR=${CMAKE_GENERATOR}"
  "-DCOMPILER=${CMAKE_CXX_COMPILER}" -P "${here}/install.cmake")
set_tests_properties(package.install_host_only PROPERTIES LABELS package FIXTURES_SETUP cuzk_host_stage)

function(cuzk_consumer name project)
  cmake_parse_arguments(arg "" "TARGET" "OPTIONS" ${ARGN})
  add_test(NAME package.${name}
    COMMAND "${CMAKE_CTEST_COMMAND}" --build-and-test "${here}/${project}" "${CMAKE_CURRENT_BINARY_DIR}/package/${name}"
      --build-generator "${CMAKE_GENERATOR}" --build-noclean
      --build-options "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}"
        "-DCMAKE_BUILD_TYPE=" "-DCUZK_SOURCE=${PROJECT_SOURCE_DIR}" ${arg_OPTIONS}
      --test-command consumer)
  set_tests_properties(package.${name} PROPERTIES LABELS package TIMEOUT 600)
endfunction()

cuzk_consumer(find_package find_package OPTIONS "-DCMAKE_PREFIX_PATH=${stage}" "-DCUZK_COMPONENTS=")
set_tests_properties(package.find_package PROPERTIES FIXTURES_REQUIRED cuzk_stage)
cuzk_consumer(add_subdirectory add_subdirectory)
cuzk_consumer(fetch_content fetch_content)

if(CUZK_WITH_TBB)
  cuzk_consumer(find_package_tbb components OPTIONS "-DCMAKE_PREFIX_PATH=${stage}" "-DCUZK_COMPONENTS=tbb")
  set_tests_properties(package.find_package_tbb PROPERTIES FIXTURES_REQUIRED cuzk_stage)
endif()
if(cuzk_has_nvcc)
  cuzk_consumer(find_package_cuda cuda OPTIONS "-DCMAKE_PREFIX_PATH=${stage}"
    "-DCMAKE_CUDA_COMPILER=${CMAKE_CUDA_COMPILER}" "-DCMAKE_CUDA_ARCHITECTURES=${CUZK_CUDA_FIRST_ARCHITECTURE}")
  set_tests_properties(package.find_package_cuda PROPERTIES FIXTURES_REQUIRED cuzk_stage)
endif()

# Asked for what it has not, an installation says no, and what it has.
add_test(NAME package.missing_component
  COMMAND "${CMAKE_COMMAND}" -S "${here}/components" -B "${CMAKE_CURRENT_BINARY_DIR}/package/missing_component" -G "${CMAKE_GENERATOR}"
    "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}" "-DCMAKE_PREFIX_PATH=${host_stage}" "-DCUZK_COMPONENTS=cuda")
set_tests_properties(package.missing_component PROPERTIES LABELS package FIXTURES_REQUIRED cuzk_host_stage
  PASS_REGULAR_EXPRESSION "this installation of[ \n]+cuzk has no component 'cuda'")

find_program(CUZK_PKG_CONFIG NAMES pkg-config pkgconf)
if(CUZK_PKG_CONFIG)
  add_test(NAME package.pkg_config COMMAND "${CMAKE_COMMAND}" "-DPKG_CONFIG=${CUZK_PKG_CONFIG}" "-DSTAGE=${stage}"
    "-DCOMPILER=${CMAKE_CXX_COMPILER}" "-DSOURCE=${here}/pkg_config/main.cpp"
    "-DVERSION=${PROJECT_VERSION}" "-DPROGRAM=${CMAKE_CURRENT_BINARY_DIR}/package/pkg_config_consumer" -P "${here}/pkg_config/run.cmake")
  set_tests_properties(package.pkg_config PROPERTIES LABELS package FIXTURES_REQUIRED cuzk_stage)
else()
  add_test(NAME package.pkg_config COMMAND "${CMAKE_COMMAND}" -E echo "SKIPPED: pkg-config is not installed")
  set_tests_properties(package.pkg_config PROPERTIES LABELS package SKIP_REGULAR_EXPRESSION "SKIPPED")
endif()
