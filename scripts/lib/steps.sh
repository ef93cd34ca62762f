# shellcheck shell=bash
# The steps of a test run: what is printed, what goes to the log, and how a run ends. Sourced after scripts/lib/setup.sh.

log= step="starting" verbose=

# begin LOG: starts a log. From now on the run ends with one sentence, whatever ends it.
begin() {
    log=$1
    mkdir -p "${log%/*}"
    # A trap runs with the redirections of the command that it interrupts.
    exec </dev/null {screen}>&2
    trap 'ended $?' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    : >"$log"
}

# step WORDS...: announces a step and starts its section of the log.
step() {
    end_step
    step=$*
    step_began=$SECONDS
    say "$step ..."
    printf '\n== %s\n' "$step" >>"$log"
}

# end_step: says how long the last step took.
end_step() {
    [[ -z ${step_began:-} ]] || say "  $((SECONDS - step_began)) s"
    step_began=
}

# quietly COMMAND...: runs a command with its output in the log, and prints the output if it fails.
quietly() {
    local status=0 start
    if [[ $verbose ]]; then
        "$@" > >(tee -a "$log") 2>&1
        return
    fi
    start=$(($(wc -c <"$log") + 1))
    "$@" >>"$log" 2>&1 || status=$?
    ((status == 0)) || tail -c +"$start" "$log" >&2
    return "$status"
}

# together COMMAND: starts a command in the background, in a process group that `ended` can end.
together() {
    set -m
    "$@" &
    set +m
}

# finish: ends a run in which everything passed.
finish() {
    end_step
    say "PASSED in $SECONDS s. The full output is in $(shown_log)."
    step=
    exit 0
}

# ended STATUS: says why a run ended early, and ends what it started.
ended() {
    trap - EXIT
    [[ $step ]] || exit "$1"
    trap '' INT TERM
    local job
    for job in $(jobs -p); do kill -- "-$job" 2>/dev/null || true; done
    case $1 in
        130 | 143) say "INTERRUPTED: $step." ;;
        *) say "FAILED: $step.$(full_disk) The full output is in $(shown_log)." ;;
    esac 2>&"$screen"
    exit "$1"
}

shown_log() {
    printf '%s' "${log#"$PWD"/}"
}

# full_disk: prints a sentence if there is less than 1 MiB of room for products or temporary files.
full_disk() {
    local folder room
    for folder in "${log%/*}" "${TMPDIR:-/tmp}"; do
        room=$(df --output=avail -k "$folder" 2>/dev/null | tail -1)
        ((${room:-1024} >= 1024)) || { printf ' The disk of %s is full.' "$folder"; return; }
    done
}
