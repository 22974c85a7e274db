#!/bin/sh
# Installs the library into an empty folder and uses it as another project would: through
# pkg-config, with the shared and with the static library, from C and from C++. Prints TAP.
# usage: install-check.sh BUILD_FOLDER SOURCE_FOLDER COMPILER...
# shellcheck disable=SC2317 # the functions are called, through check
set -u
build=$1 source=$2
shift 2
compiler=$*

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
count=0
failed=0

# check WHAT COMMAND...: runs the command; it must end with status 0.
check() {
    what=$1
    shift
    count=$((count + 1))
    if "$@" >"$stage/log" 2>&1; then
        echo "ok $count - $what"
    else
        failed=1
        echo "not ok $count - $what"
        sed 's/^/#   /' "$stage/log"
    fi
}

install_all() {
    meson install -C "$build" --no-rebuild --destdir "$stage/root"
}

# Where a file of that name was installed.
installed() {
    find "$stage/root" -name "$1" | head -n 1
}

package() {
    PKG_CONFIG_PATH=$(dirname "$(installed quandary.pc)") PKG_CONFIG_SYSROOT_DIR=$stage/root \
        pkg-config "$@" quandary
}

# The several words of compilers and flags are meant to be split from here on.
# shellcheck disable=SC2046,SC2086
build_shared() {
    $compiler -Wall -Wextra -Werror -o "$stage/shared" "$source/examples/solve.c" \
        $(package --cflags --libs)
}

# shellcheck disable=SC2046,SC2086
build_static() {
    $compiler -Wall -Wextra -Werror -o "$stage/static" "$source/examples/solve.c" \
        $(package --cflags) $(package --static --libs | sed 's/-lquandary/-l:libquandary.a/')
}

# The seven moves of three discs.
solves() {
    printf '3 2 1 | |\ngoal: | | 3 2 1\n' >"$stage/tower"
    LD_LIBRARY_PATH=$(dirname "$(installed libquandary.so)") "$1" "$stage/tower" >"$stage/moves" ||
        return 1
    cat "$stage/moves"
    [ "$(tail -n +2 "$stage/moves" | tr '\n' ' ')" = "0>2 0>1 2>1 0>2 1>0 1>2 0>2 " ]
}

stands_alone() {
    ! readelf -d "$stage/static" | grep libquandary
}

needs_its_soname() {
    readelf -d "$stage/shared" | grep 'libquandary\.so\.0'
}

# Prints every name that is not of the public interface; there must be none, and some that are.
only_public() {
    nm "$@" --defined-only | awk 'NF == 3 {print $3}' >"$stage/names"
    ! grep -v '^qd_' "$stage/names" && grep -q '^qd_solve$' "$stage/names"
}

# Whatever is declared is there, and nothing is there that is not declared.
names_match_headers() {
    cat "$(dirname "$(installed quandary.h)")"/*.h | grep -v typedef |
        tr -d '\n' | grep -o 'QD_API [^;]*' | grep -o 'qd_[a-z_]*(' | tr -d '(' | sort -u \
        >"$stage/declared"
    nm -D --defined-only "$(installed libquandary.so)" | awk '{print $3}' | sort >"$stage/exported"
    diff "$stage/declared" "$stage/exported"
}

# Each header by itself, in strict C99 and, if there is a compiler for it, C++11.
# shellcheck disable=SC2046,SC2086
headers_compile() {
    for header in "$source"/include/quandary/*.h; do
        name=quandary/$(basename "$header")
        printf '#include <%s>\nextern int nothing;\n' "$name" >"$stage/header.$2"
        $1 -pedantic -Wall -Wextra -Wundef -Werror -c -o "$stage/header.o" "$stage/header.$2" \
            $(package --cflags) || return 1
    done
}

# shellcheck disable=SC2046
links_from_cxx() {
    printf '#include <quandary/quandary.h>\nint main() { return qd_version()[0] == 0; }\n' \
        >"$stage/main.cc"
    g++ -o "$stage/cxx" "$stage/main.cc" $(package --cflags --libs) &&
        LD_LIBRARY_PATH=$(dirname "$(installed libquandary.so)") "$stage/cxx"
}

if ! command -v pkg-config >/dev/null; then
    echo "1..0 # SKIP pkg-config is not installed"
    exit 0
fi
check "it installs" install_all
check "a program links with the shared library" build_shared
check "it needs the library by its soname" needs_its_soname
check "it solves" solves "$stage/shared"
check "a program links with the static library" build_static
check "it needs no shared library of ours" stands_alone
check "it solves" solves "$stage/static"
check "the shared library exports only qd_ names" only_public -D "$(installed libquandary.so)"
check "the static library exports only qd_ names" only_public -g "$(installed libquandary.a)"
check "the exported names are those in the headers" names_match_headers
check "the headers are strict C99" headers_compile "$compiler -std=c99" c
if command -v g++ >/dev/null; then
    check "the headers are C++11" headers_compile "g++ -std=c++11" cc
    check "a C++ program links" links_from_cxx
fi
echo "1..$count"
exit $failed
