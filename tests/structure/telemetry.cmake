# SPDX-License-Identifier: Apache-2.0
# Spans that record nothing leave no code, by both compilers; and the check itself, on a definition that changes code.
set(compilers "${CMAKE_CXX_COMPILER}")
if(CUZK_CLANGXX AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  list(APPEND compilers "${CUZK_CLANGXX}")
endif()
foreach(compiler IN LISTS compilers)
  get_filename_component(name "${compiler}" NAME)
  set(same_code "${CMAKE_COMMAND}" "-DCXX=${compiler}" "-DINCLUDE_DIR=${PROJECT_SOURCE_DIR}/include"
    "-DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/structure/without_spans.cpp")
  set(script "${CMAKE_CURRENT_SOURCE_DIR}/structure/same_code.cmake")
  add_test(NAME structure.telemetry.none.${name}
    COMMAND ${same_code} -DDEFINITION=CUZK_TEST_WITHOUT_SPANS "-DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/spans.${name}"
            -P "${script}")
  add_test(NAME structure.telemetry.differs.${name}
    COMMAND ${same_code} "-DDEFINITION=prepare=another"
            "-DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/other.${name}" -P "${script}")
  set_tests_properties(structure.telemetry.none.${name} PROPERTIES LABELS host)
  set_tests_properties(structure.telemetry.differs.${name} PROPERTIES LABELS host PASS_REGULAR_EXPRESSION "differ")
  if(cuzk_has_nvcc)  # the host's code of device spans; they have no other
    add_test(NAME structure.telemetry.device.${name}
      COMMAND ${same_code} "-DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/structure/without_device_spans.cpp"
              -DDEFINITION=CUZK_TEST_WITHOUT_SPANS "-DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/device_spans.${name}"
              -P "${script}")
    list(JOIN CUDAToolkit_INCLUDE_DIRS ":" toolkit)
    set_tests_properties(structure.telemetry.device.${name} PROPERTIES LABELS host ENVIRONMENT "CPATH=${toolkit}")
  endif()
endforeach()
