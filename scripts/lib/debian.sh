# shellcheck shell=bash
# A Debian package of a program that was laid out. Sourced after `root` is set to the repository's folder.
: "${root:?}"

maintainer="The surfjournal contributors <contributors@surfjournal.invalid>"

# debian_package LAID_OUT VERSION FILE: writes the package.
debian_package() {
    local tree
    tree=$(mktemp -d)
    mkdir "$tree/DEBIAN"
    cp -a "$1" "$tree/usr"
    to_debian_places "$tree/usr"
    changelog "$2" | gzip -9n >"$tree/usr/share/doc/surfjournal/changelog.gz"
    control "$tree" "$2" >"$tree/DEBIAN/control"
    (cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
    chmod -R u=rwX,go=rX "$tree"
    dpkg-deb --build --root-owner-group "-Z${DPKG_DEB_COMPRESSOR_TYPE:-xz}" "$tree" "$3" >/dev/null
    rm -rf "$tree"
}

# to_debian_places USR: moves files to where Debian's policy has them, and removes what the package manager does.
to_debian_places() {
    local usr=$1
    rm "$usr/share/surfjournal/uninstall"
    mkdir "$usr/share/zsh/vendor-completions"
    mv "$usr/share/zsh/site-functions"/* "$usr/share/zsh/vendor-completions"
    rmdir "$usr/share/zsh/site-functions"
    # The file `copyright` has them.
    rm -f "$usr/share/doc/surfjournal/LICENSE" "$usr/share/surfjournal/tides.licence"
    gzip -9n "$usr/share/man/man1/surfjournal.1"
    if [[ -L $usr/share/man/man1/sj.1 ]]; then
        rm "$usr/share/man/man1/sj.1"
        ln -s surfjournal.1.gz "$usr/share/man/man1/sj.1.gz"
    fi
}

# changelog VERSION: prints what Debian's tools read. What changed is in CHANGELOG.md.
changelog() {
    printf 'surfjournal (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' "$1" "$maintainer" "$(date -R)"
}

# control TREE VERSION: prints what the package manager reads. The program is linked statically and needs no other package.
control() {
    cat <<END
Package: surfjournal
Version: $2
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $(du -k -s "$1/usr" | cut -f1)
Section: utils
Priority: optional
Suggests: git, less
Description: surf journal for the command line
 Log a session in one line, as you would tell it to a friend, and find out
 where and when to surf. Your sessions are stored in one SQLite file on your
 disk, in a format that Apple's Core Data opens too.
END
}
