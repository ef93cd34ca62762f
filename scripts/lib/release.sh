# shellcheck shell=bash
# The release binary: where it is, whether it is up to date, and how it is made.
# Sourced after `root` is set to the repository's folder.
: "${root:?}"

# shellcheck source=scripts/lib/setup.sh
source "$root/scripts/lib/setup.sh"

built="$root/.build/surfjournal"
binary="$built/surfjournal"
symbols="$built/surfjournal.debug"
stamp="$built/stamp"

# Everything is linked in, libc too: the program starts in half the time, and runs wherever the kernel does. What
# libedit needs is named, as an archive cannot say it. Apple's linker makes no such programs.
linking=(--static-swift-stdlib)
if [[ $(uname) == Linux ]]; then
    linking=(-Xswiftc -use-ld=lld -Xswiftc -static-executable -Xlinker -lbsd -Xlinker -lmd -Xlinker -ltinfo)
fi

# What every release build is made with; another flag would make the engine be optimised once more.
release_flags=(--package-path "$root" --configuration release "${linking[@]}" -Xswiftc -cross-module-optimization)

# is_fresh: whether the binary is newer than all that it is made from (a folder's time tells of removed files).
is_fresh() {
    local changed
    [[ -x $binary && -e $stamp ]] || return 1
    changed=$(find "$root/Sources" "$root/seed" "$root/Package.swift" "$root/scripts/lib" \
        -newer "$stamp" -print -quit) || return 1
    [[ -z $changed ]]
}

# ensure_release: makes the binary unless it is fresh. Of two calls at once, one builds and the other waits.
ensure_release() {
    is_fresh && return
    mkdir -p "$built"
    (
        flock 9
        is_fresh || build_release 9>&-
    ) 9>"$built/lock"
}

# without_symbols FILE COPY: copies a program without its symbols, a third of it, which a debugger finds beside it.
without_symbols() {
    if [[ $(uname) != Linux ]]; then
        cp "$1" "$2"
        return
    fi
    objcopy --only-keep-debug "$1" "$symbols"
    strip --strip-all -o "$2" "$1"
    (cd "$built" && objcopy --add-gnu-debuglink="${symbols##*/}" "$2")
}

# build_release: sets up and builds; the new binary replaces the old one whole, and not at all after a failure.
build_release() {
    require_swift
    ensure_packages "${build_needs[@]}"
    forget_moved_products "$root"
    say "Building surfjournal: about 5 minutes the first time ..."
    local flags=("${release_flags[@]}" --product surfjournal)
    touch "$stamp.new"
    if ! swift build "${flags[@]}" </dev/null >"$built/build.log" 2>&1; then
        cat "$built/build.log" >&2
        say "surfjournal could not be built. See above."
        exit 1
    fi
    without_symbols "$(swift build "${flags[@]}" --show-bin-path </dev/null)/surfjournal" "$binary.new"
    mv "$binary.new" "$binary"
    mv "$stamp.new" "$stamp"
}
