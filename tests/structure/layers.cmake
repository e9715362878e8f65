# SPDX-License-Identifier: Apache-2.0
# The layer check on the real headers, and on small trees that it must refuse.

add_test(NAME structure.layers
  COMMAND "${CMAKE_COMMAND}" "-DINCLUDE_DIR=${PROJECT_SOURCE_DIR}/include" -P "${PROJECT_SOURCE_DIR}/tests/layers.cmake")
set_tests_properties(structure.layers PROPERTIES LABELS host)

function(cuzk_layers_must_refuse name header content expected)
  set(tree "${CMAKE_CURRENT_BINARY_DIR}/layers/${name}")
  file(WRITE "${tree}/cuzk/${header}" "${content}")
  file(WRITE "${tree}/cuzk/core/config.hpp" "#pragma once\n")
  file(WRITE "${tree}/cuzk/core.hpp" "#pragma once\n#include <cuzk/core/config.hpp>\n")
  file(WRITE "${tree}/cuzk/msm/msm.hpp" "#pragma once\n#include <cuzk/core/config.hpp>\n")
  file(WRITE "${tree}/cuzk/msm/msm.cuh" "#pragma once\n#include <cuzk/msm/msm.hpp>\n")
  add_test(NAME structure.layers.refuses_${name}
    COMMAND "${CMAKE_COMMAND}" "-DINCLUDE_DIR=${tree}" -P "${PROJECT_SOURCE_DIR}/tests/layers.cmake")
  set_tests_properties(structure.layers.refuses_${name} PROPERTIES LABELS host PASS_REGULAR_EXPRESSION "${expected}")
endfunction()
cuzk_layers_must_refuse(upward field/up.hpp "#include <cuzk/msm/msm.hpp>\n" "field/ may not include msm/")
cuzk_layers_must_refuse(umbrella field/wide.hpp "#include <cuzk/core.hpp>\n" "umbrellas are for users")
cuzk_layers_must_refuse(device_in_host ntt/mixed.hpp "#include <cuzk/msm/msm.cuh>\n" "a .hpp never includes a .cuh")
cuzk_layers_must_refuse(missing msm/gone.hpp "#include <cuzk/core/gone.hpp>\n" "no such header")
cuzk_layers_must_refuse(new_room extra/thing.hpp "#include <cuzk/core/config.hpp>\n" "no such room")
cuzk_layers_must_refuse(umbrella_with_a_gap ntt/plan.hpp "#include <cuzk/core/config.hpp>\n" "cuzk/ntt.hpp: does not include")
