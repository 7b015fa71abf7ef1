/** Something was asked for that cannot be had; the message says why, and what to do. */
export class Refusal extends Error {}
