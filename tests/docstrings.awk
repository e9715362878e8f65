# SPDX-License-Identifier: Apache-2.0
# Refuses a public entity without a `///` block. Usage: awk -f docstrings.awk HEADER...
#
# Public: what stands in namespace cuzk or a room of it (not in a `detail` or unnamed namespace), and the
# public member functions and member types of such classes. A block is a `///` line right above the
# entity, or `///<` behind it. Overloads share the block of the first one in the file. Needing none:
# operators, defaulted and deleted functions, forward declarations, specialisations, static_assert.
# Plain data members and aliases of a class are covered by the block of the class.
#
# It reads text, not C++: it follows braces, parentheses, comments and literals, which the layout of
# these headers allows.

function fail(why) { print file_name ":" start_line ": no /// block: " why; failures++ }

# The statement's text outside parentheses, without template argument lists.
function outline(text,   before) {
  gsub(/operator *<=>/, "operator_cmp", text); gsub(/operator *<<=?/, "operator_shl", text)
  gsub(/operator *>>=?/, "operator_shr", text); gsub(/operator *<=?/, "operator_lt", text)
  gsub(/operator *>=?/, "operator_gt", text); gsub(/->/, " RETURNS ", text)
  gsub(/(<=|>=|<<|>>=)/, " ", text)
  do { before = text; gsub(/<[^<>]*>/, " ", text) } while (text != before)
  gsub(/\[\[[^]]*\]\]/, " ", text); gsub(/alignas *\(\)/, " ", text); gsub(/[ \t]+/, " ", text)
  sub(/^ /, "", text); sub(/ $/, "", text)
  return text
}

function is_type_head(top) {
  return top ~ /^(template )?(requires .*)?(export )?(class|struct|union|enum|enum class|enum struct) [A-Za-z_]/ && top !~ /\(/ || \
         top ~ /(^|[ )])(class|struct|union|enum|enum class|enum struct) [A-Za-z_0-9:]+( final)?( :.*)?$/ && top !~ /=/
}

function type_name(top) {
  sub(/^.*(enum class|enum struct|class|struct|union|enum) /, "", top)
  sub(/[^A-Za-z0-9_:].*$/, "", top); sub(/:+$/, "", top)
  return top
}

function entity_name(top) {
  sub(/^template /, "", top)
  if (top ~ /concept [A-Za-z_0-9]+/) { sub(/^.*concept /, "", top); sub(/[^A-Za-z0-9_].*$/, "", top); return top }
  if (top ~ /(^| )using [A-Za-z_0-9]+ *=/) { sub(/^.*using /, "", top); sub(/[^A-Za-z0-9_].*$/, "", top); return top }
  sub(/ *RETURNS .*$/, "", top)
  if (top ~ /\(/) {
    gsub(/(noexcept|requires|explicit) ?\(\)/, "", top)
    sub(/ : .*$/, "", top)  # what a constructor initialises
    if (!match(top, /[A-Za-z0-9_]+ ?\(\)[^()]*$/)) return ""
    top = substr(top, RSTART); sub(/ ?\(.*$/, "", top)
  } else {
    sub(/ *=.*$/, "", top); sub(/ *\[.*$/, "", top); sub(/ *\{.*$/, "", top)
  }
  sub(/^.*[^A-Za-z0-9_~]/, "", top)
  return top
}

# A finished or opened declaration in a scope that is looked at.
function declare(is_type, is_definition,   top, name, where) {
  top = outline(flat)
  where = kind[depth]
  if (top == "" || top ~ /^(static_assert|using namespace|namespace|friend (class|struct)|extern template|public|private|protected)/) return
  if (whole ~ /^template *< *>/) return
  if (top ~ /= (default|delete)$/ || top ~ /operator/ || top ~ /~/) return
  if (is_type || is_type_head(top)) {
    if (!is_definition) return
    name = type_name(top)
    if (name ~ /::/) return
  } else {
    if (where == "class" && (top !~ /\(/ || top ~ /^[^(]*[^=!<>]=[^=]/)) return  # data
    if (top ~ /^template [a-z]* ?(class|struct) /) return
    name = entity_name(top)
    if (top ~ /RETURNS/ && top ~ /^(template )?(explicit )?[a-z_0-9]+ ?\(\) RETURNS [a-z_0-9]+ ?$/) return
    if (where == "class" && name == class_name[depth]) name = name "()"
  }
  if (name == "") return
  checked++
  if (has_doc || documented[path[depth] name]) { documented[path[depth] name] = 1; return }
  pending_fail = path[depth] name
  pending_line = start_line
}

function flush_pending(trailing_doc,   keep) {
  if (pending_fail == "") return
  if (trailing_doc) documented[pending_fail] = 1
  else { keep = start_line; start_line = pending_line; fail(pending_fail); start_line = keep }
  pending_fail = ""
}

function watched() { return kind[depth] == "ns" || (kind[depth] == "class" && access[depth] == "public") }

function push(what, text, name) {
  depth++
  kind[depth] = what; access[depth] = "public"; class_name[depth] = name
  path[depth] = path[depth - 1] (name == "" ? "" : name "::")
  resume_flat[depth] = text; resume_whole[depth] = whole
}

function reset() { whole = ""; flat = ""; parens = 0; tail = 0 }

function open_brace(   top, name, assigned, kind_now) {
  top = outline(flat)
  kind_now = kind[depth]
  if (top ~ /^(inline )?namespace( |$)/) {
    name = top; sub(/^(inline )?namespace ?/, "", name)
    push((kind_now == "ns" && name != "" && name !~ /detail/) ? "ns" : "skip", "", "")
    reset(); return
  }
  if (kind_now == "ns" && top == "extern") { push("ns", "", ""); reset(); return }
  assigned = top
  gsub(/operator *[^ A-Za-z(]+/, "", assigned); gsub(/(==|!=|<=|>=)/, "", assigned)
  if (kind_now != "skip" && is_type_head(top) && !tail) {
    if (watched()) declare(1, 1)
    name = type_name(top)
    if (top ~ /(^| )enum /) push("skip", "", name)
    else if (watched()) { push("class", "", name); access[depth] = (top ~ /(^| )class [A-Za-z_0-9]/ ? "private" : "public") }
    else push("skip", "", name)
    reset(); return
  }
  if (top ~ /requires ?(\(\))?$/ || assigned ~ /=/) { push("resume", flat " ", ""); resume_whole[depth] = whole; reset(); return }
  if (watched() && !tail) declare(0, 1)
  push("body", "", "")
  reset()
}

function close_brace(   was, text, all) {
  was = kind[depth]; text = resume_flat[depth]; all = resume_whole[depth]
  if (depth > 0) depth--
  reset()
  if (was == "resume") { flat = text; whole = all }
  else if (was == "body") tail = 1
}

function feed(c, line_number) {
  if (parens == 0 && c == "{") { open_brace(); return }
  if (parens == 0 && c == "}") { close_brace(); return }
  if (kind[depth] == "body" || kind[depth] == "resume" || kind[depth] == "skip") {
    # Only braces matter inside, but namespaces and classes in a skipped scope are still told apart.
    if (kind[depth] == "skip") { if (c == ";") reset(); else { whole = whole c; flat = flat c } }
    return
  }
  if (tail) {
    if (c ~ /[ \t]/) return
    if (c == ";") { reset(); return }
    if (c !~ /[,&|.:(]/ && whole == "") tail = 0        # the next declaration begins
    else { whole = whole c; if (parens == 0) flat = flat c
           if (c == "(") parens++
           if (c == ")" && parens > 0) parens--
           return }
  }
  if (whole == "") {
    if (c ~ /[ \t]/) return
    start_line = line_number; has_doc = doc_above; doc_above = 0
  }
  if (c == "(" || c == "[") { if (parens == 0) flat = flat c; parens++; whole = whole c; return }
  if (c == ")" || c == "]") { parens--; if (parens == 0) flat = flat c; whole = whole c; return }
  if (c == ";" && parens == 0) {
    if (watched()) declare(0, 0)
    reset(); return
  }
  if (c == ":" && parens == 0 && kind[depth] == "class" && whole ~ /^(public|private|protected)$/) {
    access[depth] = whole; reset(); return
  }
  whole = whole c
  if (parens == 0) flat = flat c
}

function begin_file() {
  flush_pending(0)
  file_name = FILENAME; depth = 0; kind[0] = "ns"; path[0] = ""; access[0] = "public"
  in_comment = 0; in_preprocessor = 0; doc_above = 0; reset()
  for (name in documented) delete documented[name]
  files++
}

FNR == 1 { begin_file() }

{
  line = $0; sub(/\r$/, "", line)
  if (in_preprocessor) { in_preprocessor = (line ~ /\\$/); next }
  if (!in_comment && line ~ /^[ \t]*#/) { in_preprocessor = (line ~ /\\$/); next }
  if (!in_comment && line ~ /^[ \t]*\/\/\//) { flush_pending(0); doc_above = 1; next }
  if (!in_comment && line ~ /^[ \t]*\/\//) { next }
  flush_pending(line ~ /^[^"]*\/\/\/</ && line ~ /^[ \t]*\/\/\/</)
  n = length(line); quote = ""; trailing = 0
  for (i = 1; i <= n; i++) {
    c = substr(line, i, 1); two = substr(line, i, 2)
    if (in_comment) { if (two == "*/") { in_comment = 0; i++ } ; continue }
    if (quote != "") { if (c == "\\") i++; else if (c == quote) quote = ""; continue }
    if (two == "//") { trailing = (substr(line, i, 4) == "///<"); break }
    if (two == "/*") { in_comment = 1; i++; continue }
    if (c == "\"") { quote = c; feed("S", FNR); continue }
    if (c == "'" && !(i > 1 && substr(line, i - 1, 1) ~ /[0-9a-fA-F]/)) { quote = c; feed("S", FNR); continue }
    feed(c, FNR)
  }
  feed(" ", FNR)
  flush_pending(trailing)
  doc_above = 0
}

END {
  flush_pending(0)
  if (files == 0 || checked == 0) { print "docstrings: nothing was checked"; exit 2 }
  if (failures) { print "docstrings: " failures " of " checked " public entities have no block"; exit 1 }
  print "docstrings: " checked " public entities in " files " headers"
}
