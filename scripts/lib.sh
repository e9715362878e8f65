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
