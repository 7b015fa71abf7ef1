# frozen_string_literal: true

# The Ruby runner of Weighbridge: speaks docs/protocol.md over standard input and output.

require_relative 'lib/weighbridge/session'

$stdin.set_encoding(Encoding::UTF_8)
session = Weighbridge::Session.new(__dir__)
while session.running? && (line = $stdin.gets)&.end_with?("\n")
  $stdout.write(session.answer(line), "\n")
  $stdout.flush
end
