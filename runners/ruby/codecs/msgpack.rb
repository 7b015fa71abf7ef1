# frozen_string_literal: true

# The MessagePack project's own implementation for Ruby.

Weighbridge::Codec.add(
  name: 'msgpack',
  format: 'msgpack',
  library: 'msgpack',
  setup: lambda {
    require 'msgpack'
    MessagePack::VERSION
  },
  encode: 'MessagePack.pack(value)',
  decode: 'MessagePack.unpack(data)',
  utf8: 'unchecked',
  api: 'pack, unpack',
  homepage: 'https://github.com/msgpack/msgpack-ruby',
  licence: 'Apache-2.0',
  documentation: 'https://github.com/msgpack/msgpack-ruby#serialize--deserialize-in-memory'
)
