# SPDX-License-Identifier: Apache-2.0
# Set-up shared by scripts/demo and scripts/test; sourced, with the project's root as working folder.

say() { printf '%s\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }

# One line a Debian package: its name, then a shell test that holds when what it brings is already here
# (from that package or from elsewhere).
packages_to_build='
g++               command -v g++
cmake             command -v cmake
ninja-build       command -v ninja
ccache            command -v ccache
libtbb-dev        test -e /usr/include/tbb/parallel_for.h
nlohmann-json3-dev  test -e /usr/include/nlohmann/json.hpp
libcli11-dev      test -e /usr/include/CLI/CLI.hpp
'
packages_to_test='
libboost-test-dev test -e /usr/include/boost/test/unit_test.hpp
libgmp-dev        test -e /usr/include/gmpxx.h
libbenchmark-dev  test -e /usr/include/benchmark/benchmark.h
pkg-config        command -v pkg-config
clang             command -v clang++
clang-format-14   command -v clang-format-14 || clang-format --version | grep -q "version 14[.]"
clang-tidy-14     command -v clang-tidy-14 || clang-tidy --version | grep -q "version 14[.]"
libclang-rt-dev   test -e "$(clang++ -print-file-name=libclang_rt.fuzzer-x86_64.a)" -o -e "$(clang++ -print-file-name=libclang_rt.fuzzer-aarch64.a)"
nodejs            command -v node
npm               command -v npm
'

# install_missing LIST: installs what is missing, says so first; silent when nothing is.
install_missing() {
  local missing=() package probe
  while read -r package probe; do
    [ -n "$package" ] || continue
    (eval "$probe") >/dev/null 2>&1 || missing+=("$package")
  done <<<"$1"
  [ "${#missing[@]}" -gt 0 ] || return 0

  local command="apt-get install -y --no-install-recommends ${missing[*]}"
  command -v apt-get >/dev/null || die "missing, and this is no Debian: ${missing[*]}"
  local as_root=''
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "missing: ${missing[*]}; as root: $command"
    as_root=sudo
  fi
  say "installing Debian packages: ${missing[*]}"
  mkdir -p build
  { $as_root apt-get update && DEBIAN_FRONTEND=noninteractive $as_root $command; } >build/install.log 2>&1 ||
    { tail -n 20 build/install.log >&2; die "installation failed (whole log: build/install.log)"; }
}

# quietly LOG COMMAND...: shows the end of the log only when the command fails.
quietly() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 || { tail -n 60 "$log" >&2; die "failed: $* (whole log: $log)"; }
}

jobs_count() { nproc 2>/dev/null || echo 2; }

# commit_name ROOT: what is measured or tested; -changed when tracked files differ from it.
commit_name() {
  if [ -n "${CUZK_COMMIT:-}" ]; then say "$CUZK_COMMIT"; return 0; fi
  local name
  name=$(git -C "$1" rev-parse --short=12 HEAD 2>/dev/null) || { say unknown; return 0; }
  [ -z "$(git -C "$1" status --porcelain --untracked-files=no 2>/dev/null)" ] || name+=-changed
  say "$name"
}

# device_program_name ROOT SOURCE: tests/gpu/msm/device_plan.toys.cu is msm.device_plan.toys.
device_program_name() {
  local name=${2#"$1/"}
  name=${name%.cu}
  say "${name//\//.}"
}

# wanted_name NAME PART...: whether a part is in the name, or =PART is the name; without parts every name is wanted.
wanted_name() {
  local name=$1 part
  shift
  [ $# -gt 0 ] || return 0
  for part in "$@"; do
    case "=$name" in "$part") return 0 ;; esac
    case $part in =*) ;; *) case $name in *"$part"*) return 0 ;; esac ;; esac
  done
  return 1
}

# link_options SOURCE: what its lines "// link: OPTION..." ask of the linker, as nvcc takes it, one a line.
link_options() { sed -n 's|^// link: ||p' "$1" | tr -s ' ' '\n' | sed 's/^/-Xlinker=/'; }

# compile_device_program ROOT OUT SOURCE OPTION...: nvcc, unless the program is newer than all it was made of.
compile_device_program() {
  local root=$1 out=$2 source=$3 name
  shift 3
  name=$(device_program_name "$root" "$source")
  local made="$out/$name.made" newer=''
  # The first line is the command; the others are the files that were read.
  if [ -x "$out/$name" ] && [ -e "$made" ] && [ "$(head -n 1 "$made")" = "$*" ]; then
    newer=$(tail -n +2 "$made" | while read -r file; do
      [ "$file" -nt "$out/$name" ] || [ ! -e "$file" ] && say "$file" || true
    done)
    [ -n "$newer" ] || return 0
  fi
  rm -f "$out/$name" "$made"
  local link=()
  mapfile -t link < <(link_options "$source")
  if ! nvcc "$@" ${link[@]+"${link[@]}"} -MD -MF "$out/$name.d" "$source" -o "$out/$name" > "$out/$name.build.log" 2>&1; then
    tail -n 40 "$out/$name.build.log" >&2
    say "$name does not compile (whole log: $out/$name.build.log)" >&2
    return 1
  fi
  { say "$*"; sed -e 's/^[^:]*: //' -e 's/\\$//' "$out/$name.d" | tr -s ' ' '\n' | grep .; } > "$made"
}

# compile_device_programs ROOT OUT JOBS SOURCE... -- OPTION...: JOBS at once; fails when one does.
compile_device_programs() {
  local root=$1 out=$2 jobs=$3 sources=()
  shift 3
  while [ "$1" != -- ]; do sources+=("$1"); shift; done
  shift
  command -v nvcc >/dev/null || die "nvcc is not in PATH"
  export -f say compile_device_program device_program_name link_options
  printf '%s\0' "${sources[@]}" |
    xargs -0 -P "$jobs" -I '{}' bash -c 'compile_device_program "$@"' compile "$root" "$out" '{}' "$@"
}
