//! The blocks of a page: what is run, and what it should print.

/// The commands of one page.
#[derive(Debug, Clone)]
pub struct Page {
    /// For messages; its path as a rule.
    pub name: String,
    pub blocks: Vec<Block>,
}

/// One block of commands, run as one script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Where it begins.
    pub line: usize,
    /// The words behind `sh`.
    pub marks: Vec<String>,
    pub script: String,
    pub ends_with: i32,
    /// The lines that it prints, if the page says so.
    pub prints: Option<Vec<String>>,
}

/// A fenced block of any kind.
struct Fenced {
    first: usize,
    last: usize,
    words: Vec<String>,
    lines: Vec<String>,
}

impl Page {
    /// Reads the blocks of a page.
    pub fn read(name: impl Into<String>, text: &str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let mut blocks: Vec<Block> = Vec::new();
        let mut fenced = fenced(&lines).into_iter().peekable();
        while let Some(block) = fenced.next() {
            if block.words.first().map(String::as_str) != Some("sh") {
                continue;
            }
            let said = fenced.next_if(|next| {
                let between = &lines[block.last + 1..next.first];
                let is_behind = between.iter().all(|line| line.trim().is_empty());
                is_behind && next.words.first().map(String::as_str) == Some("text")
            });
            blocks.push(Block {
                line: block.first + 1,
                marks: block.words[1..].to_vec(),
                ends_with: ends_with(&block.lines),
                script: block.lines.join("\n"),
                prints: said.map(|said| said.lines),
            });
        }
        Self { name: name.into(), blocks }
    }
}

impl Block {
    pub fn is_marked(&self, mark: &str) -> bool {
        self.marks.iter().any(|found| found == mark)
    }
}

/// How a script ends by its own word.
fn ends_with(script: &[String]) -> i32 {
    let code = |line: &String| {
        let rest = line.split_once("# ends with ")?.1;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    script.iter().find_map(code).unwrap_or(0)
}

fn fenced(lines: &[&str]) -> Vec<Fenced> {
    let mut found: Vec<Fenced> = Vec::new();
    let mut open: Option<Fenced> = None;
    for (at, line) in lines.iter().enumerate() {
        match (line.trim().strip_prefix("```"), &mut open) {
            (Some(words), None) => {
                let words = words.split_whitespace().map(str::to_owned).collect();
                open = Some(Fenced { first: at, last: at, words, lines: Vec::new() });
            }
            (Some(_), Some(_)) => {
                found.extend(open.take().map(|block| Fenced { last: at, ..block }));
            }
            (None, Some(block)) => block.lines.push((*line).to_owned()),
            (None, None) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Page;

    #[test]
    fn a_block_knows_its_marks_its_end_and_what_it_prints() {
        let text = "# A\n\n```sh changes\nls # ends with 2: as it is\n```\n\n```text\na …\n```\n\n\
                    ```sh\ntrue\n```\nSo.\n\n```text\nnot of it\n```\n";

        let page = Page::read("a.md", text);

        let [first, second] = &page.blocks[..] else { panic!("{:?}", page.blocks) };
        assert_eq!((first.line, first.ends_with), (3, 2));
        assert!(first.is_marked("changes") && !second.is_marked("changes"));
        assert_eq!(first.prints.as_deref(), Some(&["a …".to_owned()][..]));
        assert_eq!((second.script.as_str(), second.ends_with), ("true", 0));
        assert_eq!(second.prints, None);
    }

    #[test]
    fn other_blocks_are_nothing_to_run() {
        assert!(Page::read("a.md", "```sql\nselect 1\n```\n\n`sh`\n").blocks.is_empty());
    }
}
