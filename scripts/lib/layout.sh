# shellcheck shell=bash
# Installs the files of surfjournal below a prefix. Sourced after `root` is set to the repository's folder.
: "${root:?}"

# shellcheck source=scripts/lib/release.sh
source "$root/scripts/lib/release.sh"

# choose_binary [FILE]: uses FILE as the program. Without FILE, builds the release.
choose_binary() {
    if [[ -n ${1:-} ]]; then
        binary=$(readlink -f "$1") || binary=
        if [[ ! -f $binary || ! -x $binary ]]; then
            say "$1 is not a program. Build one first, or omit --binary."
            exit 1
        fi
    else
        ensure_release
    fi
}

# lay_out PREFIX: installs all files. Each is replaced atomically, even while the program is running.
lay_out() {
    put 755 "$1/bin/surfjournal" cat "$binary"
    put 644 "$1/share/man/man1/surfjournal.1" "$binary" help --man
    put 644 "$1/share/bash-completion/completions/surfjournal" "$binary" completions bash
    put 644 "$1/share/zsh/site-functions/_surfjournal" "$binary" completions zsh
    put 644 "$1/share/fish/vendor_completions.d/surfjournal.fish" "$binary" completions fish
    put 755 "$1/share/surfjournal/uninstall" cat "$root/scripts/uninstall"
    lay_out_documents "$1"
    lay_out_tides "$1"
    lay_out_short_name "$1"
}

# lay_out_documents PREFIX: installs the documentation. Links between its files work there.
lay_out_documents() {
    local file
    for file in "$root"/{README,CHANGELOG,SECURITY-AND-DURABILITY}.md "$root/LICENSE" "$root"/docs/{*.md,pictures/*.svg}; do
        put 644 "$1/share/doc/surfjournal/${file#"$root"/}" cat "$file"
    done
}

# lay_out_tides PREFIX: installs the table of tide stations and its licence, if this machine has them.
lay_out_tides() {
    local tides
    tides=$(printf '%s\n' /usr/share/xtide/harmonics-dwf-*-free.tcd | tail -1)
    if [[ ! -r $tides || ! -r $tides_licence ]]; then
        say "There is no table of tide stations. Install the package xtide-data for tides."
        return
    fi
    put 644 "$1/share/surfjournal/tides.tcd" cat "$tides"
    put 644 "$1/share/surfjournal/tides.licence" cat "$tides_licence"
}

# lay_out_short_name PREFIX: adds the name sj for the program, its manual page and completions, unless another program has it.
lay_out_short_name() {
    if [[ (-e $1/bin/sj || -L $1/bin/sj) && $(readlink "$1/bin/sj") != surfjournal ]]; then
        say "$1/bin/sj is another program and was not replaced. surfjournal has no short name there."
        return
    fi
    ln -sfn surfjournal "$1/bin/sj"
    ln -sfn surfjournal.1 "$1/share/man/man1/sj.1"
    ln -sfn surfjournal "$1/share/bash-completion/completions/sj"
    ln -sfn surfjournal.fish "$1/share/fish/vendor_completions.d/sj.fish"
    put 644 "$1/share/zsh/site-functions/_sj" printf '%s\n' "#compdef sj" 'autoload -Uz _surfjournal; _surfjournal "$@"'
}

# put MODE FILE COMMAND...: writes a command's output to a file.
put() {
    local mode=$1 file=$2
    shift 2
    mkdir -p -- "${file%/*}"
    "$@" >"$file.new"
    chmod "$mode" -- "$file.new"
    mv -f -- "$file.new" "$file"
}
