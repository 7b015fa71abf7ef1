# frozen_string_literal: true

module Weighbridge
  # The request is malformed or names what does not exist.
  class BadRequest < StandardError; end

  # The codec cannot do this by its nature.
  class Unsupported < StandardError; end

  # The library refused or broke.
  class Failed < StandardError; end
end
