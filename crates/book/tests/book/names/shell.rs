//! Commands as they are typed: read from blocks and from code within sentences.

use crate::pages::{Code, Page};

/// A command on a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Typed {
    /// Where it stands.
    pub(crate) place: String,
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    /// Whether it can be typed as it is; within a sentence something may be left out.
    pub(crate) is_whole: bool,
}

/// The commands of a page.
pub(crate) fn typed(page: &Page) -> Vec<Typed> {
    let mut typed = Vec::new();
    for Code { line, text, fence } in page.code() {
        let place = format!("{}:{line}", page.path);
        let is_shell = fence.as_deref().is_some_and(|fence| fence.split(' ').next() == Some("sh"));
        if fence.is_some() && !is_shell {
            continue;
        }
        let text = if is_shell { without_documents(&text) } else { text.replace(['[', ']'], "") };
        for words in commands(&text) {
            typed.push(Typed { place: place.clone(), words, is_whole: is_shell });
        }
    }
    typed
}

/// A script without what is between `<<'END'` and `END`.
fn without_documents(script: &str) -> String {
    let mut kept = String::new();
    let mut until: Option<String> = None;
    for line in script.replace("\\\n", " ").lines() {
        match &until {
            Some(end) if line == end => until = None,
            Some(_) => {}
            None => {
                kept += &format!("{line}\n");
                let end = line.split_once("<<").map(|(_, end)| end.trim_matches(['\'', '"', ' ']));
                until = end.filter(|end| !end.is_empty()).map(str::to_owned);
            }
        }
    }
    kept
}

/// The commands of a script, each as its words.
fn commands(script: &str) -> Vec<Vec<String>> {
    let mut commands = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut rest = script.chars().peekable();
    while let Some(c) = rest.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => while rest.next_if(|c| *c != '\n').is_some() {},
            (None, '\n' | '|' | '&' | ';' | '(' | ')' | '>' | '<') => {
                words.extend(word.take());
                commands.push(std::mem::take(&mut words));
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    commands.push(words);
    commands.into_iter().map(bare).filter(|words| !words.is_empty()).collect()
}

/// A command without what stands before it: variables, `sudo`, another program that runs it.
fn bare(words: Vec<String>) -> Vec<String> {
    let is_setting = |word: &String| {
        word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty()
                && name.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit())
        })
    };
    let mut words = words;
    if let Some(at) = words.iter().position(|word| word == "exec") {
        // docker compose exec SERVICE PROGRAM
        words.drain(..(at + 2).min(words.len()));
    }
    let first = words.iter().position(|word| {
        !is_setting(word) && word != "sudo" && word != "--preserve-env" && word != "env"
    });
    words.drain(..first.unwrap_or(words.len()));
    words
}

#[cfg(test)]
fn shown(text: &str) -> Vec<Vec<String>> {
    typed(&Page::new("a.md", text)).into_iter().map(|typed| typed.words).collect()
}

#[test]
fn commands_are_found_in_blocks_and_in_sentences() {
    let page = "say `trt books audit [--explain]`\n\n```sh\n\
        A=1 sudo trt x --y 'a b'  # why\n\
        docker compose exec trt-1 /usr/local/bin/trt check && ./dev help\n\
        ./dev release a \\\n    --log b\n\
        cat <<'END'\ntrt nonsense\nEND\n```\n\n```text\ntrt other\n```\n";

    let found = shown(page);

    let expected: [&[&str]; 6] = [
        &["trt", "books", "audit", "--explain"],
        &["trt", "x", "--y", "a b"],
        &["/usr/local/bin/trt", "check"],
        &["./dev", "help"],
        &["./dev", "release", "a", "--log", "b"],
        &["cat"],
    ];
    assert_eq!(found[..6], expected);
}
