//! What flatc writes for a schema, and what writes the application's types by it, reads them, and visits their tables, as
//! their programmer would write it.

use std::fmt::Write;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::codec::{Outcome, Problem};
use crate::schema::{Field, Record, Schema, Slot, Type};
use crate::typed::Texts;
use crate::typegen::records::{slot_type, type_name};

/// The compiler, which set-up has put there.
const FLATC: &str = "third_party/flatc/flatc/bin/flatc";

/// The module of tables, and the functions around it.
pub fn tables(schema: &Schema, texts: &Texts) -> Outcome<String> {
    let found = texts.iter().find(|(language, _)| language == "fbs");
    let (_, text) = found.ok_or_else(|| Problem::Failed("the schema came without fbs".to_owned()))?;
    let mut functions = String::new();
    for record in &schema.records {
        functions.push_str(&record_functions(record));
    }
    Ok(format!("pub mod fb {{\n{}}}\n{functions}{}", compiled(&renamed(text))?, root(schema)))
}

/// The schema with names of tables that Rust does not have, and without the documents' keys: they are there for people, and
/// flatc is given none.
#[must_use]
pub fn renamed(text: &str) -> String {
    let mut made = String::new();
    for line in text.lines() {
        let place = ["table ", "root_type "].iter().find_map(|word| line.starts_with(word).then_some(word.len()));
        let place = place.or_else(|| line.starts_with("  ").then(|| line.find(": "))?.map(|at| at + 2));
        let Some(place) = place else {
            made.push_str(line);
            made.push('\n');
            continue;
        };
        let (before, rest) = line.split_at(place + usize::from(line[place..].starts_with('[')));
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        writeln!(made, "{before}{}{}", type_name(name), without_key(after)).expect("memory");
    }
    made
}

/// The rest of a line with what flatc has to know of a field.
fn without_key(rest: &str) -> String {
    let Some((before, said)) = rest.split_once(" (") else { return rest.to_owned() };
    let word = ["key", "required"].into_iter().find(|word| said.starts_with(word));
    word.map_or_else(|| format!("{before};"), |word| format!("{before} ({word});"))
}

/// What flatc makes of a schema.
fn compiled(text: &str) -> Outcome<String> {
    let folder = std::env::temp_dir().join(format!("weighbridge-flatc-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let file = folder.join("schema.fbs");
    fs::write(&file, text)?;
    if let Ok(found) = fs::metadata(FLATC) {
        // It came out of an archive, which may not tell that it is a program.
        let mut permissions = found.permissions();
        permissions.set_mode(0o755);
        fs::set_permissions(FLATC, permissions)?;
    }
    let output = Command::new(FLATC).args(["--rust", "--gen-object-api", "-o"]).arg(&folder).arg(&file).output();
    let made = fs::read_to_string(folder.join("schema_generated.rs"));
    let _ = fs::remove_dir_all(&folder);
    let output = output.map_err(|error| Problem::Failed(format!("{FLATC}: {error}")))?;
    if !output.status.success() {
        return Err(Problem::Failed(format!("flatc: {}", String::from_utf8_lossy(&output.stdout))));
    }
    // The program says this once for all modules.
    Ok(made?.replace("extern crate alloc;", "").replace("// @generated", ""))
}

/// What flatc appends an underscore to.
const KEYWORDS: &str = " abstract alignof as become box break const continue crate do else extern f32 f64 final fn follow for \
    i128 i16 i32 i64 i8 if impl in isize let loop macro match mod move mut offsetof override priv proc pub pure push ref \
    return self sizeof static std super trait type typeof u128 u16 u32 u64 u8 unsafe unsized use usize virtual where \
    while yield ";

/// The name of a table's field.
fn field_name(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut made = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| letters[at]);
        let begins = letter.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || before.is_ascii_uppercase() && letters.get(at + 1).is_some_and(char::is_ascii_lowercase)
            });
        if begins {
            made.push('_');
        }
        made.push(letter.to_ascii_lowercase());
    }
    if KEYWORDS.contains(&format!(" {made} ")) {
        made.push('_');
    }
    made
}

fn table(name: &str) -> String {
    format!("fb::weighbridge::{}", type_name(name))
}

/// Whether a value stands in the table itself.
fn is_inline(kind: &Type) -> bool {
    matches!(kind, Type::Bool | Type::Int64 { .. } | Type::Uint64 | Type::Float64)
}

fn record_functions(record: &Record) -> String {
    let (name, table) = (type_name(&record.name), table(&record.name));
    let mut outside = String::new();
    let mut inside = String::new();
    let mut get = String::new();
    let mut visit = String::new();
    let mut pick = String::new();
    for (at, field) in record.fields.iter().enumerate() {
        let (own, theirs) = (&field.name, field_name(&field.name));
        if is_inline(&field.kind) {
            writeln!(inside, "{theirs}: from.{own},").expect("memory");
        } else {
            let value = part(&field.kind, field.may_be_none(), &format!("from.{own}"), false);
            writeln!(outside, "let part{at} = {value};").expect("memory");
            writeln!(inside, "{theirs}: part{at},").expect("memory");
        }
        let found = taken(&field.kind, field.may_be_none(), &format!("from.{theirs}()"), false);
        writeln!(get, "{own}: {found},").expect("memory");
        visit.push_str(&member(field, &format!("from.{theirs}()")));
        let found = picked(&field.kind, field.may_be_none(), field.nullable, &format!("from.{theirs}()"), false);
        writeln!(pick, "{at} => {found},").expect("memory");
    }
    format!(
        "fn put_{name}<'b>(fbb: &mut flatbuffers::FlatBufferBuilder<'b>, from: &{name}) \
         -> flatbuffers::WIPOffset<{table}<'b>> {{\n{outside}\
         {table}::create(fbb, &{table}Args {{\n{inside}}})\n}}\n\
         fn get_{name}(from: {table}<'_>) -> {name} {{\n{name} {{\n{get}}}\n}}\n\
         fn visit_{name}<V: weighbridge_rust::visitor::Visitor>(from: {table}<'_>, visitor: &mut V) {{\n\
         visitor.begin_map();\n{visit}visitor.end_map();\n}}\n\
         fn pick_{name}(from: {table}<'_>, steps: &[weighbridge_rust::pick::Step]) \
         -> Option<weighbridge_rust::value::Value> {{\n\
         let [weighbridge_rust::pick::Step::Index(at), steps @ ..] = steps else {{ return None }};\n\
         match *at {{\n{pick}_ => None,\n}}\n}}\n"
    )
}

/// The place of what was written apart from its table, as an option.
fn part(kind: &Type, maybe: bool, from: &str, wrapped: bool) -> String {
    let put = |from: &str| if wrapped { put_wrapped(kind, from) } else { put(kind, from) };
    if maybe {
        format!("match &{from} {{\nSome(found) => Some({}),\nNone => None,\n}}", put("found"))
    } else {
        format!("Some({})", put(&format!("(&{from})")))
    }
}

/// What writes a value, given a reference to it.
fn put(kind: &Type, from: &str) -> String {
    match kind {
        Type::String | Type::Json => format!("fbb.create_string({from})"),
        Type::Record { record } => format!("put_{}(fbb, {from})", type_name(record)),
        Type::List { element, .. } if !is_inline(&element.kind) || element.nullable => format!(
            "{{\nlet items: Vec<_> = {from}.iter().map(|item| {}).collect();\nfbb.create_vector(&items)\n}}",
            put_item(element)
        ),
        Type::Map { name, value } => {
            let entry = table(&format!("{name}Entry"));
            let value = if is_inline(&value.kind) {
                "*item".to_owned()
            } else {
                part(&value.kind, value.nullable, "(*item)", false)
            };
            format!(
                "{{\nlet mut sorted: Vec<_> = {from}.iter().collect();\nsorted.sort_unstable_by_key(|(key, _)| *key);\n\
                 let items: Vec<_> = sorted.into_iter().map(|(key, item)| {{\nlet key = Some(fbb.create_string(key));\n\
                 let value = {value};\n{entry}::create(fbb, &{entry}Args {{ key, value }})\n}}).collect();\n\
                 fbb.create_vector(&items)\n}}"
            )
        }
        _ => format!("fbb.create_vector({from}.as_slice())"),
    }
}

fn put_item(slot: &Slot) -> String {
    let Some(boxed) = &slot.boxed else { return put_wrapped(&slot.kind, "item") };
    let value =
        if is_inline(&slot.kind) { "*item".to_owned() } else { part(&slot.kind, slot.nullable, "(*item)", true) };
    let boxed = table(boxed);
    format!("{{\nlet value = {value};\n{boxed}::create(fbb, &{boxed}Args {{ value }})\n}}")
}

/// Writes what has a table of its own where it is a list or map.
fn put_wrapped(kind: &Type, from: &str) -> String {
    let (Type::List { name, .. } | Type::Map { name, .. }) = kind else { return put(kind, from) };
    let (name, field) = (table(name), content(kind));
    format!("{{\nlet {field} = Some({});\n{name}::create(fbb, &{name}Args {{ {field} }})\n}}", put(kind, from))
}

fn content(kind: &Type) -> &'static str {
    if matches!(kind, Type::Map { .. }) { "entries" } else { "items" }
}

/// The application's value of what an accessor gave.
fn taken(kind: &Type, maybe: bool, from: &str, wrapped: bool) -> String {
    let get = |from: &str| if wrapped { get_wrapped(kind, from) } else { get(kind, from) };
    match (maybe, is_inline(kind)) {
        (_, true) => from.to_owned(),
        (true, _) => format!("{from}.map(|found| {})", get("found")),
        (false, _) => get(from),
    }
}

fn get(kind: &Type, from: &str) -> String {
    match kind {
        Type::String | Type::Json => format!("{from}.to_owned()"),
        Type::Bytes => format!("{from}.bytes().to_vec()"),
        Type::Record { record } => format!("get_{}({from})", type_name(record)),
        Type::List { element, .. } if is_inline(&element.kind) && !element.nullable => {
            format!("{from}.iter().collect()")
        }
        Type::List { element, .. } => format!("{from}.iter().map(|item| {}).collect()", get_item(element)),
        Type::Map { value, .. } => format!(
            "{from}.iter().map(|entry| (entry.key().to_owned(), {})).collect()",
            taken(&value.kind, value.nullable, "entry.value()", false)
        ),
        _ => from.to_owned(),
    }
}

fn get_item(slot: &Slot) -> String {
    if slot.boxed.is_some() {
        taken(&slot.kind, slot.nullable, "item.value()", true)
    } else {
        get_wrapped(&slot.kind, "item")
    }
}

fn get_wrapped(kind: &Type, from: &str) -> String {
    match kind {
        Type::List { .. } | Type::Map { .. } => get(kind, &format!("{from}.{}()", content(kind))),
        _ => get(kind, from),
    }
}

/// The statements that hand over a field.
fn member(field: &Field, from: &str) -> String {
    let key = format!("visitor.key({:?});\n", field.key);
    let visit = |from: &str| format!("{key}{}", visit(&field.kind, from));
    if !field.may_be_none() {
        return visit(from);
    }
    let none = if field.nullable { format!("{key}visitor.null();\n") } else { String::new() };
    format!("match {from} {{\nSome(found) => {{\n{}}}\nNone => {{\n{none}}}\n}}\n", visit("found"))
}

fn visit(kind: &Type, from: &str) -> String {
    match kind {
        Type::Bool => format!("visitor.boolean({from});\n"),
        Type::Int64 { .. } => format!("visitor.int({from});\n"),
        Type::Uint64 => format!("visitor.uint({from});\n"),
        Type::Float64 => format!("visitor.float({from});\n"),
        Type::String | Type::Json => format!("visitor.string({from});\n"),
        Type::Bytes => format!("visitor.bytes({from}.bytes());\n"),
        Type::Record { record } => format!("visit_{}({from}, visitor);\n", type_name(record)),
        Type::List { element, .. } => format!(
            "visitor.begin_array();\nfor item in {from}.iter() {{\n{}}}\nvisitor.end_array();\n",
            visit_item(element)
        ),
        Type::Map { value, .. } => format!(
            "visitor.begin_map();\nfor entry in {from}.iter() {{\nvisitor.key(entry.key());\n{}}}\nvisitor.end_map();\n",
            visit_slot(value, "entry.value()", false)
        ),
    }
}

fn visit_slot(slot: &Slot, from: &str, wrapped: bool) -> String {
    let visit = |from: &str| if wrapped { visit_wrapped(&slot.kind, from) } else { visit(&slot.kind, from) };
    if slot.nullable {
        format!("match {from} {{\nSome(found) => {{\n{}}}\nNone => visitor.null(),\n}}\n", visit("found"))
    } else {
        visit(from)
    }
}

fn visit_item(slot: &Slot) -> String {
    if slot.boxed.is_some() { visit_slot(slot, "item.value()", true) } else { visit_wrapped(&slot.kind, "item") }
}

fn visit_wrapped(kind: &Type, from: &str) -> String {
    match kind {
        Type::List { .. } | Type::Map { .. } => visit(kind, &format!("{from}.{}()", content(kind))),
        _ => visit(kind, from),
    }
}

/// The scalar that steps lead to from what an accessor gave.
fn picked(kind: &Type, maybe: bool, nullable: bool, from: &str, wrapped: bool) -> String {
    let pick = |from: &str| if wrapped { pick_wrapped(kind, from) } else { pick(kind, from) };
    if !maybe {
        return pick(from);
    }
    let none = if nullable { "steps.is_empty().then_some(weighbridge_rust::value::Value::Null)" } else { "None" };
    format!("match {from} {{\nSome(found) => {},\nNone => {none},\n}}", pick("found"))
}

fn pick(kind: &Type, from: &str) -> String {
    let (name, value) = match kind {
        Type::Bool => ("Bool", from.to_owned()),
        Type::Int64 { .. } => ("Int", from.to_owned()),
        Type::Uint64 => ("from", from.to_owned()),
        Type::Float64 => ("Float", from.to_owned()),
        Type::String | Type::Json => ("String", format!("{from}.to_owned()")),
        Type::Bytes => ("Bytes", format!("{from}.bytes().to_vec()")),
        Type::Record { record } => return format!("pick_{}({from}, steps)", type_name(record)),
        Type::List { element, .. } => {
            return format!(
                "{{\nlet [weighbridge_rust::pick::Step::Index(at), steps @ ..] = steps else {{ return None }};\n\
                 let items = {from};\nif *at >= items.len() {{ return None }}\nlet item = items.get(*at);\n{}\n}}",
                pick_item(element)
            );
        }
        Type::Map { value, .. } => {
            return format!(
                "{{\nlet [weighbridge_rust::pick::Step::Key(key), steps @ ..] = steps else {{ return None }};\n\
                 let entry = {from}.lookup_by_key(key.as_str(), |entry, key| entry.key_compare_with_value(key))?;\n\
                 {}\n}}",
                picked(&value.kind, value.nullable, value.nullable, "entry.value()", false)
            );
        }
    };
    format!("steps.is_empty().then(|| weighbridge_rust::value::Value::{name}({value}))")
}

fn pick_item(slot: &Slot) -> String {
    if slot.boxed.is_some() {
        picked(&slot.kind, slot.nullable, slot.nullable, "item.value()", true)
    } else {
        pick_wrapped(&slot.kind, "item")
    }
}

fn pick_wrapped(kind: &Type, from: &str) -> String {
    match kind {
        Type::List { .. } | Type::Map { .. } => pick(kind, &format!("{from}.{}()", content(kind))),
        _ => pick(kind, from),
    }
}

/// What is the same for every schema, for its root.
fn root(schema: &Schema) -> String {
    let root = &schema.root;
    let name = match (&root.boxed, &root.kind) {
        (Some(name), _) | (None, Type::List { name, .. } | Type::Map { name, .. }) => name,
        (None, Type::Record { record }) => record,
        (None, _) => unreachable!("a scalar at the root has a box"),
    };
    let (table, own) = (table(name), slot_type(root, "Vec<u8>"));
    format!(
        "impl weighbridge_rust::codecs::flatbuffers::Tables for Types {{\n\
         type Table<'a> = {table}<'a>;\n\
         fn put(item: &{own}, fbb: &mut flatbuffers::FlatBufferBuilder<'_>) {{\n\
         let root = {};\nfbb.finish(root, None);\n}}\n\
         fn get(item: {table}<'_>) -> {own} {{\n{}\n}}\n}}\n\
         impl weighbridge_rust::codecs::flatbuffers::Visits for Types {{\n\
         fn visit<V: weighbridge_rust::visitor::Visitor>(item: {table}<'_>, visitor: &mut V) {{\n{}}}\n\
         fn pick(item: {table}<'_>, steps: &[weighbridge_rust::pick::Step]) \
         -> Option<weighbridge_rust::value::Value> {{\n{}\n}}\n}}\n\
         pub struct OwnTypes;\n\
         impl weighbridge_rust::typed::Types for OwnTypes {{\n\
         type Root = {table}T;\n\
         const TEXTS: &'static [(&'static str, &'static str)] = &[];\n}}\n\
         impl weighbridge_rust::codecs::flatbuffers::Tables for OwnTypes {{\n\
         type Table<'a> = {table}<'a>;\n\
         fn put(item: &{table}T, fbb: &mut flatbuffers::FlatBufferBuilder<'_>) {{\n\
         let root = item.pack(fbb);\nfbb.finish(root, None);\n}}\n\
         fn get(item: {table}<'_>) -> {table}T {{\nitem.unpack()\n}}\n}}\n\
         impl weighbridge_rust::typed::Object for {table}T {{\n\
         fn of(value: &weighbridge_rust::value::Value) -> weighbridge_rust::codec::Outcome<Self> {{\n\
         weighbridge_rust::codecs::flatbuffers::by_way_of::<Types, OwnTypes>(\
         &weighbridge_rust::typed::Object::of(value)?)\n}}\n\
         fn value(&self) -> weighbridge_rust::value::Value {{\n\
         let found = weighbridge_rust::codecs::flatbuffers::by_way_of::<OwnTypes, Types>(self);\n\
         weighbridge_rust::typed::Object::value(&found.expect(\"what was packed\"))\n}}\n}}\n",
        put_item(root),
        get_item(root),
        visit_item(root),
        pick_item(root)
    )
}
