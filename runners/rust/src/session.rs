//! The protocol (docs/protocol.md): a method for each request.

use std::collections::HashMap;
use std::io::{self, BufRead, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};

use crate::clock;
use crate::codec::{Batch, Codec, Operation, Operations, Outcome, Problem};
use crate::codecs;
use crate::floor;
use crate::heap;
use crate::payload::{Payload, StartsFrom};
use crate::pick::Paths;
use crate::schema::Schema;
use crate::tare::TARES;
use crate::text;
use crate::typed::Generated;

const TREE_OPERATIONS: [&str; 4] = ["encode", "decode", "scan", "pick"];
const TYPED_OPERATIONS: [&str; 4] = ["encode-typed", "decode-typed", "read-typed", "pick-typed"];
const MOST_ITERATIONS: u64 = i64::MAX.cast_unsigned();

type Message = Map<String, Json>;

/// Why a request got no `ok`.
enum Refusal {
    /// It is malformed or names what does not exist.
    Bad(String),
    /// The codec could not.
    Problem(Problem),
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

fn bad<T>(words: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Bad(words.into()))
}

/// Takes a member out of a message.
fn member<T: DeserializeOwned>(message: &mut Message, name: &str) -> Result<T, Refusal> {
    let Some(found) = message.remove(name) else { return bad(format!("no member {name:?}")) };
    serde_json::from_value(found).or_else(|error| bad(format!("member {name:?}: {error}")))
}

/// Takes a member that may be absent.
fn option<T: DeserializeOwned + Default>(message: &mut Message, name: &str) -> Result<T, Refusal> {
    if message.contains_key(name) { member(message, name) } else { Ok(T::default()) }
}

/// A row, with the file that declares it.
struct Row {
    codec: Codec,
    source: &'static str,
    /// What it can do.
    operations: Operations,
}

/// What a row does by the types of a schema, by the schema's fingerprint and the row's selector; or why it does not.
type ByTypes = HashMap<&'static str, HashMap<&'static str, Result<Operations, &'static str>>>;

/// What is loaded.
pub struct Session {
    /// Whether it has not been told to quit.
    pub running: bool,
    rows: Vec<Row>,
    /// None in the program for trees.
    types: Option<ByTypes>,
    payloads: HashMap<String, Payload>,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// With every codec there is for trees, and nothing loaded.
    #[must_use]
    pub fn new() -> Self {
        Self::with(None, |codec| codec.operations.clone())
    }

    /// With every codec there is for types, and those of some schemas.
    #[must_use]
    pub fn typed(generated: Vec<Generated>) -> Self {
        let types: ByTypes =
            generated.into_iter().map(|types| (types.fingerprint, types.rows.into_iter().collect())).collect();
        let can = |codec: &Codec| {
            let mut built = types.values().filter_map(|rows| rows.get(codec.selector().as_str())?.clone().ok());
            let refused = || codec.typed.map_or_else(Operations::new, |_| Operations::refused());
            built.next().unwrap_or_else(refused)
        };
        Self::with(Some(types.clone()), can)
    }

    fn with(types: Option<ByTypes>, can: impl Fn(&Codec) -> Operations) -> Self {
        let mut rows = Vec::new();
        for (source, codecs) in codecs::all() {
            for codec in codecs {
                let operations = can(&codec);
                if !operations.0.is_empty() {
                    rows.push(Row { codec, source, operations });
                }
            }
        }
        Self { running: true, rows, types, payloads: HashMap::new() }
    }

    /// Answers one line, whatever it holds.
    pub fn answer(&mut self, line: &[u8]) -> Json {
        let (answer, message) = match self.respond(line) {
            Ok(mut answer) => {
                answer.insert("answer".to_owned(), json!("ok"));
                return Json::Object(answer);
            }
            Err(Refusal::Bad(message)) => ("bad-request", message),
            Err(Refusal::Problem(Problem::Unsupported(message))) => ("unsupported", message),
            Err(Refusal::Problem(Problem::Failed(message))) => ("failed", message),
        };
        let message = if message.is_empty() { "the library says nothing".to_owned() } else { message };
        json!({"answer": answer, "message": message})
    }

    fn respond(&mut self, line: &[u8]) -> Result<Message, Refusal> {
        let mut request = serde_json::from_slice(line).or_else(|error| bad(error.to_string()))?;
        let name: String = member(&mut request, "request")?;
        match name.as_str() {
            "describe" => Ok(self.describe()),
            "load" => self.load(request),
            "check" => self.check(request),
            "time" => self.time(request),
            "drop" => self.drop(request),
            "quit" => {
                self.running = false;
                Ok(Message::new())
            }
            _ => bad(format!("no request {name:?}")),
        }
    }

    fn describe(&self) -> Message {
        let members = [
            ("protocol", json!(1)),
            ("runner", json!("rust")),
            ("language", json!("rust")),
            ("runtime", json!(runtime())),
            ("compiler", json!(env!("COMPILER"))),
            ("flags", json!(env!("FLAGS"))),
            ("allocator", json!(heap::allocator())),
            ("heap", json!(heap::state())),
            ("clocks", clock::describe()),
            ("tares", TARES.iter().map(|tare| tare.name).collect()),
            ("floors", self.floors().iter().map(|floor| floor.name).collect()),
            ("codecs", self.rows.iter().map(describe).collect()),
            ("missing", json!([])),
        ];
        members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// The floors: no encoder of types walks a tree.
    fn floors(&self) -> &[&Operation] {
        if self.types.is_some() { &[&floor::MEMCPY] } else { &[&floor::MEMCPY, &floor::WALK] }
    }

    /// The schema, if the program was built for it; none for trees, which need no schema.
    fn schema(&self, message: &mut Message) -> Result<Option<Schema>, Refusal> {
        let Some(types) = self.types.as_ref().filter(|_| message.contains_key("schema")) else { return Ok(None) };
        let schema: Schema = member(message, "schema")?;
        if types.contains_key(schema.fingerprint.as_str()) {
            return Ok(Some(schema));
        }
        bad(format!("this runner was not built for the schema {:?}", schema.fingerprint))
    }

    fn load(&mut self, mut request: Message) -> Result<Message, Refusal> {
        let name: String = member(&mut request, "payload")?;
        let documents: Vec<Message> = member(&mut request, "documents")?;
        if documents.is_empty() {
            return bad("no documents");
        }
        let schema = self.schema(&mut request)?;
        let count = documents.len();
        let mut values = Vec::with_capacity(count);
        let mut encoded: HashMap<String, Vec<Vec<u8>>> = HashMap::new();
        let mut paths = Vec::new();
        for mut document in documents {
            let value: String = member(&mut document, "value")?;
            values.push(text::read(&value).or_else(bad)?);
            if let Some(pick) = document.get("pick") {
                paths.push(Paths::read(pick).or_else(bad)?);
            }
            for (format, data) in member::<HashMap<String, String>>(&mut document, "encoded")? {
                let data = BASE64_STANDARD.decode(data).or_else(|error| bad(format!("base64 of {format}: {error}")))?;
                encoded.entry(format).or_default().push(data);
            }
        }
        encoded.retain(|_, documents| documents.len() == count);
        let paths = Some(paths).filter(|paths| paths.len() == count);
        let typed_paths = paths.as_ref().zip(schema.as_ref());
        let typed_paths = typed_paths.map(|(paths, schema)| paths.iter().map(|paths| paths.by_types(schema)).collect());
        let schema = schema.map(|schema| schema.fingerprint);
        let mut payload = Payload::new(values, encoded);
        (payload.schema, payload.paths, payload.typed_paths) = (schema, paths, typed_paths);
        self.payloads.insert(name, payload);
        Ok(Message::new())
    }

    fn check(&mut self, mut request: Message) -> Result<Message, Refusal> {
        let values = option(&mut request, "values")?;
        self.operate(request, |operation, payload, format| (operation.check)(payload, format, values))
    }

    fn time(&mut self, mut request: Message) -> Result<Message, Refusal> {
        let iterations = member(&mut request, "iterations")?;
        let untimed = option(&mut request, "untimed")?;
        if !(1..=MOST_ITERATIONS).contains(&iterations) || untimed > MOST_ITERATIONS {
            return bad("so many iterations cannot be run");
        }
        let cost = self.operate(request, |operation, payload, format| {
            (operation.time)(payload, format, Batch { untimed, iterations })
        })?;
        let allocated = [
            ("allocated_bytes", json!(cost.allocated.bytes.saturating_mul(iterations))),
            ("allocated_objects", json!(cost.allocated.objects.saturating_mul(iterations))),
            ("peak_bytes", json!(cost.allocated.peak)),
        ];
        let members = cost.elapsed.members().into_iter().chain(allocated);
        Ok(members.map(|(name, value)| (name.to_owned(), value)).collect())
    }

    fn drop(&mut self, mut request: Message) -> Result<Message, Refusal> {
        let name: String = member(&mut request, "payload")?;
        match self.payloads.remove(&name) {
            Some(_) => Ok(Message::new()),
            None => bad(format!("no payload {name:?}")),
        }
    }

    /// Finds the operation that a request is about, and does with it and its payload what is wanted.
    fn operate<T>(
        &mut self,
        mut request: Message,
        act: impl FnOnce(&Operation, &mut Payload, &str) -> Outcome<T>,
    ) -> Result<T, Refusal> {
        let selector: String = member(&mut request, "codec")?;
        let name: String = member(&mut request, "operation")?;
        let payload: String = member(&mut request, "payload")?;
        if !TREE_OPERATIONS.contains(&name.as_str()) && !TYPED_OPERATIONS.contains(&name.as_str()) {
            return bad(format!("no operation {name:?}"));
        }
        let Some(payload) = self.payloads.get_mut(&payload) else { return bad(format!("no payload {payload:?}")) };
        if let Some(tare) = selector.strip_prefix("tare:") {
            let Some(tare) = TARES.iter().find(|known| known.name == tare) else {
                return bad(format!("no tare {tare:?}"));
            };
            return Ok(guarded(|| act(tare, payload, ""))?);
        }
        if let Some(named) = selector.strip_prefix("floor:") {
            let found =
                floor::find(named).filter(|(found, _)| floor::MEMCPY.name == found.name || self.types.is_none());
            let Some((floor, format)) = found else { return bad(format!("no floor {named:?}")) };
            if floor.name == floor::WALK.name && name != "encode" {
                return Err(Problem::Unsupported("the walk is a floor of encoders".to_owned()).into());
            }
            return Ok(guarded(|| act(floor, payload, format))?);
        }
        let Some(row) = self.rows.iter().find(|row| row.codec.selector() == selector) else {
            return bad(format!("no codec {selector:?}"));
        };
        let find = |operations: &Operations| operations.0.iter().find(|operation| operation.name == name).copied();
        let Some(mut operation) = find(&row.operations) else {
            return Err(Problem::Unsupported(format!("{selector} has no {name}")).into());
        };
        if let Some(types) = &self.types {
            let Some(schema) = &payload.schema else {
                return Err(Problem::Unsupported("the payload came without a schema".to_owned()).into());
            };
            operation = match &types[schema.as_str()][selector.as_str()] {
                Ok(operations) => find(operations).expect("the operations of a row are the same for every schema"),
                Err(words) => return Err(Problem::Failed((*words).to_owned()).into()),
            };
        }
        if name.starts_with("encode") {
            row.codec.refuse(payload)?;
        }
        Ok(guarded(|| act(&operation, payload, row.codec.format))?)
    }
}

/// Turns a panic into a failure.
fn guarded<T>(act: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|panic| {
        let words =
            panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Err(Problem::Failed(format!("panicked: {}", words.unwrap_or("without words"))))
    })
}

fn describe(row: &Row) -> Json {
    let codec = &row.codec;
    let version = codecs::VERSIONS.iter().find(|(name, _)| *name == codec.library.name).map(|(_, version)| version);
    let operations = &row.operations.0;
    let makes_trees = operations.iter().any(|operation| matches!(operation.name, "encode" | "decode"));
    json!({
        "codec": codec.name,
        "variant": codec.variant,
        "format": codec.format,
        "library": codec.library.name,
        "version": version,
        "operations": operations.iter().map(|operation| operation.name).collect::<Vec<_>>(),
        "tare": operations.iter().map(|operation| (operation.name, operation.tare)).collect::<HashMap<_, _>>(),
        "policies": {
            "buffers": codec.policies.buffers,
            "strings": codec.policies.strings,
            "utf8": codec.policies.utf8,
            "access": codec.policies.access,
            "map": makes_trees.then_some(codec.policies.map),
            "api": codec.policies.api,
            "starts_from": operations.iter().find_map(|operation| operation.starts_from).map(StartsFrom::word),
            "threads": false,
        },
        "homepage": codec.library.homepage,
        "licence": codec.library.licence,
        "documentation": codec.documentation,
        "source": row.source,
    })
}

/// Rust has no runtime but the system's C library.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn runtime() -> String {
    // SAFETY: the function returns a string that lives as long as the program.
    let version = unsafe { std::ffi::CStr::from_ptr(libc::gnu_get_libc_version()) };
    format!("glibc {}", version.to_string_lossy())
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn runtime() -> String {
    format!("the C library of {}", std::env::consts::OS)
}

/// Answers requests from standard input, one line each, on standard output.
pub fn serve(mut session: Session) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = BufWriter::new(io::stdout().lock());
    let mut line = Vec::new();
    // What follows the last line feed is no request.
    while session.running && input.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        serde_json::to_writer(&mut output, &session.answer(&line))?;
        output.write_all(b"\n")?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
