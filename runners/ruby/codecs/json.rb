# frozen_string_literal: true

# Ruby's own JSON.

Weighbridge::Codec.add(
  name: 'json',
  format: 'json',
  library: 'json',
  setup: lambda {
    require 'json'
    JSON::VERSION
  },
  encode: 'JSON.generate(value)',
  decode: 'JSON.parse(data)',
  utf8: 'checked',
  api: 'generate, parse',
  homepage: 'https://github.com/ruby/json',
  licence: 'Ruby',
  documentation: 'https://docs.ruby-lang.org/en/3.1/JSON.html'
)
