# frozen_string_literal: true

require_relative 'values'

module Weighbridge
  # A loaded payload: its documents as natural trees, and as bytes in each format that came with all of them.
  class Payload
    attr_reader :trees

    # texts::     each document as value text
    # encodings:: each document's bytes in base64, by format
    def initialize(texts, encodings)
      @trees = texts.map { |text| Values.from_text(text) }
      @encoded = encodings.map { |encoding| encoding.transform_values { |text| Values.from_base64(text) } }
      @prepared = {}
    end

    def encoded?(format)
      @encoded.all? { |encoding| encoding.key?(format) }
    end

    # The documents' bytes in a format: a format that is text comes as text, as an application has it.
    def encoded(format)
      return @encoded.map { |encoding| encoding[format] } unless format == 'json'

      @encoded.each { |encoding| encoding[format].force_encoding(Encoding::UTF_8) }.map { |encoding| encoding[format] }
    end

    # What a codec's encoder is given.
    def values(codec)
      return @trees unless codec.prepare

      @prepared[codec.selector] ||= @trees.map(&codec.prepare)
    end
  end
end
