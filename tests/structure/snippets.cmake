# SPDX-License-Identifier: Apache-2.0
# C++ in documents is code that is compiled; and the check itself, on a block that is not.

file(GLOB documents CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/*.md" "${PROJECT_SOURCE_DIR}/docs/*.md" "${PROJECT_SOURCE_DIR}/docs/*/*.md")
set(snippets "${CUZK_AWK}" -v "root=${PROJECT_SOURCE_DIR}" -f "${PROJECT_SOURCE_DIR}/tests/snippets.awk")
add_test(NAME structure.snippets COMMAND ${snippets} ${documents})
set_tests_properties(structure.snippets PROPERTIES LABELS host)

set(sample "${CMAKE_CURRENT_BINARY_DIR}/snippets/other.md")
file(WRITE "${sample}" "<!-- from tests/support/seed.hpp -->\n```cpp\nint no_such_line();\n```\n")
add_test(NAME structure.snippets.refuses_other COMMAND ${snippets} "${sample}")
set_tests_properties(structure.snippets.refuses_other PROPERTIES LABELS host PASS_REGULAR_EXPRESSION "does not stand in")
