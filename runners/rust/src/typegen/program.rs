//! Compiles the program: generates the types, and does without those that the compiler refuses.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

use crate::codec::{Codec, Outcome, Problem};
use crate::codecs;
use crate::schema::Schema;
use crate::typed::{Style, Typed};
use crate::typegen::records::module;

/// By schema and style, or by schema and row: what the compiler said.
type Refused = BTreeMap<(String, String), String>;

/// What `compile` notes: Cargo's variables, and after an empty one the compiler with its arguments.
const COMPILER: &str = "target/release/compiler";

/// A schema, with what the core wrote beside it.
struct Source {
    schema: Schema,
    /// In other languages, by their names.
    texts: Vec<(String, String)>,
}

impl Source {
    fn module(&self, style: &Style) -> String {
        format!("schema_{}_{}", &self.schema.fingerprint[..16], style.name)
    }
}

/// Lines of the generated file, and whose they are.
struct Part {
    first: usize,
    last: usize,
    whose: (String, String),
}

/// Generates and builds the program of a folder, in the runner's own folder.
pub fn build(folder: &Path) -> Outcome<()> {
    let sources = read(folder)?;
    let rows: Vec<(&str, Codec)> = codecs::all()
        .into_iter()
        .flat_map(|(file, rows)| rows.into_iter().map(move |row| (file, row)))
        .filter(|(_, row)| row.typed.is_some())
        .collect();
    let file = folder.canonicalize()?.join("types.rs");
    let mut refused = Refused::new();
    loop {
        let (text, parts) = generate(&sources, &rows, &mut refused);
        fs::write(&file, text)?;
        println!("the program with types for {} schemas", sources.len());
        match compile(&file, &folder.join("weighbridge-rust"))? {
            Ok(()) => return Ok(()),
            Err(errors) => {
                let before = refused.len();
                for (line, words) in &errors {
                    if let Some(part) = parts.iter().find(|part| (part.first..=part.last).contains(line)) {
                        println!("{} of {}: {words}", part.whose.1, part.whose.0);
                        refused.entry(part.whose.clone()).or_insert_with(|| words.clone());
                    }
                }
                if refused.len() == before {
                    let words: Vec<_> = errors.into_iter().map(|(_, words)| words).take(3).collect();
                    return Err(Problem::Failed(format!("the types do not compile: {}", words.join("\n"))));
                }
            }
        }
    }
}

fn read(folder: &Path) -> Outcome<Vec<Source>> {
    let mut names = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Outcome<Vec<_>>>()?;
    names.sort();
    let mut sources = Vec::new();
    for name in &names {
        let Some(stem) = name.strip_suffix(".json") else { continue };
        let schema = serde_json::from_slice(&fs::read(folder.join(name))?)?;
        let mut texts = Vec::new();
        for other in &names {
            match other.strip_prefix(stem).and_then(|rest| rest.strip_prefix('.')) {
                None | Some("json") => {}
                Some(language) => texts.push((language.to_owned(), fs::read_to_string(folder.join(other))?)),
            }
        }
        sources.push(Source { schema, texts });
    }
    Ok(sources)
}

/// The file of the program: a module for each schema and style, and the operations of each row for each schema.
fn generate(sources: &[Source], rows: &[(&str, Codec)], refused: &mut Refused) -> (String, Vec<Part>) {
    let mut text = String::new();
    let mut parts = Vec::new();
    let mut put = |text: &mut String, content: &str, fingerprint: &str, whose: &str| {
        let first = text.lines().count() + 1;
        text.push_str(content);
        let last = text.lines().count();
        parts.push(Part { first, last, whose: (fingerprint.to_owned(), whose.to_owned()) });
    };
    for source in sources {
        let fingerprint = &source.schema.fingerprint;
        let mut styles: Vec<_> = rows.iter().filter_map(|(_, row)| row.typed).map(|typed| typed.style).collect();
        styles.sort_by_key(|style| style.name);
        styles.dedup_by_key(|style| style.name);
        for style in styles {
            let whose = (fingerprint.clone(), style.name.to_owned());
            if refused.contains_key(&whose) {
                continue;
            }
            match module(&source.schema, style, &source.texts) {
                Ok(content) => {
                    let content = format!("pub mod {} {{\n{content}}}\n", source.module(style));
                    put(&mut text, &content, fingerprint, style.name);
                }
                Err(Problem::Failed(words) | Problem::Unsupported(words)) => {
                    refused.insert(whose, words);
                }
            }
        }
    }
    text.push_str("fn generated() -> Vec<weighbridge_rust::typed::Generated> {\nvec![\n");
    for source in sources {
        let fingerprint = &source.schema.fingerprint;
        text.push_str(&format!("weighbridge_rust::typed::Generated {{\nfingerprint: {fingerprint:?},\nrows: vec![\n"));
        for (file, row) in rows {
            let Some(Typed { style, on, by }) = row.typed else { continue };
            let selector = row.selector();
            let words = [style.name, &selector]
                .into_iter()
                .find_map(|whose| refused.get(&(fingerprint.clone(), whose.to_owned())));
            let file = file.trim_start_matches("codecs/").trim_end_matches(".rs");
            let operations = words.map_or_else(
                || format!("Ok(weighbridge_rust::codecs::{file}::{by}::<{}::{on}>())", source.module(style)),
                |words| format!("Err({words:?})"),
            );
            put(&mut text, &format!("({selector:?}, {operations}),\n"), fingerprint, &selector);
        }
        text.push_str("],\n},\n");
    }
    text.push_str("]\n}\n");
    (text, parts)
}

/// Compiles the program, or answers what the compiler said of which lines of the generated file.
fn compile(file: &Path, program: &Path) -> Outcome<Result<(), Vec<(usize, String)>>> {
    // Written anew, so that one that runs is not written over.
    let _ = fs::remove_file(program);
    let noted = fs::read_to_string(COMPILER)?;
    let mut noted = noted.split_terminator('\0');
    let variables: Vec<_> = noted.by_ref().map_while(|word| word.split_once('=')).collect();
    let mut call = Command::new(noted.next().unwrap_or_default());
    call.envs(variables).env("WEIGHBRIDGE_TYPES", file);
    while let Some(word) = noted.next() {
        match word {
            "--out-dir" => _ = noted.next(),
            _ if word.starts_with("--emit=") => _ = call.args(["--emit=link", "-o"]).arg(program),
            _ => _ = call.arg(word),
        }
    }
    let output = call.output()?;
    if output.status.success() {
        return Ok(Ok(()));
    }
    let lines = output.stderr.split(|byte| *byte == b'\n');
    let messages = lines.filter_map(|line| serde_json::from_slice::<Json>(line).ok());
    let errors: Vec<_> = messages.filter(|message| message["level"] == "error").collect();
    if errors.is_empty() {
        return Err(Problem::Failed(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr))));
    }
    Ok(Err(errors.iter().map(|error| (line(error, file), words(error))).collect()))
}

/// The line of the generated file that an error is about, where it is; 0 if there is none.
fn line(error: &Json, file: &Path) -> usize {
    let spans = error["spans"].as_array().into_iter().flatten();
    // What a derive wrote is traced back to where it stands.
    let lines = spans.filter_map(|span| {
        let mut span = span;
        loop {
            if span["file_name"].as_str().is_some_and(|name| Path::new(name) == file) {
                return span["line_start"].as_u64();
            }
            span = span["expansion"].get("span")?;
        }
    });
    lines.min_by_key(|line| *line).and_then(|line| line.try_into().ok()).unwrap_or(0)
}

fn words(error: &Json) -> String {
    let code = error["code"]["code"].as_str().map(|code| format!("{code}: ")).unwrap_or_default();
    format!("{code}{}", error["message"].as_str().unwrap_or_default())
}
