//! Whether UTF-8 is checked as the rows say.

use std::collections::HashMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value as Json, json};
use weighbridge_rust::session::Session;

const DOCUMENT: &str = r#"{"text":"plain ascii, and long enough for what goes by many bytes at once"}"#;

fn ask(session: &mut Session, request: &Json) -> Json {
    session.answer(request.to_string().as_bytes())
}

fn load(session: &mut Session, encoded: &HashMap<String, String>) {
    let request = json!({"request": "load", "payload": "p", "documents": [{"value": DOCUMENT, "encoded": encoded}]});
    assert_eq!(ask(session, &request)["answer"], "ok");
}

fn rows(session: &mut Session) -> Vec<(String, Json)> {
    let described = ask(session, &json!({"request": "describe"}));
    let rows = described["codecs"].as_array().unwrap().iter();
    let selector = |row: &Json| match &row["variant"] {
        Json::String(variant) => format!("{}[{variant}]", row["codec"].as_str().unwrap()),
        _ => row["codec"].as_str().unwrap().to_owned(),
    };
    rows.map(|row| (selector(row), row.clone())).collect()
}

fn broken(bytes: &str) -> String {
    let mut bytes = BASE64_STANDARD.decode(bytes).unwrap();
    let at = bytes.windows(5).position(|window| window == b"ascii").unwrap();
    bytes[at + 3] = 0xFF;
    BASE64_STANDARD.encode(bytes)
}

#[test]
fn utf8_is_checked_as_said() {
    let mut session = Session::new();
    let rows = rows(&mut session);
    load(&mut session, &HashMap::new());
    let mut encoded = HashMap::new();
    for (selector, row) in &rows {
        let request = json!({"request": "check", "codec": selector, "operation": "encode", "payload": "p"});
        if let Json::String(bytes) = &ask(&mut session, &request)["bytes"][0] {
            encoded.insert(row["format"].as_str().unwrap().to_owned(), broken(bytes));
        }
    }
    load(&mut session, &encoded);
    for (selector, row) in &rows {
        for operation in row["operations"].as_array().unwrap().iter().filter(|operation| *operation != "encode") {
            let request =
                json!({"request": "check", "codec": selector, "operation": operation, "payload": "p", "values": true});
            let answer = ask(&mut session, &request);
            // One library gives an empty string, and one gives bytes; most fail.
            let passed = answer["values"][0].as_str().is_some_and(|text| text.contains("and long enough"));
            assert_eq!(passed, row["policies"]["utf8"] == "unchecked", "{selector} {operation}: {answer}");
        }
    }
}
