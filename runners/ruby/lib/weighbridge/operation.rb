# frozen_string_literal: true

module Weighbridge
  # Expressions that are compiled into a call and a timed loop.
  module Operation
    # The name that each operation's expression gives the document.
    PARAMETERS = { encode: 'value', decode: 'data' }.freeze

    # The library call stands in the loop itself: a function of ours around it would cost what a small document costs.
    SOURCE = <<~RUBY
      def self.call(%<parameter>s)
        %<expression>s
      end

      def self.time(documents, iterations)
        objects = GC.stat(:total_allocated_objects)
        wall = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
        cpu = Process.clock_gettime(Process::CLOCK_THREAD_CPUTIME_ID, :nanosecond)
        iterations.times do
          documents.each do |%<parameter>s|
            %<expression>s
          end
        end
        cpu = Process.clock_gettime(Process::CLOCK_THREAD_CPUTIME_ID, :nanosecond) - cpu
        wall = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - wall
        { wall_ns: wall, cpu_ns: cpu, allocated_objects: GC.stat(:total_allocated_objects) - objects }
      end
    RUBY
    private_constant :SOURCE

    # Returns what has a method +call+, which runs the expression once on a document, and a method +time+, which runs it
    # on each of the documents so many times and returns the answer's members.
    def self.compile(parameter, expression)
      Module.new.tap { |operation| operation.module_eval(format(SOURCE, parameter:, expression:), "(#{expression})") }
    end
  end
end
