# shellcheck shell=bash disable=SC2034
# The requirements of the scripts: the Swift toolchain and Debian packages.
# Sourced, never run. All messages go to stderr, so that stdout belongs to the script.

# What shows that there is a table of tide stations. The table's name has its date.
tides_licence=/usr/share/doc/xtide-data/copyright

# Each need is a file or program that shows that a package is installed, and the name of the package.
build_needs=(
    git=git
    strip=binutils
    /usr/include/sqlite3.h=libsqlite3-dev
    /usr/include/histedit.h=libedit-dev
    /usr/include/zlib.h=zlib1g-dev
    # The tests compare the reader of tide tables with libtcd, and a release has the table of xtide-data.
    /usr/include/tcd.h=libtcd-dev
    "$tides_licence=xtide-data"
)
test_needs=(
    sqlite3=sqlite3
    tmux=tmux
    less=less
    zsh=zsh
    fish=fish
    mandoc=mandoc
    man=man-db
    /usr/bin/python3=python3
    /usr/lib/python3/dist-packages/icalendar=python3-icalendar
    perl=perl
    xz=xz-utils
    ssh=openssh-client
    /usr/lib/python3/dist-packages/asyncssh=python3-asyncssh
)
# For a second computation of tides.
reference_needs=(
    /usr/bin/python3=python3
    /usr/lib/python3/dist-packages/numpy=python3-numpy
)
browser_needs=(
    chromium=chromium
    chromedriver=chromium-driver
    /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf=fonts-dejavu-core
    /usr/lib/python3/dist-packages/PIL=python3-pil
)
benchmark_needs=(
    sqlite3=sqlite3
)

say() {
    printf '%s\n' "$*" >&2
}

# require_swift: exits if there is no Swift toolchain on the PATH.
require_swift() {
    if ! command -v swift >/dev/null; then
        say "Building surfjournal needs Swift 6.3, and swift is not on the PATH. See https://www.swift.org/install"
        exit 1
    fi
}

# missing_packages NEED...: prints the packages that are not installed.
missing_packages() {
    local need
    for need in "$@"; do
        [[ -e ${need%%=*} ]] || command -v "${need%%=*}" >/dev/null || printf '%s\n' "${need##*=}"
    done
}

# ensure_packages NEED...: installs missing packages, or prints the command to do so and exits.
ensure_packages() {
    local missing as_root=()
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    if ((EUID != 0)); then
        as_root=(sudo -n)
        "${as_root[@]}" true 2>/dev/null || packages_are_needed "${missing[@]}"
    fi
    command -v apt-get >/dev/null || packages_are_needed "${missing[@]}"
    say "Installing ${missing[*]} with apt-get (once) ..."
    # The first attempt fails on a machine whose lists are missing or old, which is no news for a person.
    local output
    output=$( (apt_install || { as_root_apt update && apt_install; }) 2>&1) && return
    say "$output"
    packages_are_needed "${missing[@]}"
}

# apt_install and as_root_apt use `missing` and `as_root` of ensure_packages.
apt_install() {
    as_root_apt install --yes --no-install-recommends "${missing[@]}"
}

as_root_apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get --quiet=2 --option Dpkg::Use-Pty=0 --option DPkg::Lock::Timeout=120 "$@" </dev/null >&2
}

packages_are_needed() {
    say "surfjournal needs these Debian packages: $*. Install them and try again:"
    say "    sudo apt-get update && sudo apt-get install $*"
    exit 1
}

# forget_moved_products ROOT: removes build products if the repository was moved, because the compiler refuses them then.
forget_moved_products() {
    local place="$1/.build/place"
    if [[ -e $place && $(<"$place") != "$1" ]]; then
        rm -rf "$1"/.build/*/debug "$1"/.build/*/release
    fi
    mkdir -p "$1/.build"
    printf '%s\n' "$1" >"$place"
}

# debian_mirror: prints the URL of this machine's package mirror.
debian_mirror() {
    local mirror
    mirror=$(grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null | head -1)
    printf '%s\n' "${mirror:-http://deb.debian.org/debian}" | tr -d ' '
}
