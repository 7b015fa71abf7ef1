# frozen_string_literal: true

require_relative 'errors'
require_relative 'values'

module Weighbridge
  # The canonical hash of a value (docs/protocol.md).
  module CanonicalHash
    MULTIPLIER = 0x9E37_79B9_7F4A_7C15
    MASK = 0xFFFF_FFFF_FFFF_FFFF
    NAN = 0x7FF8_0000_0000_0000
    private_constant :MULTIPLIER, :MASK, :NAN

    module_function

    # Hashes a value as the protocol writes it: 16 lower-case hexadecimal digits.
    def text(value)
      format('%016x', of(value))
    end

    def of(value)
      case value
      when nil then absorb('n'.ord, 0)
      when true, false then absorb('b'.ord, value ? 1 : 0)
      when Integer then integer(value)
      when Float then absorb('f'.ord, value.nan? ? NAN : [value].pack('E').unpack1('Q<'))
      when String then Values.text?(value) ? bytes('s', value.encode(Encoding::UTF_8)) : bytes('y', value)
      when Array then array(value)
      when Hash then map(value)
      else raise Failed, "decoded to #{value.class}, which is outside the value model"
      end
    end

    def integer(number)
      return absorb('i'.ord, number & MASK) if (-(2**63)...(2**63)).cover?(number)
      return absorb('u'.ord, number) if (0..MASK).cover?(number)

      raise Failed, "decoded to #{number}, which is outside the value model"
    end

    def bytes(tag, string)
      padded = string.b.ljust((string.bytesize + 7) / 8 * 8, "\0")
      padded.unpack('Q<*').reduce(absorb(tag.ord, string.bytesize)) { |state, word| absorb(state, word) }
    end

    def array(items)
      absorb(items.reduce('a'.ord) { |state, item| absorb(state, of(item)) }, items.size)
    end

    def map(entries)
      sum = entries.sum { |key, item| absorb(absorb('e'.ord, key(key)), of(item)) }
      absorb(absorb('m'.ord, sum & MASK), entries.size)
    end

    def key(key)
      raise Failed, "decoded to a map's key of class #{key.class}" unless key.is_a?(String) && Values.text?(key)

      of(key)
    end

    def absorb(state, word)
      mixed = ((state ^ word) * MULTIPLIER) & MASK
      mixed ^ (mixed >> 32)
    end
    private_class_method :integer, :bytes, :array, :map, :key, :absorb
  end
end
