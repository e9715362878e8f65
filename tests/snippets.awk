# SPDX-License-Identifier: Apache-2.0
# Code in documents must stand, line for line, in a file that is compiled.
#   awk -v root=PROJECT -f snippets.awk DOCUMENT.md...
# Before each ```cpp block a line names the file:  <!-- from examples/msm.cpp -->
# Indentation is not compared, so that a block may be cut out of a function.

function trimmed(line) { gsub(/^[ \t]+|[ \t\r]+$/, "", line); return line }

function text_of(path,   line, all) {
  all = "\n"
  while ((getline line < (root "/" path)) > 0) all = all trimmed(line) "\n"
  close(root "/" path)
  return all
}

function fail(why) { print FILENAME ":" FNR ": " why; failures++ }

/^<!-- from [^ ]+ -->$/ { source = $3; next }
/^```cpp$/ {
  block = "\n"
  inside = 1
  if (source == "") fail("a C++ block that no compiled file is named for")
  next
}
/^```$/ && inside {
  inside = 0
  blocks++
  if (source != "" && index(text_of(source), block) == 0) fail("this block does not stand in " source)
  source = ""
  next
}
inside { block = block trimmed($0) "\n" }

END {
  if (blocks == 0) { print "snippets: no block was found"; exit 2 }
  if (failures) exit 1
  print "snippets: " blocks " blocks stand in compiled files"
}
