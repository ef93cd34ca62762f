# shellcheck shell=bash
# The release binary: where it is, whether it is up to date, and how to build it.
# Sourced after `root` is set to the repository's folder.
: "${root:?}"

# shellcheck source=scripts/lib/setup.sh
source "$root/scripts/lib/setup.sh"

built="$root/.build/surfjournal"
binary="$built/surfjournal"
symbols="$built/surfjournal.debug"
# The same objects linked dynamically, because no library can be preloaded into a static program. For tests.
dynamic="$built/dynamic/surfjournal"
stamp="$built/stamp"

# Everything is linked statically, libc included: the program starts in half the time and needs only the kernel. The
# libraries of libedit are listed because an archive does not record them. Apple's linker does not support this.
linking=(--static-swift-stdlib)
if [[ $(uname) == Linux ]]; then
    linking=(-Xswiftc -use-ld=lld -Xswiftc -static-executable -Xlinker -lbsd -Xlinker -lmd -Xlinker -ltinfo)
fi

# The flags of every release build. A different set of flags would compile the engine again. Its folder is its own, so that
# a debug build can run at the same time.
release_flags=(--package-path "$root" --scratch-path "$built/.build" --configuration release "${linking[@]}"
    -Xswiftc -cross-module-optimization)

# is_fresh: whether the binary is newer than its sources. A folder's time changes when a file is removed.
is_fresh() {
    local changed
    [[ -x $binary && -e $stamp ]] || return 1
    changed=$(find "$root/Sources" "$root/seed" "$root/Package.swift" "$root/scripts/lib" \
        -newer "$stamp" -print -quit) || return 1
    [[ -z $changed ]]
}

# ensure_release: builds the binary unless it is fresh. Of two concurrent calls, one builds and the other waits.
ensure_release() {
    is_fresh && return
    mkdir -p "$built"
    (
        flock 9
        is_fresh || build_release 9>&-
    ) 9>"$built/lock"
}

# without_symbols FILE COPY: copies a program without its symbols, a third of its size. They go to a file for the debugger.
without_symbols() {
    if [[ $(uname) != Linux ]]; then
        cp "$1" "$2"
        return
    fi
    objcopy --only-keep-debug "$1" "$symbols"
    strip --strip-all -o "$2" "$1"
    (cd "$built" && objcopy --add-gnu-debuglink="${symbols##*/}" "$2")
}

# products: prints the folder of a release build's products.
products() {
    swift build "${release_flags[@]}" --show-bin-path </dev/null
}

# ensure_dynamic: links the objects of the release dynamically, unless that was done since it was built.
ensure_dynamic() {
    [[ $(uname) == Linux && ! $dynamic -nt $binary ]] || return 0
    mkdir -p "${dynamic%/*}"
    swiftc -emit-executable -module-name surfjournal -static-stdlib -use-ld=lld -Xlinker --gc-sections \
        -Xlinker --defsym -Xlinker main=surfjournal_main "@$(products)/surfjournal.product/Objects.LinkFileList" \
        -lsqlite3 -ledit -lz -o "$dynamic.new"
    mv "$dynamic.new" "$dynamic"
}

# build_release: installs what is missing and builds. The new binary replaces the old one only after a successful build.
build_release() {
    require_swift
    ensure_packages "${build_needs[@]}"
    forget_moved_products "$built"
    say "Building surfjournal: about 5 minutes the first time ..."
    local flags=("${release_flags[@]}" --product surfjournal)
    touch "$stamp.new"
    if ! swift build "${flags[@]}" </dev/null >"$built/build.log" 2>&1; then
        cat "$built/build.log" >&2
        say "surfjournal could not be built. See above."
        exit 1
    fi
    without_symbols "$(products)/surfjournal" "$binary.new"
    mv "$binary.new" "$binary"
    mv "$stamp.new" "$stamp"
}
