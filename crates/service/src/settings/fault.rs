//! What is wrong with the settings, and where.

use std::fmt;

use domain::Mistake;
use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The folder cannot be read. It is called by its variable: no message repeats a value, and
    /// what stands there may be anything.
    Folder {
        why: String,
    },
    File {
        name: String,
        why: String,
    },
    /// A file can be read, and something in it is wrong.
    Mistake(Mistake),
}

/// Everything that is wrong: at least one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Faults(pub(crate) Vec<Fault>);

impl Fault {
    /// The same for a program; without a file or a line where there is none.
    pub(crate) fn json(&self) -> Value {
        match self {
            Self::Folder { .. } => json!({ "file": null, "line": null, "what": self.to_string() }),
            Self::File { name, why } => {
                json!({ "file": name, "line": null, "what": format!("cannot be read: {why}") })
            }
            Self::Mistake(Mistake { file, line, what }) => {
                json!({ "file": file, "line": line, "what": what })
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder { why } => {
                write!(to, "the folder that SETTINGS_DIR names cannot be read: {why}")
            }
            Self::File { name, why } => write!(to, "{name} cannot be read: {why}"),
            Self::Mistake(mistake) => mistake.fmt(to),
        }
    }
}

impl Faults {
    /// How many there are, in words.
    pub(crate) fn counted(&self) -> String {
        match self.0.len() {
            1 => "the settings have a mistake".to_owned(),
            count => format!("the settings have {count} mistakes"),
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}:", self.counted())?;
        self.0.iter().try_for_each(|fault| write!(to, "\n  {fault}"))
    }
}

#[cfg(test)]
mod tests {
    use domain::Mistake;
    use serde_json::json;

    use super::{Fault, Faults};

    #[test]
    fn a_list_begins_with_its_length_and_has_a_line_for_each() {
        let folder = Fault::Folder { why: "no such folder".to_owned() };
        let mistake = Mistake { file: "a.toml".to_owned(), line: 7, what: "no".to_owned() };

        let one = Faults(vec![folder.clone()]).to_string();
        let two = Faults(vec![folder, Fault::Mistake(mistake)]).to_string();

        assert_eq!(
            one,
            "the settings have a mistake:\n  \
             the folder that SETTINGS_DIR names cannot be read: no such folder"
        );
        assert!(two.starts_with("the settings have 2 mistakes:\n"), "{two}");
        assert!(two.ends_with("\n  a.toml:7: no"), "{two}");
    }

    #[test]
    fn a_program_gets_the_file_and_the_line_by_themselves() {
        let mistake = Mistake { file: "a.toml".to_owned(), line: 7, what: "no".to_owned() };
        let file = Fault::File { name: "b.toml".to_owned(), why: "no leave".to_owned() };

        assert_eq!(
            Fault::Mistake(mistake).json(),
            json!({ "file": "a.toml", "line": 7, "what": "no" })
        );
        let unreadable =
            json!({ "file": "b.toml", "line": null, "what": "cannot be read: no leave" });
        assert_eq!(file.json(), unreadable);
    }
}
