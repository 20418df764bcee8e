# shellcheck shell=sh
# The gate of a release, a part of `dev`, which reads it in: see docs/releasing.md.
#
#   tree, check, smoke ──> all green: wait ──> log ──> all green: the next tag
#                     └──> something red ────> log ──> the list of all that is red
#
# Everything is said on standard error, as by the rest of `dev`, so that it stays in order; what is red is gathered in
# a file, for the list.

release_log='the log of the deploy: --log FILE, or --log-command COMMAND that prints it and ends'

# red PLACE WHAT: one line of the list at the end.
red() { printf 'FAIL %s: %s\n' "$1" "$2" | tee -a "$reds" >&2; }

# gate NAME COMMAND...: shows what it says and keeps what is red. A command that did not end well and
# named nothing is red itself.
gate() {
    gate_name=$1
    shift
    say "$gate_name ..."
    : >"$said"
    ended=0
    "$@" >"$said" 2>&1 || ended=$?
    cat "$said" >&2
    [ "$ended" -ne 0 ] || return 0
    if grep -q '^FAIL ' "$said"; then
        sed -n "s/^FAIL /FAIL $gate_name, /p" "$said" >>"$reds"
    else
        printf 'FAIL %s: %s\n' "$gate_name" "$(tail -n 1 "$said")" >>"$reds"
    fi
}

# judge_tree: what is tagged must be what was committed.
judge_tree() {
    [ -z "$(git status --porcelain)" ] ||
        red tree 'there are changes that are not committed; commit them, or put them aside by "git stash -u"'
    git var GIT_COMMITTER_IDENT >/dev/null 2>&1 ||
        red tree 'git does not know who makes the tag; set user.name and user.email by "git config"'
    # Others may have made tags; what stable-N comes next is known with theirs only.
    ! git remote get-url origin >/dev/null 2>&1 ||
        GIT_TERMINAL_PROMPT=0 GIT_SSH_COMMAND="${GIT_SSH_COMMAND:-ssh -oBatchMode=yes}" \
            git fetch --quiet --tags origin >/dev/null 2>&1 ||
        red tree 'the tags of origin cannot be fetched; see what "git fetch --tags origin" says'
}

# print_log: the log of the deploy, by the file or the command that was given.
print_log() {
    if [ -n "$log" ]; then
        cat <"$log"
    elif have timeout; then
        # One that follows the log would never end.
        timeout 60 sh -c "$log_command"
    else
        sh -c "$log_command"
    fi
}

judge_log() {
    print_log >"$kept" || {
        printed=$?
        case $printed in
        124) echo "the command for the log does not end within 60 s: it must print the log and not follow it" ;;
        *) echo "the log cannot be read: status $printed of ${log:-$log_command}" ;;
        esac
        return 1
    }
    # The deploy itself counts as well: it was before the watch.
    # shellcheck disable=SC2086 # several addresses are several words
    "$program" logcheck "$kept" --minutes $((watch / 60 + 10)) --up "$1" $2
}

# tag_stable: the next stable-N, on what has passed.
tag_stable() {
    tagged=$(git tag --points-at "$commit" --list 'stable-*' | head -n 1)
    [ -z "$tagged" ] || { say "all green; this commit is $tagged already" && return; }
    last=$(git tag --list 'stable-*' | sed -n 's/^stable-\([1-9][0-9]*\)$/\1/p' | sort -n | tail -n 1)
    tagged=stable-$((${last:-0} + 1))
    git tag --annotate --message "Passed trt check, trt smoke and $watch s of trt logcheck" "$tagged" "$commit" ||
        fail "all green, and git could not make the tag $tagged, as shown above"
    say "all green: $tagged; to let others have it: git push origin $tagged"
}

release() {
    urls='' log='' log_command='' program='' watch=600
    while [ $# -gt 0 ]; do
        case $1 in
        --log | --log-command | --trt | --watch)
            [ $# -gt 1 ] || fail "$1 needs a value"
            case $1 in
            --log) log=$2 ;;
            --log-command) log_command=$2 ;;
            --trt) program=$2 ;;
            --watch) watch=$2 ;;
            esac
            shift
            ;;
        http://* | https://*) urls="$urls --url $1" ;;
        *) fail "release does not understand \"$1\": it takes the address of every instance, and $release_log" ;;
        esac
        shift
    done
    [ -n "$urls" ] || fail "release needs the address of every instance, such as http://10.0.0.7:8080"
    [ -n "$log$log_command" ] || fail "release needs $release_log"
    case $watch in '' | *[!0-9]*) fail "--watch takes whole seconds" ;; esac
    have git || obtain git git
    commit=$(git rev-parse --verify HEAD 2>/dev/null) || fail "release needs the git repository of what is deployed"
    if [ -z "$program" ]; then
        need_compiler
        need_rust
        built trt
        program="$(target_folder)/debug/trt"
    fi
    work=$(mktemp -d) && reds=$work/reds said=$work/said kept=$work/log && : >"$reds"
    trap 'rm -rf "$work"' EXIT

    judge_tree
    gate check "$program" check
    # shellcheck disable=SC2086 # several addresses are several words
    gate smoke "$program" smoke $urls --commit "$commit"
    if [ -s "$reds" ]; then
        say "something is red already: the log is looked at as it is"
        gate log judge_log 0 "$urls"
    else
        say "watching for $watch s"
        sleep "$watch"
        gate log judge_log "$watch" "$urls"
    fi

    [ ! -s "$reds" ] || { say "red:" && cat "$reds" >&2 && fail "$(grep -c . "$reds") things are red: no tag"; }
    tag_stable
}
