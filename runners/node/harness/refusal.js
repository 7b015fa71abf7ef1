/** What makes an answer other than `ok` (docs/protocol.md, "Framing"). */

/** The request is malformed or names what does not exist. */
export class BadRequest extends Error {}

/** The codec cannot do this by its nature. */
export class Unsupported extends Error {}

/** The library refused or broke. */
export class Failed extends Error {}
