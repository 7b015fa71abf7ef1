# frozen_string_literal: true

# The gem cbor, made of msgpack-ruby by one of CBOR's authors.

Weighbridge::Codec.add(
  name: 'cbor',
  format: 'cbor',
  library: 'cbor',
  setup: lambda {
    require 'cbor'
    CBOR::VERSION
  },
  encode: 'value.to_cbor',
  decode: 'CBOR.decode(data)',
  utf8: 'unchecked',
  api: 'to_cbor, decode',
  homepage: 'https://github.com/cabo/cbor-ruby',
  licence: 'Apache-2.0',
  documentation: 'https://github.com/cabo/cbor-ruby#readme'
)
