# SPDX-License-Identifier: Apache-2.0
# Every public entity has its /// block; and the check itself, on one sample with blocks and on samples
# that each lack one.

find_program(CUZK_AWK NAMES awk mawk gawk REQUIRED)
set(public_headers ${cuzk_headers})
list(FILTER public_headers EXCLUDE REGEX "/detail/")
list(FILTER public_headers INCLUDE REGEX "/cuzk/[a-z0-9_]+/")  # an umbrella holds nothing of its own
set(docstrings "${CUZK_AWK}" -f "${PROJECT_SOURCE_DIR}/tests/docstrings.awk")

add_test(NAME structure.docstrings COMMAND ${docstrings} ${public_headers})
set_tests_properties(structure.docstrings PROPERTIES LABELS host)

function(cuzk_docstring_sample name content)
  set(sample "${CMAKE_CURRENT_BINARY_DIR}/docstrings/${name}.hpp")
  file(WRITE "${sample}" "#pragma once\nnamespace cuzk::inline v0 {\n${content}\n}\n")
  add_test(NAME structure.docstrings.${name} COMMAND ${docstrings} "${sample}")
  set_tests_properties(structure.docstrings.${name} PROPERTIES LABELS host ${ARGN})
endfunction()

cuzk_docstring_sample(accepts [[
/// A type.
template <class T> struct documented {
  /// Doubles.
  int twice(int a) const { return a * 2; }
  /// One and two.
  documented() : a_{1}, b_{2} {}
  documented(documented const&) = delete;
  friend bool operator==(documented, documented) = default;
  int width() const { return a_; }  ///< bits
 private:
  void hidden();
  int a_, b_;
};
/// A concept.
template <class T> concept ready = requires(T t) { { t.go() } -> std::same_as<int>; };
/// Overloads share it.
template <class T> requires requires { sizeof(T); } int f(T a) { return a; }
int f(int, int);
namespace detail { void private_function(); }
]])

foreach(sample IN ITEMS
    [[structure|struct bare { int a; }]]
    [[function|/// Fine.\nint a()\; int b() { return 1\; }]]
    [[template_function|template <class T = int> requires (sizeof(T) > 1) constexpr T g(T a) { return a\; }]]
    [[concept|template <class T> concept named = requires(T t) { t.x\; }\;]]
    [[variable|inline constexpr int limit{3}\;]]
    [[constant|inline constexpr int limit = 3\;]]
    [[alias|using word = unsigned\;]]
    [[member|/// Fine.\nstruct s {\n  int size() const\;\n}\;]]
    [[member_after_private|/// Fine.\nclass s {\n  int a_\;\n public:\n  int size() const { return a_\; }\n}\;]]
    [[enumeration|enum class side { left, right }\;]])
  string(REGEX MATCH "^([a-z_]+)\\|(.*)$" matched "${sample}")
  set(name "${CMAKE_MATCH_1}")
  string(REPLACE "\\n" "\n" content "${CMAKE_MATCH_2}")
  string(REPLACE "\\;" ";" content "${content}")
  cuzk_docstring_sample(refuses_${name} "${content}" PASS_REGULAR_EXPRESSION "docstrings: 1 of [0-9]+ public")
endforeach()
