# frozen_string_literal: true

# MongoDB's BSON. Bytes have a class of their own in it, and an array at the root is the document with the keys "0",
# "1", …, which an application would have.

bson_of = lambda do |value|
  case value
  when Array then value.map(&bson_of)
  when Hash then value.transform_values(&bson_of)
  when String then value.encoding == Encoding::BINARY ? BSON::Binary.new(value) : value
  else value
  end
end

Weighbridge::Codec.add(
  name: 'bson',
  format: 'bson',
  library: 'bson',
  setup: lambda {
    require 'bson'
    BSON::VERSION
  },
  prepare: lambda { |root|
    root = root.each_with_index.to_h { |item, index| [index.to_s, item] } if root.is_a?(Array)
    bson_of.call(root)
  },
  encode: 'value.to_bson.to_s',
  decode: 'Hash.from_bson(BSON::ByteBuffer.new(data))',
  plain: ->(value) { value.is_a?(BSON::Binary) ? value.data : value },
  utf8: 'checked',
  api: 'to_bson, from_bson',
  homepage: 'https://github.com/mongodb/bson-ruby',
  licence: 'Apache-2.0',
  documentation: 'https://www.mongodb.com/docs/ruby-driver/current/data-formats/bson/'
)
