//! Types for schemas: what is written for one, and values as types.

use std::collections::HashMap;

use weighbridge_rust::schema::Schema;
use weighbridge_rust::text;
use weighbridge_rust::typed::{BARE, Members, Object, SERDE, SERDE_IN_ORDER, add};
use weighbridge_rust::typegen::flatbuffers::renamed;
use weighbridge_rust::typegen::protobuf::messages;
use weighbridge_rust::typegen::records::{module, type_name};
use weighbridge_rust::value::Value;

const SCHEMA: &str = r#"{"fingerprint": "f", "root": {"type": {"kind": "record", "record": "Document"}, "nullable": false, "box": null},
"records": [
    {"name": "Option", "fields": [
        {"key": "a x", "name": "a_x", "number": 1, "type": {"kind": "int64", "negative": true}, "optional": true, "nullable": false}]},
    {"name": "Document", "fields": [
        {"key": "id", "name": "id", "number": 1, "type": {"kind": "uint64"}, "optional": false, "nullable": false},
        {"key": "both", "name": "both", "number": 2, "type": {"kind": "string"}, "optional": true, "nullable": true},
        {"key": "of", "name": "of", "number": 3, "type": {"kind": "record", "record": "Option"}, "optional": false, "nullable": false},
        {"key": "rows", "name": "rows", "number": 4, "type": {"kind": "list", "name": "OptionList", "element":
            {"type": {"kind": "record", "record": "Option"}, "nullable": true, "box": "NullableOption"}},
            "optional": false, "nullable": false},
        {"key": "data", "name": "data", "number": 5, "type": {"kind": "map", "name": "BytesMap", "value":
            {"type": {"kind": "bytes"}, "nullable": false, "box": "BytesValue"}}, "optional": false, "nullable": false}]}]}"#;

fn schema() -> Schema {
    serde_json::from_str(SCHEMA).unwrap()
}

fn holds(text: &str, lines: &str) {
    assert!(text.contains(lines), "{lines}\nis not in\n{text}");
}

#[test]
fn structs_are_such_as_one_writes() {
    let text = module(&schema(), &SERDE, &[]).unwrap();
    holds(&text, "#[derive(serde::Serialize, serde::Deserialize)]\npub struct Document {\n");
    holds(
        &text,
        "#[serde(rename = \"a x\")]\n#[serde(skip_serializing_if = \"Option::is_none\")]\npub a_x: Option<i64>,\n",
    );
    holds(&text, "pub both: Option<String>,\npub of: Option_,\npub rows: Vec<Option<Option_>>,\n");
    holds(&text, "pub data: std::collections::HashMap<String, serde_bytes::ByteBuf>,\n");
    assert!(!module(&schema(), &SERDE_IN_ORDER, &[]).unwrap().contains("skip"));
    holds(&module(&schema(), &BARE, &[]).unwrap(), "pub struct Document {\npub id: u64,\n");
}

#[test]
fn messages_are_those_of_prost_build() {
    let text = messages(&schema(), &[]).unwrap();
    holds(&text, "#[prost(sint64, optional, tag = \"1\")]\npub a_x: Option<i64>,\n");
    holds(&text, "#[prost(uint64, tag = \"1\")]\npub id: u64,\n");
    holds(&text, "#[prost(message, optional, tag = \"3\")]\npub of: Option<Option_>,\n");
    holds(&text, "#[prost(message, repeated, tag = \"4\")]\npub rows: Vec<NullableOption>,\n");
    holds(&text, "#[prost(map = \"string, bytes\", tag = \"5\")]\n");
    holds(
        &text,
        "pub struct NullableOption {\n#[prost(message, optional, tag = \"1\")]\npub value: Option<Option_>,\n",
    );
}

#[test]
fn flatc_is_given_no_key() {
    for (line, expected) in [
        ("  a: long;", "  a: long;"),
        ("  a: Vec = null (original: \"a (b\\\");\");", "  a: Vec_ = null;"),
        ("  a: [Item] (required, original: \"key\");", "  a: [Item] (required);"),
        ("  key: string (key);", "  key: string (key);"),
    ] {
        assert_eq!(renamed(line), format!("{expected}\n"));
    }
}

#[test]
fn names_that_rust_has_are_not_taken() {
    for (name, expected) in [("Order", "Order"), ("Vec", "Vec_"), ("Self", "Self_"), ("T", "T_"), ("Types", "Types_")] {
        assert_eq!(type_name(name), expected);
    }
}

type Table = HashMap<String, Vec<Option<f64>>>;

#[test]
fn values_come_back() {
    for (value, again) in [
        (r#"{"b":[],"a":[1.5,null]}"#, r#"{"a":[1.5,null],"b":[]}"#),
        (r#"{"a":[1,18446744073709551615]}"#, r#"{"a":[1.0,18446744073709552000.0]}"#),
    ] {
        let made = Table::of(&text::read(value).unwrap()).unwrap();
        assert_eq!(text::write(&made.value()), again);
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    for value in ["[]", r#"{"a":1}"#, r#"{"a":["x"]}"#, r#"{"a":null}"#] {
        assert!(Table::of(&text::read(value).unwrap()).is_err(), "{value}");
    }
    assert!(u64::of(&Value::Int(-1)).is_err());
    assert!(i64::of(&Value::Uint(u64::MAX)).is_err());
}

#[test]
fn a_member_that_is_none_is_null_where_that_may_be() {
    let value = text::read(r#"{"a":1,"more":2}"#).unwrap();
    let mut members = Members::of(&value).unwrap();
    assert_eq!(members.take::<i64>("a").unwrap(), 1);
    assert_eq!(members.take::<Option<i64>>("b").unwrap(), None);
    assert!(members.take::<i64>("b").is_err());
    assert!(members.all(()).is_err(), "one is left");
    let mut entries = Vec::new();
    add(&mut entries, "null", &None::<i64>, true);
    add(&mut entries, "absent", &None::<i64>, false);
    assert_eq!(entries, [("null".to_owned(), Value::Null)]);
}
