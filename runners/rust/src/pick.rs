//! Reading the values at some paths out of a document (docs/protocol.md, "Picking").

use serde_json::Value as Json;

use crate::codec::{Decode, DecodeTyped, Outcome, Pick, PickTyped, Problem, Take, decode_typed};
use crate::schema::Schema;
use crate::typed::{Object, Types};
use crate::value::Value;
use crate::visitor::{Outside, Tree, Visitor};

/// A key or an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Of a map's entry.
    Key(String),
    /// Of an array's element.
    Index(usize),
}

/// The way to a value.
pub type Steps = Vec<Step>;

/// What is picked out of a document: its names in answers, and the ways to it.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// What each is called.
    pub names: Vec<String>,
    /// The way to each.
    pub steps: Vec<Steps>,
}

impl Paths {
    /// Reads the member `pick` of a document.
    pub fn read(member: &Json) -> Result<Self, String> {
        let mut paths = Self::default();
        for path in member.as_array().ok_or("no paths")? {
            let name = path["at"].as_str().ok_or("a path without a name")?;
            let steps = path["steps"].as_array().ok_or("a path without steps")?;
            let step = |step: &Json| match step {
                Json::String(key) => Ok(Step::Key(key.clone())),
                _ => step.as_u64().and_then(|index| index.try_into().ok()).map(Step::Index).ok_or("no step"),
            };
            paths.names.push(name.to_owned());
            paths.steps.push(steps.iter().map(step).collect::<Result<_, _>>()?);
        }
        Ok(paths)
    }

    /// Those that a schema knows, through its types.
    #[must_use]
    pub fn by_types(&self, schema: &Schema) -> Self {
        let known = self.names.iter().zip(&self.steps);
        let (names, steps) = known.filter_map(|(name, steps)| Some((name.clone(), schema.resolve(steps)?))).unzip();
        Self { names, steps }
    }

    /// The value whose members are what was found.
    #[must_use]
    pub fn found(&self, values: Vec<Option<Value>>) -> Value {
        let entries = self.names.iter().zip(values);
        Value::Map(entries.filter_map(|(name, value)| Some((name.clone(), value?))).collect())
    }
}

/// In a format without an array at its root, a first step that is an index is that key.
#[must_use]
pub fn in_map(mut steps: Vec<Steps>) -> Vec<Steps> {
    for steps in &mut steps {
        if let Some(Step::Index(index)) = steps.first() {
            steps[0] = Step::Key(index.to_string());
        }
    }
    steps
}

/// Decodes a document whole, and then reads.
#[derive(Default)]
pub struct Whole<D>(D);

impl<S: Types, D: DecodeTyped<S>> PickTyped<S> for Whole<D> {
    fn pick(&mut self, data: &[u8], paths: &[Steps]) -> Outcome<Vec<Option<Value>>> {
        let document = decode_typed::<S, D>(&mut self.0, data)?;
        Ok(paths.iter().map(|steps| document.pick(steps)).collect())
    }
}

impl<D: Decode> Pick for Whole<D> {
    type Paths = Vec<Steps>;

    fn prepare(steps: Vec<Steps>) -> Self::Paths {
        steps
    }

    fn pick(data: &[u8], paths: &Self::Paths) -> Outcome<Vec<Option<Value>>> {
        D::decode(data, Read(paths))
    }
}

struct Read<'p>(&'p [Steps]);

impl Take for Read<'_> {
    type Taken = Vec<Option<Value>>;

    fn take<T: Tree>(self, tree: &T) -> Outcome<Self::Taken> {
        self.0.iter().map(|steps| tree.pick(steps)).collect()
    }
}

/// The value of a scalar.
pub fn scalar(hand_over: impl FnOnce(&mut Scalar) -> Result<(), Outside>) -> Outcome<Option<Value>> {
    let mut scalar = Scalar(None);
    hand_over(&mut scalar)?;
    Ok(scalar.0)
}

/// Keeps the value that it is handed.
#[derive(Default)]
pub struct Scalar(Option<Value>);

impl Visitor for Scalar {
    fn null(&mut self) {
        self.0 = Some(Value::Null);
    }
    fn boolean(&mut self, truth: bool) {
        self.0 = Some(Value::Bool(truth));
    }
    fn int(&mut self, number: i64) {
        self.0 = Some(Value::Int(number));
    }
    fn uint(&mut self, number: u64) {
        self.0 = Some(number.into());
    }
    fn float(&mut self, number: f64) {
        self.0 = Some(Value::Float(number));
    }
    fn string(&mut self, text: &str) {
        self.0 = Some(Value::String(text.to_owned()));
    }
    fn bytes(&mut self, data: &[u8]) {
        self.0 = Some(Value::Bytes(data.to_owned()));
    }
    fn key(&mut self, _: &str) {}
    fn begin_array(&mut self) {}
    fn end_array(&mut self) {}
    fn begin_map(&mut self) {}
    fn end_map(&mut self) {}
}

/// Why nothing can be picked.
#[must_use]
pub fn without_paths() -> Problem {
    Problem::Unsupported("the payload came without paths to pick by".to_owned())
}
