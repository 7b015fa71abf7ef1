//! Answers requests from standard input, one line each, on standard output.

use std::io::{self, BufRead, BufWriter, Write};

use weighbridge_rust::session::Session;

fn main() -> io::Result<()> {
    let mut session = Session::new();
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
