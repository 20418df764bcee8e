//! One file out of the page's own files and a recorded state stream: it plays in any browser, from a disk as well.
//!
//! ```text
//!   chat.html ── styles inline ── each script a function ── `ask.js` is the player ── the frames ──> stage.html
//! ```
//!
//! The scripts are those of the page, word for word but for `import` and `export`, which a file on a disk may not
//! have. What they ask for is answered from the frames, and what is pressed is answered with a sentence.

use std::path::Path;

use serde_json::Value;

/// Notes down every answer about the stage and the chats that the page gets, as far as it is news.
pub(super) const RECORDER: &str = include_str!("recorder.js");

/// Gives what was noted down.
pub(super) const EXPORT: &str =
    "const done = arguments[arguments.length - 1]; window.recording.ends().then(done)";

const PLAYER: &str = include_str!("player.js");

macro_rules! page {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../../simulator/page/", $name)))
    };
}

/// Every script of the page, with the player for `ask.js`.
const SCRIPTS: [(&str, &str); 17] = [
    page!("chat.js"),
    page!("pane.js"),
    page!("scroll.js"),
    page!("compose.js"),
    page!("tries.js"),
    page!("bubble.js"),
    page!("formatting.js"),
    page!("media.js"),
    page!("pay.js"),
    page!("stage.js"),
    page!("counters.js"),
    page!("timeline.js"),
    page!("cards.js"),
    page!("blows.js"),
    page!("story.js"),
    page!("tour.js"),
    ("ask.js", PLAYER),
];

const STYLES: [(&str, &str); 3] = [page!("layout.css"), page!("bubbles.css"), page!("stage.css")];

const HTML: &str = include_str!("../../../../simulator/page/chat.html");

/// Before the frames, which are the only part that differs from run to run.
const FRAMES: &str = "<script id=\"recording\" type=\"application/json\">";

pub(super) async fn writes(path: &Path, recorded: &Value) {
    let frames = recorded.to_string().replace("</", "<\\/");
    let page = page().replace(FRAMES, &format!("{FRAMES}{frames}"));
    tokio::fs::write(path, page).await.unwrap();
}

/// Puts the frames of a recording into the page as it is now.
pub(super) async fn renews(path: &Path) {
    let recorded = tokio::fs::read_to_string(path).await.unwrap();
    let (_, rest) = recorded.split_once(FRAMES).unwrap();
    let (frames, _) = rest.split_once("</script>").unwrap();
    tokio::fs::write(path, page().replace(FRAMES, &format!("{FRAMES}{frames}"))).await.unwrap();
}

/// Whether a recording is made of the files as they are now.
pub(super) fn is_of_today(recorded: &str) -> bool {
    let page = page();
    let (before, after) = page.split_once(FRAMES).unwrap();
    recorded.starts_with(before) && recorded.ends_with(after)
}

/// The page without frames.
fn page() -> String {
    let mut html = HTML.to_owned();
    for (name, text) in STYLES {
        let link = format!("  <link rel=\"stylesheet\" href=\"/page/{name}\">\n");
        assert!(html.contains(&link), "{name}");
        html = html.replace(&link, &format!("  <style>\n{text}  </style>\n"));
    }
    let script = "  <script type=\"module\" src=\"/page/chat.js\"></script>\n";
    assert!(html.contains(script));
    let modules: String = SCRIPTS.iter().map(module).collect();
    let all = format!(
        "{FRAMES}</script>\n<script>\n\"use strict\";\n{USE}{modules}use(\"chat.js\");\n</script>\n</body>"
    );
    html.replace(script, "").replace("</body>", &all)
}

const USE: &str = "const made = {}, makers = {};\n\
    const use = (name) => (made[name] ??= makers[name]());\n";

/// A module as a function that gives what it exports.
fn module((name, text): &(&str, &str)) -> String {
    let mut exported = Vec::new();
    let lines = text.lines().map(|line| {
        if let Some((what, from)) =
            line.strip_prefix("import ").and_then(|rest| rest.split_once(" from \"./"))
        {
            return format!("const {what} = use(\"{}\");\n", from.trim_end_matches("\";"));
        }
        let Some(own) = line.strip_prefix("export ") else { return format!("{line}\n") };
        let name = own.trim_start_matches("async ").split_once(' ').map(|(_, rest)| rest);
        let name =
            name.and_then(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next());
        exported.push(name.unwrap_or_default().to_owned());
        format!("{own}\n")
    });
    let body: String = lines.collect();
    format!("makers[\"{name}\"] = () => {{\n{body}return {{ {} }};\n}};\n", exported.join(", "))
}

#[test]
fn a_module_becomes_a_function_that_gives_what_it_exports() {
    let text = "import { a, b } from \"./x.js\";\nexport const C = a;\nexport async function d() {}\nexport class E {}\n";

    let made = module(&("y.js", text));

    assert_eq!(
        made,
        "makers[\"y.js\"] = () => {\nconst { a, b } = use(\"x.js\");\nconst C = a;\n\
         async function d() {}\nclass E {}\nreturn { C, d, E };\n};\n"
    );
}
