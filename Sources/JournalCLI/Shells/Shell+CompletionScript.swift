extension Shell {
    /// The completion script for the shell.
    ///
    /// The script calls `completions SHELL --complete -- WORDS` at each Tab, so it contains nothing that could become
    /// outdated. The first line of the answer says what follows: `words`, `open` for words that may continue, or
    /// `files`.
    var script: String {
        switch self {
        case .bash: Shell.bashScript
        case .zsh: Shell.zshScript
        case .fish: Shell.fishScript
        }
    }

    private static let bashScript = #"""
        # bash completion of surfjournal, written by 'surfjournal completions bash'

        _surfjournal() {
            local line program=${1/#"~/"/"$HOME/"}
            local -a found=()
            COMPREPLY=()
            while IFS= read -r line; do
                found+=("$line")
            done < <("$program" completions bash --complete -- \
                "$1" "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
            case ${found[0]-} in
                files) compopt -o default 2>/dev/null ;;
                open) compopt -o nospace 2>/dev/null ;;
            esac
            COMPREPLY=("${found[@]:1}")
        }

        complete -F _surfjournal surfjournal
        # sj is its short name, unless another program is called so.
        [[ -n $(type -P sj) && $(readlink -f "$(type -P sj)") != */surfjournal ]] || complete -F _surfjournal sj
        """#

    private static let zshScript = #"""
        #compdef surfjournal
        # zsh completion of surfjournal, written by 'surfjournal completions zsh'

        _surfjournal() {
            local line program=${${(Q)words[1]}/#\~\//$HOME/}
            local -a found values shown options
            found=("${(@f)$("$program" completions zsh --complete -- \
                "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
            case ${found[1]} in
                files)
                    [[ $PREFIX == --*=* ]] && compset -P '*='
                    _files
                    return
                    ;;
                open) options=(-S '') ;;
            esac
            for line in "${(@)found[2,-1]}"; do
                values+=("${line%%$'\t'*}")
                shown+=("${line/$'\t'/  -- }")
            done
            ((${#values})) && compadd -U -l -d shown "${options[@]}" -V surfjournal -a values
        }

        if [[ ${funcstack[1]} == _surfjournal ]]; then
            _surfjournal "$@"
        else
            compdef _surfjournal surfjournal
            # sj is its short name, unless another program is called so.
            [[ -n ${commands[sj]} && ${commands[sj]:A} != */surfjournal ]] || compdef _surfjournal sj
        fi
        """#

    private static let fishScript = #"""
        # fish completion of surfjournal, written by 'surfjournal completions fish'

        function __surfjournal_complete
            set -l words (commandline -opc)
            set -l program $words[1]
            set -e words[1]
            set -l token (commandline -ct)
            set -l typed (string unescape -- $token)
            or set typed (string replace -r '^["\']' '' -- $token)
            set -l found ($program completions fish --complete -- $words "$typed" 2>/dev/null)
            if test "$found[1]" = files
                __fish_complete_path "$token"
            else
                printf '%s\n' $found[2..]
                # With two candidates fish leaves the quote open, so that the text can be continued.
                test "$found[1]" = open -a (count $found) = 2
                and printf '%s,\n' $found[2]
            end
        end

        complete -c surfjournal -k -f -a '(__surfjournal_complete)'
        # sj is its short name, unless another program is called so.
        if not command -q sj; or string match -q '*/surfjournal' -- (realpath (command -v sj))
            complete -c sj -k -f -a '(__surfjournal_complete)'
        end
        """#
}
