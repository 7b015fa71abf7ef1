# frozen_string_literal: true

# Ruby's interface to the C library YAJL.

Weighbridge::Codec.add(
  name: 'yajl',
  format: 'json',
  library: 'yajl-ruby',
  setup: lambda {
    require 'yajl'
    require 'yajl/version'
    Yajl::VERSION
  },
  encode: 'Yajl::Encoder.encode(value)',
  decode: 'Yajl::Parser.parse(data)',
  utf8: 'checked',
  api: 'Encoder, Parser',
  homepage: 'https://github.com/brianmario/yajl-ruby',
  licence: 'MIT',
  documentation: 'https://github.com/brianmario/yajl-ruby#example-of-use'
)
