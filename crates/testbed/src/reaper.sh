# Ends what a test process leaves behind. One line of standard input per fact:
#
#   process PID SIGNAL   end this process group with SIGNAL
#   ended PID            it has ended
#   mount PATH           unmount what is mounted here
#   unmounted PATH       it is gone
#   server PATH          end the PostgreSQL on this data, which somebody else may have started
#   stopped PATH         it has ended
#   folder PATH          remove this folder
#   removed PATH         it is gone
#
# End of input means that the test process is gone, however it died. Nothing else ends this script.
trap '' HUP INT TERM QUIT
newline='
'
facts=''

forget() { # KEY: a whole fact, or a fact without its last word
    kept=''
    IFS=$newline
    for fact in $facts; do
        case $1 in "$fact" | "${fact% *}") ;; *) kept="$kept$fact$newline" ;; esac
    done
    facts=$kept
}

lives() { # GROUP: an ended leader that nobody has collected yet does not count
    kill -s 0 -- "-$1" 2>/dev/null || return 1
    [ -r "/proc/$1/stat" ] || return 0
    case $(cat "/proc/$1/stat" 2>/dev/null) in *') Z '*) return 1 ;; esac
}

while IFS= read -r line; do
    case $line in
    'process '* | 'folder '* | 'mount '* | 'server '*) facts="$facts$line$newline" ;;
    'ended '*) forget "process ${line#ended }" ;;
    'unmounted '*) forget "mount ${line#unmounted }" ;;
    'stopped '*) forget "server ${line#stopped }" ;;
    'removed '*) forget "folder ${line#removed }" ;;
    esac
done

IFS=$newline
for fact in $facts; do
    case $fact in 'process '*)
        group=${fact#process } && signal=${group#* } && group=${group%% *}
        kill -s "$signal" -- "-$group" 2>/dev/null
        kill -s CONT -- "-$group" 2>/dev/null # a stopped process would keep the signal waiting
        ;;
    esac
done
for fact in $facts; do
    case $fact in 'process '*)
        group=${fact#process } && group=${group%% *}
        turns=0 # of 50 ms: ten seconds, then by force
        while lives "$group"; do
            turns=$((turns + 1))
            [ "$turns" -lt 200 ] || { kill -s KILL -- "-$group" 2>/dev/null && break; }
            sleep 0.05
        done
        ;;
    esac
done
for fact in $facts; do
    case $fact in 'server '*)
        data=${fact#server } turns=0
        pid=$(head -n 1 "$data/postmaster.pid" 2>/dev/null) || continue
        # The number may be a stranger's by now: a server stands in its data.
        while [ "$(readlink "/proc/$pid/cwd" 2>/dev/null)" = "$data" ]; do
            case $turns in 0) kill -s QUIT "$pid" ;; 100) kill -s KILL "$pid" ;; 200) break ;; esac 2>/dev/null
            turns=$((turns + 1))
            sleep 0.05
        done
        ;;
    esac
done
for fact in $facts; do
    case $fact in 'mount '*) umount -l -- "${fact#mount }" 2>/dev/null ;; esac
done
for fact in $facts; do
    case $fact in 'folder '*) rm -rf -- "${fact#folder }" ;; esac
done
