# frozen_string_literal: true

# Ruby's own serializer.

Weighbridge::Codec.add(
  name: 'marshal',
  format: 'ruby-marshal',
  library: 'marshal',
  setup: -> { RUBY_VERSION },
  encode: 'Marshal.dump(value)',
  decode: 'Marshal.load(data)',
  utf8: 'unchecked',
  api: 'dump, load',
  homepage: 'https://docs.ruby-lang.org/en/3.1/Marshal.html',
  licence: 'Ruby',
  documentation: 'https://docs.ruby-lang.org/en/3.1/Marshal.html'
)
