#!/usr/bin/env bash
# Finds or makes the C++ toolchain: Emscripten >= 3.1.60, clang >= 16, CMake, Ninja, xsimd >= 13, Catch2 3,
# RapidJSON and the source of utf8proc. Idempotent; prints what it does; run again, it does nothing.
#
#   scripts/toolchain.sh setup          find or make it
#   scripts/toolchain.sh run CMD ...    run CMD with it, in the current folder
#
# Three ways, in this order: WEMBED_TOOLCHAIN=host or an emcc on PATH (emsdk; CMake then fetches what the
# system lacks), Debian 13 and later (its packages), any other Debian (a Debian 13 root in a cache folder,
# entered with a private mount namespace, so that the host stays as it is). See README, "Building".
set -euo pipefail

readonly FORMAT=4 # of the cached root: raise it when the package list or the layout changes
readonly CACHE="${WEMBED_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/wembed}"
readonly ROOT="$CACHE/debian13-v$FORMAT"
readonly TREE="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
readonly PACKAGES="emscripten clang clang-tidy clang-format libclang-rt-19-dev llvm cmake ninja-build ccache \
libxsimd-dev rapidjson-dev catch2 libbenchmark-dev"
readonly KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg

say() { echo "toolchain: $*" >&2; }
die() { say "$*"; exit 1; }

host_has_emscripten() {
  [ "${WEMBED_TOOLCHAIN:-}" != root ] || return 1
  [ "${WEMBED_TOOLCHAIN:-}" = host ] && return 0
  command -v emcc >/dev/null || return 1
  [ "$(printf '%s\n3.1.60\n' "$(emcc -dumpversion)" | sort -V | head -n 1)" = 3.1.60 ]
}

debian_major() { (. /etc/os-release 2>/dev/null && [ "${ID:-}" = debian ] && echo "${VERSION_ID:-99}") || echo 0; }

# The mirror that this machine itself uses; nothing is written into the project.
host_mirror() {
  { cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | awk '$1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /^https?:/) { print $i; exit } }'
    cat /etc/apt/sources.list.d/*.sources 2>/dev/null | awk '$1 == "URIs:" { print $2; exit }'; } | head -n 1
}

need_root() { [ "$(id -u)" = 0 ] || die "installing packages needs root: run this once as root, or put emcc (emsdk) on PATH"; }

# utf8proc is compiled into the WebAssembly, so its source is needed, not Debian's native library. A mirror
# may have lost one suite's source: every suite is asked until one has it. Without any, CMake fetches it.
fetch_utf8proc() { # folder of the sources, mirror
  local target="$1/utf8proc" mirror="$2" work suite
  [ -e "$target/utf8proc.c" ] && return
  work="$(mktemp -d "$CACHE/src.XXXXXX")"
  mkdir -p "$work/lists/partial"
  for suite in bookworm trixie sid; do
    echo "deb-src [signed-by=$KEYRING] $mirror $suite main" >"$work/src.list"
    local options=(-qq -o "Dir::Etc::sourcelist=$work/src.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$work/lists" -o APT::Sandbox::User=root)
    if (cd "$work" && apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only utf8proc) >"$work/log" 2>&1; then
      mkdir "$work/utf8proc"
      tar -xf "$work"/utf8proc_*.orig.tar.* -C "$work/utf8proc" --strip-components 1
      mkdir -p "$1" && mv "$work/utf8proc" "$target" && rm -rf "$work"
      say "utf8proc: source from Debian $suite"
      return
    fi
  done
  say "utf8proc: no suite of this mirror has its source; CMake will fetch it"
  rm -rf "$work"
}

make_root() {
  need_root
  local mirror partial
  mirror="$(host_mirror)"
  [ -n "$mirror" ] || die "no Debian mirror found in /etc/apt: put emcc (emsdk) on PATH instead"
  command -v mmdebstrap >/dev/null || { say "installing mmdebstrap"; apt-get update -qq && apt-get install -y -qq --no-install-recommends mmdebstrap >/dev/null; }
  mkdir -p "$CACHE"
  exec 9>"$CACHE/lock" && flock 9
  [ -e "$ROOT/wembed-ready" ] && return
  partial="$(mktemp -d "$CACHE/partial.XXXXXX")"
  trap 'rm -rf "$partial"' EXIT
  say "making a Debian 13 root with Emscripten in $ROOT (about a minute, 3 GB)"
  TMPDIR="$CACHE" mmdebstrap --quiet --mode=root --variant=apt --include="${PACKAGES// /,}" \
    --aptopt='APT::Install-Recommends "false"' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    trixie "$partial/root" "$mirror" >"$CACHE/mmdebstrap.log" 2>&1 ||
    { tail -n 20 "$CACHE/mmdebstrap.log" >&2; die "mmdebstrap failed (log: $CACHE/mmdebstrap.log)"; }
  fetch_utf8proc "$partial/root/opt/wembed-src" "$mirror"
  touch "$partial/root/wembed-ready"
  mv "$partial/root" "$ROOT"
  rm -rf "$partial"
  trap - EXIT
  say "made $ROOT"
}

install_on_host() {
  local missing
  missing="$(dpkg-query -W -f '${Status} ${Package}\n' $PACKAGES 2>&1 | grep -v '^install ok installed' || true)"
  if [ -n "$missing" ]; then
    need_root
    say "installing $PACKAGES"
    apt-get update -qq && apt-get install -y -qq --no-install-recommends $PACKAGES >/dev/null
  fi
  mkdir -p "$CACHE" && fetch_utf8proc "$CACHE/src" "$(host_mirror)"
}

kind() {
  if host_has_emscripten; then echo emsdk
  elif [ "${WEMBED_TOOLCHAIN:-}" != root ] && [ "$(debian_major)" -ge 13 ]; then echo debian
  elif [ "$(debian_major)" -gt 0 ]; then echo root
  else die "no emcc on PATH, and this is not Debian: install emsdk (>= 3.1.60), CMake, Ninja and clang >= 16"; fi
}

setup() {
  case "$(kind)" in
    emsdk) say "using $(command -v emcc)" ;;
    debian) install_on_host ;;
    root) [ -e "$ROOT/wembed-ready" ] || make_root ;;
  esac
}

# Inside the root the checkout is seen at its own path, and so is ccache's folder. The environment is emptied
# on purpose: a leaked NODE_EXTRA_CA_CERTS or CFLAGS changes what tools print and build.
run_in_root() {
  mkdir -p "$CACHE/ccache"
  exec unshare --mount --propagation private -- bash -c '
    set -e
    root=$1 tree=$2 cache=$3 dir=$4; shift 4
    mkdir -p "$root$tree" "$root$cache/ccache"
    mount --bind "$tree" "$root$tree"
    mount --bind "$cache/ccache" "$root$cache/ccache"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    exec chroot "$root" env -i -C "$dir" HOME=/root LC_ALL=C.UTF-8 TERM="${TERM:-dumb}" \
      PATH="$tree/node_modules/.bin:/usr/bin:/bin" CCACHE_DIR="$cache/ccache" WEMBED_SRC=/opt/wembed-src "$@"
  ' run "$ROOT" "$TREE" "$CACHE" "$PWD" "$@"
}

run() {
  setup
  case "$(kind)" in
    emsdk) PATH="$TREE/node_modules/.bin:$PATH" exec "$@" ;;
    debian) PATH="$TREE/node_modules/.bin:$PATH" CCACHE_DIR="$CACHE/ccache" WEMBED_SRC="$CACHE/src" exec "$@" ;;
    root) run_in_root "$@" ;;
  esac
}

case "${1:-}" in
  setup) setup ;;
  run) shift; run "$@" ;;
  *) die "usage: scripts/toolchain.sh setup | run CMD ..." ;;
esac
