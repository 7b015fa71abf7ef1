# frozen_string_literal: true

require_relative 'canonical_hash'
require_relative 'codec'
require_relative 'errors'
require_relative 'operation'
require_relative 'payload'
require_relative 'values'

module Weighbridge
  # What is loaded and set up, with one method for each request.
  class Session
    REQUESTS = %w[describe load check time drop quit].freeze

    # The expression that takes the library's place in the tare: the cheapest method that is written in C. What is left
    # is the library's own work, a library written in Ruby paying for its own calls.
    TARE = 'data.itself'
    private_constant :REQUESTS, :TARE

    def initialize(folder)
      @runner = File.basename(folder)
      @codecs = Codec.read_all(folder).to_h { |codec| [codec.selector, codec] }
      @payloads = {}
      @operations = {}
      @running = true
    end

    def running?
      @running
    end

    # Answers one line, whatever it holds.
    def answer(line)
      JSON.generate({ answer: 'ok', **respond(Values.parse(line)) })
    rescue BadRequest => e
      refuse('bad-request', e)
    rescue Unsupported => e
      refuse('unsupported', e)
    rescue StandardError, SystemStackError, NoMemoryError => e
      refuse('failed', e)
    end

    private

    def refuse(answer, error)
      ours = [BadRequest, Unsupported, Failed].include?(error.class)
      message = ours ? error.message : "#{error.class}: #{error.message}"
      JSON.generate({ answer:, message: message.dup.force_encoding(Encoding::UTF_8).scrub })
    end

    def respond(request)
      name = member(request, 'request', String)
      raise BadRequest, "no request '#{name}'" unless REQUESTS.include?(name)

      send(name, request)
    end

    def describe(_request)
      missing, present = @codecs.values.partition(&:missing)
      {
        protocol: 1, runner: @runner, language: 'ruby', runtime: RUBY_DESCRIPTION[/\A\S+ \S+/], compiler: nil,
        flags: yjit? ? 'YJIT' : 'no JIT',
        clocks: { wall: clock('CLOCK_MONOTONIC'), cpu: clock('CLOCK_THREAD_CPUTIME_ID') },
        tares: ['call'], codecs: present.map(&:describe), missing: missing.map(&:describe)
      }
    end

    def yjit?
      defined?(RubyVM::YJIT) && RubyVM::YJIT.enabled?
    end

    def clock(name)
      resolution = Process.clock_getres(Process.const_get(name), :nanosecond)
      { name:, resolution_ns: [resolution, 1].max }
    end

    def load(request)
      name = member(request, 'payload', String)
      documents = member(request, 'documents', Array)
      raise BadRequest, 'no documents' if documents.empty?

      @payloads[name] = Payload.new(documents.map { |document| member(document, 'value', String) },
                                    documents.map { |document| member(document, 'encoded', Hash) })
      {}
    end

    def check(request)
      codec, operation, payload = subject(request)
      return { hashes: payload.trees.map { |tree| CanonicalHash.text(tree) } } unless codec

      call = compiled(codec, operation)
      results = tried(codec, payload) { documents(codec, operation, payload).map { |document| call.call(document) } }
      return { bytes: results.map { |bytes| Values.to_base64(bytes) } } if operation == :encode

      results.map! { |result| Values.replaced(result, &codec.plain) } if codec.plain
      answer = { hashes: results.map { |result| CanonicalHash.text(result) } }
      answer[:values] = results.map { |result| Values.to_text(result) } if request['values'] == true
      answer
    end

    def time(request)
      codec, operation, payload = subject(request)
      iterations = count(request, 'iterations', 1)
      untimed = request.key?('untimed') ? count(request, 'untimed', 0) : 0
      loop = compiled(codec, operation)
      documents = documents(codec, operation, payload)
      tried(codec, payload) do
        loop.time(documents, untimed)
        loop.time(documents, iterations)
      end
    end

    def drop(request)
      name = member(request, 'payload', String)
      raise BadRequest, "no payload '#{name}'" unless @payloads.delete(name)

      {}
    end

    def quit(_request)
      @running = false
      {}
    end

    # Reads which codec (nil for the tare), operation and payload a request is about.
    def subject(request)
      selector, operation, name = %w[codec operation payload].map { |member| member(request, member, String) }
      codec = @codecs.fetch(selector) { raise BadRequest, "no codec '#{selector}'" unless selector == 'tare:call' }
      raise BadRequest, "no operation '#{operation}'" unless %w[encode decode scan].include?(operation)
      raise BadRequest, codec.missing if codec&.missing

      payload = @payloads.fetch(name) { raise BadRequest, "no payload '#{name}'" }
      [codec, operation.to_sym, payload]
    end

    def compiled(codec, operation)
      return @operations[nil] ||= Operation.compile('data', TARE) unless codec
      raise Unsupported, "#{codec.selector} has no #{operation}" unless codec.operations.include?(operation)

      @operations[[codec, operation]] ||= Operation.compile(Operation::PARAMETERS[operation], codec[operation])
    end

    # What the operation is given for each document.
    def documents(codec, operation, payload)
      return payload.trees unless codec
      return tried(codec, payload) { payload.values(codec) } if operation == :encode
      return payload.encoded(codec.format) if payload.encoded?(codec.format)

      raise Unsupported, "the payload came without #{codec.format}, which cannot hold it"
    end

    # Calls a library, and tells one that refuses what its format cannot hold from one that breaks.
    def tried(codec, payload)
      yield
    rescue StandardError, SystemStackError => e
      # The core leaves out the bytes in a format that cannot hold the payload.
      held = codec.nil? || payload.encoded?(codec.format)
      raise held ? Failed : Unsupported, "#{e.class}: #{e.message}"
    end

    def count(request, name, least)
      number = member(request, name, Integer)
      (least...(2**63)).cover?(number) ? number : raise(BadRequest, "member '#{name}' is out of range")
    end

    # Takes a member of a request, of a given class.
    def member(request, name, kind)
      raise BadRequest, 'not an object' unless request.is_a?(Hash)
      raise BadRequest, "no member '#{name}'" unless request.key?(name)
      raise BadRequest, "member '#{name}' is no #{kind}" unless request[name].is_a?(kind)

      request[name]
    end
  end
end
