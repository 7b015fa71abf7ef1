# frozen_string_literal: true

# Oj in three of its modes: as a replacement of the gem json; as its documentation begins, in the mode +:object+, which
# takes some strings for Ruby's own objects; and in the one that knows JSON's types only.

MODES = 'https://github.com/ohler55/oj/blob/develop/pages/Modes.md'
OJ = {
  name: 'oj',
  format: 'json',
  library: 'oj',
  setup: lambda {
    require 'oj'
    Oj::VERSION
  },
  utf8: 'unchecked',
  homepage: 'https://github.com/ohler55/oj',
  licence: 'MIT'
}.freeze

Weighbridge::Codec.add(
  **OJ,
  variant: 'compat',
  encode: 'Oj.dump(value, mode: :compat)',
  decode: 'Oj.load(data, mode: :compat)',
  api: 'dump, load; mode :compat',
  documentation: MODES
)

Weighbridge::Codec.add(
  **OJ,
  variant: 'object',
  encode: 'Oj.dump(value)',
  decode: 'Oj.load(data)',
  api: 'dump, load',
  documentation: 'https://github.com/ohler55/oj#using'
)

Weighbridge::Codec.add(
  **OJ,
  variant: 'strict',
  encode: 'Oj.dump(value, mode: :strict)',
  decode: 'Oj.load(data, mode: :strict)',
  api: 'dump, load; mode :strict',
  documentation: MODES
)
