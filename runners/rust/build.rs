//! Makes the list of codecs of the files in `codecs/`, and tells the program what it was built from.

use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    let folder = env::var("CARGO_MANIFEST_DIR").unwrap();
    let generated = format!("{}{}", codecs(&folder), versions(&folder));
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("registry.rs"), generated).unwrap();
    println!("cargo::rustc-env=COMPILER={}", compiler());
    println!("cargo::rustc-env=FLAGS={}", flags(&folder));
    println!("cargo::rerun-if-changed=build.rs");
}

/// A module for each file in `codecs/`, and a function that gathers their rows.
fn codecs(folder: &str) -> String {
    println!("cargo::rerun-if-changed=codecs");
    let files = fs::read_dir(Path::new(folder).join("codecs")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|ending| ending == "rs")).collect();
    files.sort();
    let (mut modules, mut rows) = (String::new(), String::new());
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let path = file.to_str().unwrap();
        writeln!(modules, "#[path = {path:?}]\npub mod {name};").unwrap();
        writeln!(rows, "    (\"codecs/{name}.rs\", self::{name}::codecs()),").unwrap();
    }
    format!(
        "{modules}/// Every row, with the file that declares it.\n#[must_use]\n\
         pub fn all() -> Vec<(&'static str, Vec<crate::codec::Codec>)> {{\n    vec![\n{rows}    ]\n}}\n"
    )
}

/// The versions of the libraries that this package itself asks for, as the lock file has them: crates tell none at run time.
fn versions(folder: &str) -> String {
    println!("cargo::rerun-if-changed=Cargo.lock");
    let lock = read(folder, "Cargo.lock");
    let packages = lock["package"].as_array().unwrap();
    let own = packages.iter().find(|package| package["name"].as_str() == Some(env!("CARGO_PKG_NAME"))).unwrap();
    let mut rows = String::new();
    for dependency in own["dependencies"].as_array().unwrap() {
        // A name, and where the lock file holds several of that name, a version.
        let mut words = dependency.as_str().unwrap().split(' ');
        let name = words.next().unwrap();
        let locked = packages.iter().find(|package| package["name"].as_str() == Some(name)).unwrap();
        let version = words.next().unwrap_or(locked["version"].as_str().unwrap());
        writeln!(rows, "    ({name:?}, {version:?}),").unwrap();
    }
    format!(
        "/// The libraries that were built in, with their versions.\npub const VERSIONS: &[(&str, &str)] = &[\n{rows}];\n"
    )
}

fn read(folder: &str, file: &str) -> toml::Table {
    fs::read_to_string(Path::new(folder).join(file)).unwrap().parse().unwrap()
}

fn compiler() -> String {
    let output = Command::new(env::var("RUSTC").unwrap()).arg("--version").output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// The profile's settings, and what the caller added to them.
fn flags(folder: &str) -> String {
    println!("cargo::rerun-if-changed=Cargo.toml");
    let manifest = read(folder, "Cargo.toml");
    let mut settings = toml::Table::new();
    for profile in profiles(&manifest) {
        settings.extend(manifest["profile"][&profile].as_table().unwrap().clone());
    }
    settings.remove("inherits");
    let settings = settings.into_iter().map(|(name, value)| match value.as_str() {
        Some(text) => format!("-C {name}={text}"),
        None => format!("-C {name}={value}"),
    });
    let level = format!("-C opt-level={}", env::var("OPT_LEVEL").unwrap());
    let added = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\x1f', " ");
    let mut words: Vec<_> = [level].into_iter().chain(settings).collect();
    if !added.is_empty() {
        words.push(added);
    }
    words.push(format!("--target {}", env::var("TARGET").unwrap()));
    words.join(" ")
}

/// The profiles of the manifest that this is built by, those that others inherit from first.
fn profiles(manifest: &toml::Table) -> Vec<String> {
    // Cargo tells build scripts of no profile that is not its own, but by the folder: target/PROFILE/build/PACKAGE/out.
    let folder = env::var("OUT_DIR").unwrap();
    let mut next = Path::new(&folder).ancestors().nth(3).and_then(Path::file_name).and_then(OsStr::to_str);
    let mut found = Vec::new();
    while let Some(name) = next.filter(|name| manifest["profile"].get(name).is_some()) {
        next = manifest["profile"][name].get("inherits").and_then(toml::Value::as_str);
        found.insert(0, name.to_owned());
    }
    found
}
