//! Value text (docs/protocol.md): JSON that keeps every value exact.
//!
//! Read here and not by `serde_json`, which rounds floats and limits depth by default: the features that change this would
//! change what its own row measures, because Cargo builds one `serde_json` for all.

use std::fmt::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::value::Value;

const FLOAT_KEY: &str = "\0float";
const BYTES_KEY: &str = "\0bytes";

/// How deep containers nest at most.
const DEPTH: usize = 512;

/// Reads value text; the error says what is wrong with it.
pub fn read(text: &str) -> Result<Value, String> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let value = reader.value()?;
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.fault("more after the value")),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn fault(&self, what: &str) -> String {
        format!("value text, byte {}: {what}", self.at)
    }

    /// The next byte that is no white space.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, expected: u8) -> bool {
        let found = self.peek() == Some(expected);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self) -> Result<Value, String> {
        match self.peek() {
            Some(b'{') => self.map(),
            Some(b'[') => self.array(),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Value, String> {
        for (word, value) in [("null", Value::Null), ("true", Value::Bool(true)), ("false", Value::Bool(false))] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.fault("no value"))
    }

    fn number(&mut self) -> Result<Value, String> {
        let rest = &self.text[self.at..];
        let number =
            &rest[..rest.find(|c| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E')).unwrap_or(rest.len())];
        let value = if number.contains(['.', 'e', 'E']) {
            number.parse().map(Value::Float).ok()
        } else {
            number.parse().map(Value::Int).or_else(|_| number.parse().map(Value::Uint)).ok()
        };
        let value = value.ok_or_else(|| self.fault("no number"))?;
        self.at += number.len();
        Ok(value)
    }

    fn string(&mut self) -> Result<String, String> {
        if self.peek() != Some(b'"') {
            return Err(self.fault("no string"));
        }
        let mut escaped = false;
        let end = self.text.as_bytes()[self.at + 1..].iter().position(|byte| {
            let ends = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            ends
        });
        let end = self.at + 2 + end.ok_or_else(|| self.fault("a string without an end"))?;
        let string = serde_json::from_str(&self.text[self.at..end]).map_err(|error| self.fault(&error.to_string()))?;
        self.at = end;
        Ok(string)
    }

    /// Reads what stands between brackets, divided by commas.
    fn list(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Result<(), String>) -> Result<(), String> {
        self.at += 1;
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.fault("nested too deep"));
        }
        if self.take(end) {
            self.depth -= 1;
            return Ok(());
        }
        loop {
            item(self)?;
            if self.take(end) {
                self.depth -= 1;
                return Ok(());
            }
            if !self.take(b',') {
                return Err(self.fault("neither a comma nor an end"));
            }
        }
    }

    fn array(&mut self) -> Result<Value, String> {
        let mut items = Vec::new();
        self.list(b']', |reader| {
            items.push(reader.value()?);
            Ok(())
        })?;
        Ok(Value::Array(items))
    }

    fn map(&mut self) -> Result<Value, String> {
        let mut entries = Vec::new();
        self.list(b'}', |reader| {
            let key = reader.string()?;
            if !reader.take(b':') {
                return Err(reader.fault("no colon"));
            }
            entries.push((key, reader.value()?));
            Ok(())
        })?;
        match entries.as_slice() {
            [(key, Value::String(data))] if key == BYTES_KEY => {
                BASE64_STANDARD.decode(data).map(Value::Bytes).map_err(|error| self.fault(&error.to_string()))
            }
            [(key, Value::String(name))] if key == FLOAT_KEY => match name.as_str() {
                "nan" => Ok(Value::Float(f64::NAN)),
                "inf" => Ok(Value::Float(f64::INFINITY)),
                "-inf" => Ok(Value::Float(f64::NEG_INFINITY)),
                _ => Err(self.fault("no such float")),
            },
            _ => Ok(Value::Map(entries)),
        }
    }
}

/// Writes value text.
#[must_use]
pub fn write(value: &Value) -> String {
    let mut text = String::new();
    append(value, &mut text);
    text
}

fn append(value: &Value, text: &mut String) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(truth) => text.push_str(if *truth { "true" } else { "false" }),
        Value::Int(number) => write!(text, "{number}").expect("memory"),
        Value::Uint(number) => write!(text, "{number}").expect("memory"),
        // Debug writes the fewest digits that read back to the same bits, and always a point or an exponent.
        Value::Float(number) if number.is_finite() => write!(text, "{number:?}").expect("memory"),
        Value::Float(number) => {
            let name = if number.is_nan() { "nan" } else { ["inf", "-inf"][usize::from(*number < 0.0)] };
            append_special(FLOAT_KEY, name, text);
        }
        Value::String(string) => append_string(string, text),
        Value::Bytes(data) => append_special(BYTES_KEY, &BASE64_STANDARD.encode(data), text),
        Value::Array(items) => append_list(('[', ']'), items, text, append),
        Value::Map(entries) => append_list(('{', '}'), entries, text, |(key, item), text| {
            append_string(key, text);
            text.push(':');
            append(item, text);
        }),
    }
}

fn append_string(string: &str, text: &mut String) {
    text.push_str(&serde_json::Value::from(string).to_string());
}

fn append_special(key: &str, content: &str, text: &mut String) {
    text.push('{');
    append_string(key, text);
    text.push(':');
    append_string(content, text);
    text.push('}');
}

fn append_list<T>((begin, end): (char, char), items: &[T], text: &mut String, each: impl Fn(&T, &mut String)) {
    text.push(begin);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        each(item, text);
    }
    text.push(end);
}
