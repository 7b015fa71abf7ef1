//! The value model against the golden vectors of the conformance kit, and what value text must not be.

use std::fs;
use std::path::Path;

use weighbridge_rust::hash::hash;
use weighbridge_rust::text;
use weighbridge_rust::value::Value;

#[test]
fn golden_vectors() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/weighbridge_kit/golden.json");
    let rows: Vec<serde_json::Value> = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    assert!(!rows.is_empty());
    for row in rows {
        let value = text::read(row["value"].as_str().unwrap()).unwrap();
        assert_eq!(format!("{:016x}", hash(&value)), row["hash"], "{value:?}");
        assert_eq!(hash(&text::read(&text::write(&value)).unwrap()), hash(&value), "{value:?}");
    }
}

#[test]
fn floats_keep_every_bit() {
    let mut bits = 1_u64;
    for _ in 0..100_000 {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let value = Value::Float(f64::from_bits(bits));
        assert_eq!(hash(&text::read(&text::write(&value)).unwrap()), hash(&value), "{value:?}");
    }
}

#[test]
fn strings_with_every_escape() {
    let value = Value::String("\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}\u{2028}é🌉\\".to_owned());
    assert_eq!(text::read(&text::write(&value)), Ok(value));
    assert_eq!(text::read(r#" [ "\u00e9\ud83c\udf09" ] "#), Ok(Value::Array(vec![Value::String("é🌉".to_owned())])));
}

#[test]
fn nesting_has_a_limit() {
    let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(text::read(&nested(512)).is_ok());
    assert!(text::read(&nested(513)).is_err());
}

#[test]
fn malformed_text() {
    let malformed = [
        "",
        "nul",
        "{",
        "[1",
        "[1,",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "\"",
        "\"\\\"",
        "\"\\x\"",
        "1.2.3",
        "-",
        "1 1",
        "18446744073709551616",
        "-9223372036854775809",
        r#""\ud800""#,
        r#"{"\u0000float":"one"}"#,
        r#"{"\u0000bytes":"?"}"#,
    ];
    for text in malformed {
        assert!(text::read(text).is_err(), "{text:?}");
    }
}
