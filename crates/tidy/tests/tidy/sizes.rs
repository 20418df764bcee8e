//! Rule: files and functions are small enough to be read in one sitting.
//!
//! * a source file has at most 400 lines, a shell script too;
//! * a `lib.rs` has at most 100: it is the map of its room, not the room;
//! * a function has at most 70 lines from its signature to its closing brace, tests included;
//! * a file under `src/` begins with a `//!` doc, which says what the file owns before the code.
//!
//! Clippy has a limit for functions as well, but counts neither comments nor blank lines; a
//! reader's screen does.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::tree::Tree;
use crate::{assert_none, tree};

const MAX_FILE: usize = 400;
const MAX_LIB: usize = 100;
const MAX_FUNCTION: usize = 70;

/// Checks the length of one file of any language.
fn length(path: &str, text: &str) -> Vec<String> {
    let (max, cure) = if path.ends_with("/lib.rs") {
        (MAX_LIB, "keep the map, move the rest into modules")
    } else {
        (MAX_FILE, "split it by what its parts own")
    };
    let lines = text.lines().count();
    let fault = || format!("{path}:{lines}: has {lines} lines, more than {max}; {cure}");
    (lines > max).then(fault).into_iter().collect()
}

/// Checks one Rust source: its length, its module doc and its functions.
fn violations(path: &str, text: &str) -> Vec<String> {
    let mut violations = length(path, text);
    if path.split('/').any(|part| part == "src") && !text.starts_with("//!") {
        violations.push(format!("{path}:1: does not begin with `//!`; say what the file owns"));
    }
    match syn::parse_file(text) {
        Err(error) => {
            let line = error.span().start().line;
            violations.push(format!("{path}:{line}: is not valid Rust: {error}"));
        }
        Ok(file) => {
            let mut functions = Functions::default();
            functions.visit_file(&file);
            let long = functions.0.iter().filter(|f| f.lines() > MAX_FUNCTION);
            violations.extend(long.map(|function| {
                format!(
                    "{path}:{}: fn {} has {} lines, more than {MAX_FUNCTION}; give its steps names \
                     of their own",
                    function.first,
                    function.name,
                    function.lines()
                )
            }));
        }
    }
    violations
}

/// A function and the lines it occupies, both inclusive.
struct Function {
    name: String,
    first: usize,
    last: usize,
}

impl Function {
    fn lines(&self) -> usize {
        self.last + 1 - self.first
    }
}

/// Collects every function of a file, however deep it is nested.
#[derive(Default)]
struct Functions(Vec<Function>);

impl Functions {
    fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
        self.0.push(Function {
            name: signature.ident.to_string(),
            first: signature.fn_token.span.start().line,
            last: block.brace_token.span.close().end().line,
        });
    }

    /// What is inside a macro call such as `proptest!` is only tokens to the parser: there a
    /// function is `fn`, a name, and the next braces before a semicolon.
    fn add_from_tokens(&mut self, tokens: TokenStream) {
        let mut keyword = None;
        let mut signature = None;
        for token in tokens {
            let after = keyword.take();
            match token {
                TokenTree::Ident(ident) if ident == "fn" => {
                    keyword = Some(ident.span().start().line);
                }
                TokenTree::Ident(ident) => {
                    signature = after.map(|first| (ident.to_string(), first)).or(signature);
                }
                TokenTree::Punct(punct) if punct.as_char() == ';' => signature = None,
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                TokenTree::Group(group) => {
                    if group.delimiter() == Delimiter::Brace
                        && let Some((name, first)) = signature.take()
                    {
                        let last = group.span_close().end().line;
                        self.0.push(Function { name, first, last });
                    }
                    self.add_from_tokens(group.stream());
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.add(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_token_stream(&mut self, tokens: &'ast TokenStream) {
        self.add_from_tokens(tokens.clone());
    }
}

/// A function of this many lines, first and last included.
fn function(lines: usize) -> String {
    format!("pub async fn long(\n) {{\n{}}}\n", "    // why\n".repeat(lines - 3))
}

#[test]
fn a_file_at_the_limits_is_fine() {
    let module = format!("//! Doc.\n{}{}", function(70), "// line\n".repeat(329));
    let map = format!("//! Doc.\n{}", "// line\n".repeat(99));

    assert_eq!(violations("crates/a/src/b.rs", &module), [""; 0]);
    assert_eq!(violations("crates/a/src/lib.rs", &map), [""; 0]);
    assert_eq!(violations("crates/a/tests/b.rs", "fn without_doc() {}\n"), [""; 0]);
}

#[test]
fn a_file_one_line_too_long_is_found() {
    let file = "# line\n".repeat(401);
    let lib = format!("//! Doc.\n{}", "// line\n".repeat(100));

    assert!(length("dev", &file)[0].starts_with("dev:401: has 401 lines, more than 400;"));
    assert!(violations("crates/a/src/lib.rs", &lib)[0].contains("has 101 lines, more than 100;"));
}

#[test]
fn a_function_one_line_too_long_is_found_wherever_it_is() {
    let long = function(71);
    let places = [
        long.clone(),
        format!("impl A {{\n{long}}}\n"),
        format!("trait A {{\n{long}}}\n"),
        format!("mod tests {{\n#[test]\n{long}}}\n"),
        format!("proptest! {{\n#[test]\n{long}}}\n"),
        format!("const A: () = {{\n{long}}};\n"),
    ];
    for text in places {
        let found = violations("crates/a/tests/a.rs", &text);

        assert_eq!(found.len(), 1, "{text}");
        assert!(found[0].contains("fn long has 71 lines, more than 70;"), "{}", found[0]);
    }
}

#[test]
fn functions_in_macros_end_at_their_own_braces() {
    let lines = "    1;\n".repeat(80);
    let text = format!("m! {{ fn a(); fn b(f: fn(u8)) {{ }} type C = fn(); {{\n{lines}}} }}\n");

    assert_eq!(violations("crates/a/tests/a.rs", &text), [""; 0]);
}

#[test]
fn a_module_without_a_doc_or_with_broken_syntax_is_found() {
    let bare = violations("crates/a/src/b.rs", "use a::b;\n");
    let broken = violations("crates/a/src/b.rs", "//! Doc.\n\nfn a( {}\n");

    assert_eq!(bare, ["crates/a/src/b.rs:1: does not begin with `//!`; say what the file owns"]);
    assert!(broken[0].contains("is not valid Rust"));
}

#[test]
fn files_and_functions_can_be_read_in_one_sitting() {
    let tree = Tree::walk();
    let sources = tree.ending(".rs").flat_map(|path| violations(path, &tree::read(path)));
    let scripts = tree.files.iter().filter(|path| tree::is_script(path));
    let scripts = scripts.flat_map(|path| length(path, &tree::read(path)));
    assert_none(&sources.chain(scripts).collect::<Vec<_>>());
}
