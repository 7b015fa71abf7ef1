//! Structs that a programmer wrote for the built-in payload `orders`, beside those that were generated for it, and beside
//! Criterion's own loop: `./bench-types` builds and runs it.

// What flatc writes calls it so, in every module.
extern crate alloc;

use std::collections::HashMap;
use std::fs;
use std::hint::black_box;
use std::time::Duration;

use criterion::Criterion;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use serde::{Deserialize, Serialize};
use weighbridge_rust::clock::CPU;
use weighbridge_rust::codec::{Batch, Operations, Outcome};
use weighbridge_rust::codecs;
use weighbridge_rust::payload::Payload;
use weighbridge_rust::text;
use weighbridge_rust::typed::{Object, Types};
use weighbridge_rust::value::Value;

mod generated {
    #![allow(
        missing_docs,
        dead_code,
        unused_variables,
        non_camel_case_types,
        non_snake_case,
        clippy::all,
        clippy::pedantic
    )]
    include!(env!("WEIGHBRIDGE_TYPES"));

    pub fn all() -> Vec<weighbridge_rust::typed::Generated> {
        generated()
    }
}

#[derive(Serialize, Deserialize)]
struct Order {
    id: u64,
    state: String,
    placed_at: String,
    shipped_at: Option<String>,
    express: bool,
    customer: Customer,
    lines: Vec<Line>,
    tax_rate: f64,
    balance: i64,
    from_stores: HashMap<String, i64>,
    tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Customer {
    id: u64,
    name: String,
    email: String,
    address: Address,
    company: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Address {
    street: String,
    city: String,
    postcode: String,
    country: String,
}

#[derive(Serialize, Deserialize)]
struct Line {
    article: String,
    title: String,
    quantity: u32,
    unit_price: i64,
    weight_kg: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    serials: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    discount: Option<Discount>,
}

#[derive(Serialize, Deserialize)]
struct Discount {
    reason: String,
    amount: i64,
}

impl Object for Order {
    fn of(value: &Value) -> Outcome<Self> {
        Ok(serde_json::from_str(&text::write(value))?)
    }

    fn value(&self) -> Value {
        text::read(&serde_json::to_string(self).expect("JSON")).expect("value text")
    }
}

struct ByHand;

impl Types for ByHand {
    type Root = Order;
    const TEXTS: &'static [(&'static str, &'static str)] = &[];
}

/// CPU time of the thread, since a busy neighbour is no part of a comparison.
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
    let file = std::env::var("WEIGHBRIDGE_DOCUMENT").expect("WEIGHBRIDGE_DOCUMENT names orders, one a line");
    let lines = fs::read_to_string(file).expect("a readable document");
    let values: Vec<Value> = lines.lines().map(|line| text::read(line).expect("JSON")).collect();
    let orders: Vec<Order> = values.iter().map(|value| Order::of(value).expect("an order")).collect();
    let encoded: Vec<Vec<u8>> = orders.iter().map(|order| serde_json::to_vec(order).expect("JSON")).collect();
    let mut payload = Payload::new(values, HashMap::from([("json".to_owned(), encoded.clone())]));
    let types = generated::all().pop().expect("types for orders");
    let (_, operations) =
        types.rows.into_iter().find(|(row, _)| *row == "serde_json").expect("serde_json's operations");

    let mut criterion = Criterion::default()
        .with_measurement(CpuTime)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(5));
    let mut group = criterion.benchmark_group("orders");
    group.bench_function("encode, Criterion, by hand", |bencher| {
        bencher.iter(|| {
            orders.iter().map(|order| black_box(serde_json::to_vec(black_box(order)).unwrap()).len()).sum::<usize>()
        });
    });
    group.bench_function("decode, Criterion, by hand", |bencher| {
        bencher.iter(|| {
            for data in &encoded {
                black_box(serde_json::from_slice::<Order>(black_box(data)).unwrap());
            }
        });
    });
    let rows =
        [("by hand", codecs::serde_json::typed::<ByHand>()), ("generated", operations.expect("types that compile"))];
    for (whose, Operations(operations)) in rows {
        for operation in operations {
            group.bench_function(format!("{}, Weighbridge, {whose}", operation.name), |bencher| {
                bencher.iter_custom(|iterations| {
                    let batch = Batch { untimed: 0, iterations };
                    let Ok(cost) = (operation.time)(&mut payload, "json", batch) else { panic!("not timed") };
                    Duration::from_nanos(cost.elapsed.cpu.cast_unsigned())
                });
            });
        }
    }
    group.finish();
}
