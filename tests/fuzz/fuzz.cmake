# SPDX-License-Identifier: Apache-2.0
# tests/fuzz/TARGET.cpp: libFuzzer targets, run for a bounded time on their seeds, which they must accept.
# Seeds: every file in tests/fuzz/corpus/TARGET/, and those that a line of the target names:
#   // seeds: groth16/*/mul/circuit.zkey      (a pattern under tests/data)

file(GLOB cuzk_fuzz_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/*.cpp")
set(CUZK_FUZZ_SECONDS 5 CACHE STRING "Seconds that each fuzz target runs")
if(CUZK_TEST_ALL AND CUZK_FUZZ_SECONDS LESS 120)
  set(cuzk_fuzz_seconds 120)
else()
  set(cuzk_fuzz_seconds ${CUZK_FUZZ_SECONDS})
endif()

set(cuzk_fuzz_flags -std=c++20 -O1 -g1 ${cuzk_warnings} -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all)
if(CUZK_CLANGXX AND cuzk_fuzz_sources)
  # Debian keeps the fuzzer's run-time in a package of its own.
  set(probe "${CMAKE_CURRENT_BINARY_DIR}/fuzz/probe.cpp")
  file(WRITE "${probe}" "extern \"C\" int LLVMFuzzerTestOneInput(unsigned char const*, unsigned long) { return 0; }\n")
  execute_process(COMMAND "${CUZK_CLANGXX}" -fsanitize=fuzzer,address,undefined "${probe}" -o "${probe}.bin"
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
endif()
if(NOT CUZK_CLANGXX OR (cuzk_fuzz_sources AND failed))
  message(STATUS "cuzk: clang++ with libFuzzer not found, fuzz targets show as skipped")
  add_test(NAME fuzz COMMAND "${CMAKE_COMMAND}" -E echo "SKIPPED: clang++ with libFuzzer is not installed")
  set_tests_properties(fuzz PROPERTIES LABELS host SKIP_REGULAR_EXPRESSION "SKIPPED")
  return()
endif()

set(launcher ${CMAKE_CXX_COMPILER_LAUNCHER})
set(programs "")
foreach(source IN LISTS cuzk_fuzz_sources)
  get_filename_component(target "${source}" NAME_WE)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/fuzz/${target}")
  set(program "${folder}/fuzz_${target}")
  file(MAKE_DIRECTORY "${folder}/seeds" "${folder}/found")

  file(STRINGS "${source}" patterns REGEX "^// seeds: ")
  set(seeds "")
  foreach(pattern IN LISTS patterns)
    string(REGEX REPLACE "^// seeds: *" "" pattern "${pattern}")
    string(REPLACE " " ";" pattern "${pattern}")
    foreach(one IN LISTS pattern)
      file(GLOB more CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/data/${one}")
      if(NOT more)
        message(FATAL_ERROR "${source}: no file matches the seeds ${one}")
      endif()
      list(APPEND seeds ${more})
    endforeach()
  endforeach()
  file(GLOB more CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/corpus/${target}/*")
  list(APPEND seeds ${more})
  set(number 0)
  foreach(seed IN LISTS seeds)
    math(EXPR number "${number} + 1")
    get_filename_component(name "${seed}" NAME)
    configure_file("${seed}" "${folder}/seeds/${number}_${name}" COPYONLY)
  endforeach()

  add_custom_command(OUTPUT "${program}.o"
    COMMAND ${launcher} "${CUZK_CLANGXX}" ${cuzk_fuzz_flags} "-I${PROJECT_SOURCE_DIR}/include" "-I${PROJECT_SOURCE_DIR}/tests"
      "-DCUZK_TEST_DATA=\"${PROJECT_SOURCE_DIR}/tests/data\"" "-DCUZK_FUZZ_SEEDS=\"${folder}/seeds\""
      -MD -MF "${program}.d" -MT "${program}.o" -c "${source}" -o "${program}.o"
    DEPENDS "${source}" DEPFILE "${program}.d" COMMENT "fuzz target ${target}" VERBATIM)
  add_custom_command(OUTPUT "${program}"
    COMMAND "${CUZK_CLANGXX}" -fsanitize=fuzzer,address,undefined "${program}.o" -o "${program}" -pthread
    DEPENDS "${program}.o" VERBATIM)
  list(APPEND programs "${program}")
  # New inputs go to `found`; a crash is written to the working folder and named in the output.
  add_test(NAME fuzz.${target}
    COMMAND "${program}" -max_total_time=${cuzk_fuzz_seconds} -timeout=20 -rss_limit_mb=2048 -malloc_limit_mb=512
      -print_final_stats=1 -verbosity=1 "${folder}/found" "${folder}/seeds"
    WORKING_DIRECTORY "${folder}")
  set_tests_properties(fuzz.${target} PROPERTIES LABELS host TIMEOUT 1200)
endforeach()
if(programs)
  add_custom_target(fuzz_targets ALL DEPENDS ${programs})
endif()
