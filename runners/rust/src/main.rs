//! The runner: `weighbridge-rust` answers requests, `weighbridge-rust typegen FOLDER` builds the one with types.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use weighbridge_rust::codec::Problem;
use weighbridge_rust::heap;
use weighbridge_rust::session::{Session, serve};
use weighbridge_rust::typegen;

fn main() -> io::Result<ExitCode> {
    heap::prepare();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => serve(Session::new()).map(|()| ExitCode::SUCCESS),
        ["typegen", folder] => Ok(match typegen::build(Path::new(folder)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(Problem::Failed(words) | Problem::Unsupported(words)) => {
                eprintln!("{words}");
                ExitCode::FAILURE
            }
        }),
        _ => {
            eprintln!("usage: weighbridge-rust [typegen FOLDER], which holds schemas");
            Ok(ExitCode::from(2))
        }
    }
}
