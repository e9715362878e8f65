# SPDX-License-Identifier: Apache-2.0
# snarkjs as a peer: it verifies our proofs and we verify its proofs, on the sets of tests/data and on
# production circuits that npm packages ship. The packages go to the build folder when the tests run.

find_program(CUZK_NODE node)
find_program(CUZK_NPM npm)
set(reason "")
if(NOT CUZK_NODE OR NOT CUZK_NPM)
  set(reason "node and npm are not installed")
elseif(NOT TARGET cuzk-groth16)
  set(reason "cuzk-groth16 is not built")
endif()
if(reason)
  message(STATUS "cuzk: ${reason}, peer tests show as skipped")
  add_test(NAME peers COMMAND "${CMAKE_COMMAND}" -E echo "SKIPPED: ${reason}")
  set_tests_properties(peers PROPERTIES LABELS host SKIP_REGULAR_EXPRESSION "SKIPPED")
  return()
endif()

set(here "${CMAKE_CURRENT_LIST_DIR}")
set(work "${CMAKE_CURRENT_BINARY_DIR}/peers")
set(packages "")
if(CUZK_TEST_ALL)
  set(packages "@darkforest_eth/snarks@6.7.29")
endif()
add_test(NAME peers.install COMMAND "${CMAKE_COMMAND}" "-DNPM=${CUZK_NPM}" "-DSOURCE=${here}" "-DWORK=${work}"
  "-DPACKAGES=${packages}" -P "${here}/install.cmake")
set_tests_properties(peers.install PROPERTIES LABELS host TIMEOUT 600 FIXTURES_SETUP cuzk_peers)

# node looks for packages beside the script, so the scripts run from the folder that holds them.
foreach(script IN ITEMS peer.mjs sets.mjs semaphore.mjs darkforest.mjs)
  configure_file("${here}/${script}" "${work}/${script}" COPYONLY)
endforeach()
function(cuzk_peer_test name script label)
  add_test(NAME peers.${name} COMMAND "${CUZK_NODE}" "${work}/${script}" "$<TARGET_FILE:cuzk-groth16>" "${work}/out/${name}" ${ARGN})
  set_tests_properties(peers.${name} PROPERTIES LABELS ${label} TIMEOUT 900 FIXTURES_REQUIRED cuzk_peers)
endfunction()
cuzk_peer_test(sets sets.mjs host "${PROJECT_SOURCE_DIR}/tests/data/groth16")
cuzk_peer_test(semaphore semaphore.mjs host 20)
if(CUZK_TEST_ALL)
  cuzk_peer_test(semaphore_smallest semaphore.mjs slow 1)
  cuzk_peer_test(semaphore_largest semaphore.mjs slow 32)
  cuzk_peer_test(darkforest darkforest.mjs slow)
endif()
