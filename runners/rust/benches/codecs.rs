//! Criterion on the same calls that the runner times: `./bench-harness FILE.json`.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::Criterion;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use serde_json::json;
use weighbridge_rust::clock::CPU;
use weighbridge_rust::codec::{Decode, Encode, decode_once, encode_once};
use weighbridge_rust::codecs::{VERSIONS, rmp_serde, serde_json as own_serde_json};
use weighbridge_rust::text;
use weighbridge_rust::value::Value;

/// CPU time of the thread, since a busy neighbour is no part of a comparison of two harnesses.
struct CpuTime;

impl Measurement for CpuTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        Duration::from_nanos(CPU.now().cast_unsigned())
    }

    fn end(&self, start: Duration) -> Duration {
        self.start().saturating_sub(start)
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

fn main() {
    let file = std::env::var("WEIGHBRIDGE_DOCUMENT").expect("WEIGHBRIDGE_DOCUMENT names the document");
    let document = text::read(&fs::read_to_string(file).expect("a readable document")).expect("a document in JSON");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("criterion");
    let mut criterion = Criterion::default()
        .with_measurement(CpuTime)
        .output_directory(&folder)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(4));
    both::<own_serde_json::Plain>(&mut criterion, "serde_json", &document);
    both::<rmp_serde::Plain>(&mut criterion, "rmp-serde", &document);
    for codec in ["serde_json", "rmp-serde"] {
        for operation in ["encode", "decode"] {
            report(&folder, codec, operation);
        }
    }
}

fn both<C: Encode<Document = Value> + Decode>(criterion: &mut Criterion<CpuTime>, codec: &str, document: &Value) {
    let bytes = C::encode(document).expect("bytes");
    let mut group = criterion.benchmark_group(codec);
    group.bench_function("encode", |bencher| bencher.iter(|| encode_once::<C>(black_box(document))));
    group.bench_function("decode", |bencher| bencher.iter(|| decode_once::<C>(black_box(&bytes))));
    group.finish();
}

/// Prints what Criterion found, in the words of `bench-harness`.
fn report(folder: &Path, codec: &str, operation: &str) {
    let file = folder.join(codec).join(operation).join("new/estimates.json");
    let estimates: serde_json::Value = serde_json::from_slice(&fs::read(file).expect("Criterion's estimates")).unwrap();
    // The slope over growing batches; the mean where Criterion made them all alike.
    let estimate = ["slope", "mean"].into_iter().find_map(|kind| estimates[kind]["point_estimate"].as_f64());
    let (_, version) = VERSIONS.iter().find(|(name, _)| *name == "criterion").unwrap();
    let line = json!({
        "harness": format!("Criterion {version}, CPU time"),
        "codec": codec,
        "operation": operation,
        "ns": estimate.expect("an estimate"),
    });
    println!("{line}");
}
