# frozen_string_literal: true

require 'json'
require_relative 'errors'

module Weighbridge
  # The value model (docs/protocol.md, "Values"), which Ruby's own types hold in full: bytes are strings of binary
  # encoding.
  module Values
    FLOAT = "\0float"
    BYTES = "\0bytes"
    NON_FINITE = { 'nan' => Float::NAN, 'inf' => Float::INFINITY, '-inf' => -Float::INFINITY }.freeze
    INTEGERS = (-(2**63)..((2**64) - 1))
    private_constant :FLOAT, :BYTES, :NON_FINITE, :INTEGERS

    module_function

    # Reads JSON text as Ruby's own library does, to any depth.
    def parse(text)
      raise BadRequest, 'text that is not UTF-8' unless text.valid_encoding?

      JSON.parse(text, max_nesting: false)
    rescue JSON::ParserError => e
      raise BadRequest, "not JSON: #{e.message[0, 200]}"
    end

    def from_text(text)
      unmarked(parse(text))
    end

    def to_text(value)
      JSON.generate(marked(value), max_nesting: 0)
    end

    def from_base64(text)
      text.unpack1('m0')
    rescue ArgumentError, NoMethodError
      raise BadRequest, 'bytes that are not base64'
    end

    def to_base64(bytes)
      [bytes].pack('m0')
    end

    # Whether a string of Ruby's is text.
    def text?(string)
      return false if string.encoding == Encoding::BINARY
      raise Failed, 'decoded to text that is not UTF-8' unless string.encode(Encoding::UTF_8).valid_encoding?

      true
    rescue EncodingError => e
      raise Failed, "decoded to text that is not UTF-8: #{e.message}"
    end

    # Replaces the library's own objects in a decoded tree.
    def replaced(value, &plain)
      case value
      when Array then value.map { |item| replaced(item, &plain) }
      when Hash then value.transform_values { |item| replaced(item, &plain) }
      else plain.call(value)
      end
    end

    def unmarked(value)
      case value
      when Array then value.map { |item| unmarked(item) }
      when Hash then unmarked_map(value)
      when Integer then integer(value)
      else value
      end
    end

    def unmarked_map(map)
      if map.size == 1
        return from_base64(map[BYTES]) if map.key?(BYTES)
        return NON_FINITE.fetch(map[FLOAT]) { raise BadRequest, 'a float that is none' } if map.key?(FLOAT)
      end
      map.transform_values { |item| unmarked(item) }
    end

    def integer(number)
      INTEGERS.cover?(number) ? number : raise(BadRequest, "integer #{number} needs more than 64 bits")
    end

    def marked(value)
      case value
      when Array then value.map { |item| marked(item) }
      when Hash then value.transform_values { |item| marked(item) }
      when String then text?(value) ? value : { BYTES => to_base64(value) }
      when Float then value.finite? ? value : { FLOAT => NON_FINITE.key(value) || 'nan' }
      else value
      end
    end
    private_class_method :unmarked, :unmarked_map, :integer, :marked
  end
end
