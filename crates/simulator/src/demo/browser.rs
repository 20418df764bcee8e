//! Showing the page in the browser of whoever sits at this machine.
//!
//! Only where somebody does: on a desktop, and not as root, whose browsers refuse to start. The
//! browser belongs to the person and stays when the demo ends. On failure: nothing is opened; the
//! address was printed.

use std::process::Stdio;

use tokio::process::Command;

pub fn open(url: &str) {
    let has = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_root = std::env::var_os("USER").is_some_and(|name| name == "root");
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if has("DISPLAY") || has("WAYLAND_DISPLAY") {
        "xdg-open"
    } else {
        return;
    };
    if is_root {
        return;
    }
    let mut command = Command::new(opener);
    // A group of its own: Ctrl-C is for the demo.
    command.arg(url).process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Without an opener the printed address is all there is.
    let _ = command.spawn();
}
