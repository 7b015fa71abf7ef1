# frozen_string_literal: true

require_relative 'operation'

module Weighbridge
  # One library's implementation of a format, with the calls that are compiled into the timed loops.
  #
  # name, variant::  unique together in this runner; variant is nil for the plain row
  # format::         the format's name
  # library::        its name among gems
  # setup::          requires the library and returns its version
  # encode::         an expression that makes a string of bytes from +value+, a natural tree
  # decode::         an expression that makes a natural tree from +data+, a string of bytes
  # prepare::        makes what +encode+ is given of a natural tree, before the timing
  # plain::          makes of an object of the library's own the value that it stands for, for a check
  # utf8::           whether decoded text is +checked+ or +unchecked+
  # api::            which of the library's interfaces is used, in a word or two
  # documentation::  the page that shows the calls used
  # licence::        its SPDX identifier
  Codec = Struct.new(
    :name, :variant, :format, :library, :setup, :encode, :decode, :prepare, :plain, :utf8, :api, :homepage, :licence,
    :documentation, :source,
    keyword_init: true
  ) do
    # Every codec in a folder's +codecs+, whose files each +add+ their own.
    def self.read_all(folder)
      Dir.glob('codecs/*.rb', base: folder).sort.flat_map do |source|
        @added = []
        load(File.join(folder, source))
        @added.each { |codec| codec.source = source }
      end
    end

    def self.add(**facts)
      @added << new(**facts)
    end

    # The name by which a request names it.
    def selector
      variant ? "#{name}[#{variant}]" : name
    end

    def operations
      Operation::PARAMETERS.keys.select { |operation| self[operation] }
    end

    # Why the codec cannot be used, and how to get its library; nil if it can.
    def missing
      version
      @missing
    end

    def describe
      entry = { codec: name, variant:, format:, library:, operations: }
      return entry.merge(reason: missing) if missing

      # The tree is handed to a library whole; so its tare is always the call.
      entry.merge(version:, tare: operations.to_h { |operation| [operation, 'call'] }, policies:, homepage:, licence:,
                  documentation:, source:)
    end

    private

    def version
      @version ||= setup.call unless @missing
    rescue LoadError => e
      @missing = "#{e.message}; install the package ruby-#{name}, or use gem install #{library}"
      nil
    end

    def policies
      { buffers: 'fresh', strings: 'owned', utf8:, access: 'tree', map: 'hash', api:, starts_from: 'native',
        threads: false }
    end
  end
end
