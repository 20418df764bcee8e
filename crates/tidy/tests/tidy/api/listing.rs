//! Everything public of a crate, a line for each, read from its sources.
//!
//! ```text
//!   lib.rs ── mod, pub mod ──> every file ──> what is pub, under the path that others write:
//!                                             of its module if that is public, else of its `pub use`
//! ```
//!
//! A kind of item that this does not know fails the test instead of being left out.

use std::collections::BTreeMap;
use std::path::Path;

use quote::ToTokens;
use syn::{Attribute, Fields, FnArg, ImplItem, Item, ReturnType, Signature, UseTree, Visibility};

/// What was found, before anybody knows under which path it is public.
#[derive(Default)]
struct Found {
    /// Modules by path, and whether all of the way there is public.
    modules: BTreeMap<String, bool>,
    /// Path of the `use`, and path of what it names.
    uses: Vec<(String, String)>,
    /// Path of the definition, and its lines: kind, what follows the path.
    items: Vec<(String, Vec<(String, String)>)>,
    /// Last name of the type, and lines of its implementations.
    impls: Vec<(String, Vec<(String, String)>)>,
}

/// The lines, sorted.
pub(super) fn listing(name: &str, src: &Path) -> Vec<String> {
    let mut found = Found::default();
    found.module(name, true, &src.join("lib.rs"), src);
    found.lines()
}

impl Found {
    fn module(&mut self, path: &str, public: bool, file: &Path, folder: &Path) {
        let text = std::fs::read_to_string(file).expect("a module has its file");
        let items = syn::parse_file(&text).expect("it compiles, so it can be read").items;
        self.modules.insert(path.to_owned(), public);
        for item in items {
            self.item(path, public, item, folder);
        }
    }

    fn item(&mut self, path: &str, public: bool, item: Item, folder: &Path) {
        let below = |name: &dyn ToTokens| format!("{path}::{}", plain(name));
        match item {
            Item::Mod(it) if is_for_tests(&it.attrs) => {}
            Item::Mod(it) => {
                assert!(it.content.is_none(), "{path}: teach the listing modules within a file");
                let name = it.ident.to_string();
                let (file, inner) = (folder.join(format!("{name}.rs")), folder.join(&name));
                self.module(&below(&it.ident), public && is_pub(&it.vis), &file, &inner);
            }
            Item::Use(it) if is_pub(&it.vis) => self.used(path, String::new(), &it.tree),
            Item::Impl(it) => {
                let of = plain(&it.self_ty);
                let lines = match &it.trait_ {
                    Some((of_trait, _)) => {
                        vec![("impl".into(), format!(": {}", plain(of_trait)))]
                    }
                    None => methods(&it.items),
                };
                self.impls.push((of, lines));
            }
            Item::Const(it) if is_pub(&it.vis) => {
                self.add(below(&it.ident), "const", format!(": {}", plain(&it.ty)));
            }
            Item::Type(it) if is_pub(&it.vis) => {
                self.add(below(&it.ident), "type", format!(" = {}", plain(&it.ty)));
            }
            Item::Fn(it) if is_pub(&it.vis) => {
                self.add(below(&it.sig.ident), "fn", signature(&it.sig));
            }
            Item::Struct(it) if is_pub(&it.vis) => {
                let private = it.fields.iter().any(|field| !is_pub(&field.vis));
                let open = private || is_open(&it.attrs);
                let rest = if open { ", with private fields" } else { "" };
                let mut lines = vec![("struct".to_owned(), rest.to_owned())];
                lines.extend(fields("", &it.fields, false));
                lines.extend(derived(&it.attrs));
                self.items.push((below(&it.ident), lines));
            }
            Item::Enum(it) if is_pub(&it.vis) => {
                let rest = if is_open(&it.attrs) { ", which may grow" } else { "" };
                let mut lines = vec![("enum".to_owned(), rest.to_owned())];
                for variant in &it.variants {
                    let name = format!("::{}", variant.ident);
                    lines.push(("variant".into(), name.clone()));
                    lines.extend(fields(&name, &variant.fields, true));
                }
                lines.extend(derived(&it.attrs));
                self.items.push((below(&it.ident), lines));
            }
            Item::Use(_)
            | Item::Const(_)
            | Item::Type(_)
            | Item::Fn(_)
            | Item::Struct(_)
            | Item::Enum(_) => {}
            other => panic!("{path}: teach the listing this: {}", plain(&other)),
        }
    }

    fn add(&mut self, path: String, kind: &str, rest: String) {
        self.items.push((path, vec![(kind.to_owned(), rest)]));
    }

    /// Takes a `use` apart; paths are below the module that uses.
    fn used(&mut self, at: &str, before: String, tree: &UseTree) {
        match tree {
            UseTree::Path(it) => self.used(at, format!("{before}::{}", it.ident), &it.tree),
            UseTree::Group(it) => {
                for tree in &it.items {
                    self.used(at, before.clone(), tree);
                }
            }
            UseTree::Name(it) => {
                let name = &it.ident;
                self.uses.push((format!("{at}::{name}"), format!("{at}{before}::{name}")));
            }
            UseTree::Rename(_) | UseTree::Glob(_) => {
                panic!("{at}: name what is public, one by one")
            }
        }
    }

    /// The path that others write for what is defined there; none: nobody can.
    fn public_path(&self, definition: &str) -> Option<String> {
        let (module, _) = definition.rsplit_once("::")?;
        if self.modules.get(module) == Some(&true) {
            return Some(definition.to_owned());
        }
        let (used_at, _) = self.uses.iter().find(|(_, target)| target == definition)?;
        self.public_path(used_at)
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut types = BTreeMap::new();
        let public = self.modules.iter().filter(|(_, public)| **public);
        lines.extend(public.map(|(path, _)| format!("mod {path}")));
        for (definition, parts) in &self.items {
            let Some(path) = self.public_path(definition) else { continue };
            lines.extend(parts.iter().map(|(kind, rest)| format!("{kind} {path}{rest}")));
            let name = definition.rsplit("::").next().unwrap_or_default().to_owned();
            assert!(types.insert(name, path).is_none(), "{definition}: two of this name");
        }
        for (of, parts) in &self.impls {
            let Some(path) = types.get(of) else { continue };
            lines.extend(parts.iter().map(|(kind, rest)| format!("{kind} {path}{rest}")));
        }
        for (used_at, target) in &self.uses {
            let path = self.public_path(target);
            let path = path.filter(|path| path != used_at && self.public_path(used_at).is_some());
            lines.extend(path.map(|path| format!("use {used_at} = {path}")));
        }
        lines.sort();
        lines
    }
}

fn methods(items: &[ImplItem]) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for item in items {
        match item {
            ImplItem::Fn(it) if is_pub(&it.vis) => {
                lines.push(("fn".into(), format!("::{}{}", it.sig.ident, signature(&it.sig))));
            }
            ImplItem::Const(it) if is_pub(&it.vis) => {
                lines.push(("const".into(), format!("::{}: {}", it.ident, plain(&it.ty))));
            }
            _ => {}
        }
    }
    lines
}

/// Fields that others can write; those of a variant need no `pub`.
fn fields(of: &str, fields: &Fields, all: bool) -> Vec<(String, String)> {
    let public = fields.iter().enumerate().filter(|(_, field)| all || is_pub(&field.vis));
    let line = |(at, field): (usize, &syn::Field)| {
        let name = field.ident.as_ref().map_or_else(|| at.to_string(), ToString::to_string);
        ("field".to_owned(), format!("{of}::{name}: {}", plain(&field.ty)))
    };
    public.map(line).collect()
}

fn derived(attributes: &[Attribute]) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        let add = attribute.parse_nested_meta(|meta| {
            lines.push(("impl".to_owned(), format!(": {}", plain(&meta.path))));
            Ok(())
        });
        add.expect("a list of traits");
    }
    lines
}

/// A signature without its name and without the names of what it takes.
fn signature(it: &Signature) -> String {
    let takes = it.inputs.iter().map(|input| match input {
        FnArg::Receiver(it) => plain(it),
        FnArg::Typed(it) => plain(&it.ty),
    });
    let takes: Vec<String> = takes.collect();
    let gives = match &it.output {
        ReturnType::Default => String::new(),
        ReturnType::Type(_, it) => format!(" -> {}", plain(it)),
    };
    let bounds = it.generics.where_clause.as_ref().map(|it| format!(" {}", plain(it)));
    let words = [it.constness.as_ref().map(|_| " const"), it.asyncness.as_ref().map(|_| " async")];
    let words: String = words.into_iter().flatten().collect();
    let generics = plain(&it.generics);
    format!("{generics}({}){gives}{}{words}", takes.join(", "), bounds.unwrap_or_default())
}

fn is_pub(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_open(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("non_exhaustive"))
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| it.path().is_ident("cfg") && plain(it).contains("(test)"))
}

/// Tokens as text, with no more spaces than it takes to tell words apart.
fn plain(tokens: &(impl ToTokens + ?Sized)) -> String {
    let mut text = String::new();
    for part in tokens.to_token_stream().to_string().split_whitespace() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        if text.ends_with(is_word) && part.starts_with(is_word) || text.ends_with(',') {
            text.push(' ');
        }
        text.push_str(part);
    }
    text.replace(",", ", ").replace(",  ", ", ").replace("->", " -> ").replace('+', " + ")
}
