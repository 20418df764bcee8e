# shellcheck shell=sh
# What a machine must have, and how it gets it: a part of `dev`, which reads it in.
#
#   package manager ──> compiler, PostgreSQL, certificates: all that is missing at once
#   rustup ───────────> the compiler of rust-toolchain.toml
#   testbed ──────────> whether the PostgreSQL will do
#
# On failure: one sentence that says what to do, and status 1.

manager() {
    if have apt-get; then echo apt; elif have dnf; then echo dnf; elif have brew; then echo brew; fi
}

# as_root COMMAND...: false when we may not.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif have sudo && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    else
        return 1
    fi
}

# packages APT DNF BREW: the names for the package manager of this machine.
packages() {
    case $(manager) in apt) echo "$1" ;; dnf) echo "$2" ;; brew) echo "$3" ;; esac
}

# install PACKAGE...: quietly unless it fails. Another copy of this script may be at it as well, so
# locks are waited for and a failure is tried again.
install() {
    log=$(mktemp)
    for pause in 0 5 15; do
        sleep "$pause"
        case $(manager) in
        apt)
            as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 \
                install -y --no-install-recommends "$@" >"$log" 2>&1 && break
            as_root apt-get -qq update >>"$log" 2>&1 || :
            ;;
        dnf) as_root dnf -q install -y "$@" >"$log" 2>&1 && break ;;
        brew) brew install --quiet "$@" >"$log" 2>&1 && break ;;
        esac
        [ "$pause" -lt 15 ] || { cat "$log" >&2 && rm -f "$log" && return 1; }
    done
    rm -f "$log"
}

# may_install PACKAGES: whether there is a way to.
may_install() {
    [ -n "$1" ] && { [ "$(manager)" = brew ] || as_root true; }
}

# obtain WHAT PACKAGES: installs or ends with the sentence that says what to do.
obtain() {
    case $(manager) in
    apt) command="apt-get install $2" ;;
    dnf) command="dnf install $2" ;;
    brew) command="brew install $2" ;;
    *) fail "$1 is missing and there is no apt, dnf or brew to get it with: install it first" ;;
    esac
    case $1 in *' and '* | certificates) is=are it=them ;; *) is=is it=it ;; esac
    may_install "$2" || fail "$1 $is missing and this user may not install $it: run \"$command\" as root"
    say "$1 $is missing: installing $it ($command)"
    # shellcheck disable=SC2086 # several packages are several words
    install $2 || fail "$1 could not be installed: \"$command\" failed as shown above"
}

# has_server: whether there is any PostgreSQL; whether it will do is said by the testbed.
has_server() {
    [ -z "${PG_BIN_DIR:-}" ] || return 0
    have initdb && return
    for initdb in /usr/lib/postgresql/*/bin/initdb /usr/pgsql-*/bin/initdb \
        /opt/homebrew/opt/postgresql*/bin/initdb /usr/local/opt/postgresql*/bin/initdb \
        /Applications/Postgres.app/Contents/Versions/*/bin/initdb; do
        [ ! -x "$initdb" ] || return 0
    done
    return 1
}

# need_system: everything that comes from the package manager, before anything is built: whoever may
# not install hears of all of it at once, and it is downloaded in one go.
need_system() {
    what='' names=''
    have cc || lacks 'a C compiler' "$(packages 'gcc libc6-dev' gcc gcc)"
    has_server || lacks 'PostgreSQL 15 or later' "$(packages postgresql postgresql-server postgresql@17)"
    # What is downloaded is checked against these, and so is Telegram by the bot.
    [ "$(manager)" != apt ] || [ -e /etc/ssl/certs/ca-certificates.crt ] ||
        lacks certificates ca-certificates
    need_cargo="${CARGO_HOME:-$HOME/.cargo}/bin/cargo"
    have cargo || [ -x "$need_cargo" ] || have curl || lacks curl curl
    [ -z "$what" ] || obtain "$(echo "$what" | sed 's/\(.*\), /\1 and /')" "$names"
}

# lacks WHAT PACKAGES: adds it to what is missing.
lacks() { what="${what:+$what, }$1" names="${names:+$names }$2"; }

need_compiler() {
    have cc || obtain "a C compiler" "$(packages 'gcc libc6-dev' gcc gcc)"
}

need_rust() {
    # The registry may be slow to answer.
    export CARGO_NET_RETRY="${CARGO_NET_RETRY:-10}"
    wanted=$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)
    PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
    if ! have cargo; then
        have curl || obtain curl curl
        say "Rust is missing: installing it by rustup into ${CARGO_HOME:-$HOME/.cargo}"
        script=$(mktemp)
        curl --proto '=https' --tlsv1.2 -sSf -o "$script" https://sh.rustup.rs || :
        # An empty script installs nothing.
        sh "$script" -q -y --profile minimal --no-modify-path --default-toolchain none || :
        rm -f "$script"
        have cargo ||
            fail "Rust could not be installed: install Rust $wanted with rustup, then try again"
    fi
    if have rustup && ! rustup run "$wanted" rustc --version >/dev/null 2>&1; then
        say "Rust $wanted is missing: installing it by rustup"
        rustup toolchain install "$wanted" --profile minimal --component clippy,rustfmt ||
            fail "Rust $wanted could not be installed: run \"rustup toolchain install $wanted\""
    fi
    case $(rustc --version) in
    "rustc $wanted "*) ;;
    *) say "$(rustc --version) is used here; the project is tested with $wanted" ;;
    esac
    for part in fmt clippy; do
        cargo "$part" --version >/dev/null 2>&1 ||
            { have rustup && rustup component add --toolchain "$wanted" clippy rustfmt >&2; } ||
            fail "cargo $part is missing: install the rustfmt and clippy that belong to your Rust"
    done
}

# Not by `cargo run`: that would set its own variables for every cargo below.
testbed() { "${programs:-$(target_folder)/debug}/testbed" "$@"; }

target_folder() {
    cargo metadata --locked --no-deps --format-version 1 |
        sed 's/.*"target_directory":"\([^"]*\)".*/\1/'
}

# The testbed knows where servers are kept and which will do; here we only install one.
need_postgres() {
    [ -x "$(target_folder)/debug/testbed" ] || say "building what starts PostgreSQL; this takes a minute or two"
    # Beside a test, so that the tests find what it is made of built already.
    cargo build --quiet --locked --workspace --bin testbed --test testbed || fail "the testbed does not build"
    need_good_postgres
}

need_good_postgres() {
    testbed locate >/dev/null 2>&1 && return
    [ -z "${PG_BIN_DIR:-}" ] || { testbed locate || exit 1; }
    obtain "PostgreSQL 15 or later" "$(packages postgresql postgresql-server postgresql@17)"
    testbed locate >/dev/null || exit 1
}

# Tests that need these are skipped, and counted, where they cannot be had.
want_for_tests() {
    have git || want git git
    have pgbouncer || [ -x /usr/sbin/pgbouncer ] || want PgBouncer pgbouncer
    # It moves the wall clock of a process; macOS does not let a library do that.
    [ "$(manager)" = brew ] || { have chromium && have chromedriver; } ||
        want Chromium "$(packages 'chromium chromium-driver' 'chromium chromedriver' '')"
    # It plays the alerts through. The package has the server as well: Debian starts it where systemd runs.
    have promtool || want promtool "$(packages prometheus golang-github-prometheus prometheus)"
    # The commands of the pages for operators ask instances with it.
    have curl || want curl curl
    # The recipe for a server is tried behind it.
    have caddy || want Caddy caddy
    [ "$(manager)" = brew ] || have systemd-analyze || want systemd-analyze systemd
    [ "$(manager)" = brew ] || has_faketime || want libfaketime "$(packages libfaketime libfaketime '')"
}

# The same for the slow tests: a Debian of a newcomer, or below an image, is made by the first and entered by the
# second; the third builds the image.
want_for_slow_tests() {
    [ "$(manager)" = apt ] || return 0
    have mmdebstrap || want mmdebstrap mmdebstrap
    have bwrap || want bubblewrap bubblewrap
    have buildah || want buildah buildah
    # A primary is killed under load: three servers and what they agree by.
    have patroni || want Patroni patroni
    have etcd || want etcd etcd-server
}

# want WHAT PACKAGES: installs it where that is possible.
want() {
    if may_install "$2"; then
        obtain "$1" "$2"
    else
        say "$1 is missing and this user may not install it: its tests are skipped"
    fi
}

has_faketime() {
    for library in /usr/lib*/faketime/libfaketime.so.1 /usr/lib/*/faketime/libfaketime.so.1; do
        [ ! -e "$library" ] || return 0
    done
    return 1
}

prepare() {
    need_system
    need_compiler
    need_rust
    need_postgres
}
