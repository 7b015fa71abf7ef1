/**
 * Runs the firmware of an RP2040, an image of its flash, with its UART0 on standard input and output.
 *
 * What happens when depends on what the host says, never on when it says it, so that cycles repeat: simulated time stands
 * still until the rest of a line is there, and a line is begun only while the firmware waits for an event, so that none
 * arrives while something is counted. A byte is given to the UART once the one before it was read: none is lost.
 *
 * It ends where the firmware asks for a reset, and at the end of the input. The chip's ROM is not in rp2040js: the firmware
 * is started by its vector table, and cannot call the ROM.
 */

import { readFileSync, readSync, writeSync } from "node:fs";
import { Simulator } from "rp2040js";

const STDIN = 0;
const STDOUT = 1;
const VECTORS = 0x10000100; // behind the 256 bytes by which the ROM starts a flash
const CYCLE_NS = 8; // of 125 MHz; rp2040js has one clock for core and peripherals
const AIRCR = 0xd0c;
const SYSRESETREQ = 1 << 2;
const HARD_FAULT = 3;
const RECEIVE_EMPTY = 1 << 4; // of the UART's flags

/** What rp2040js has to say; of addresses where nothing is, which a chip answers with a fault, only that it came. */
class Faults {
  pending = false;

  debug() {}
  info() {}

  /** @param {string} part */
  warn(part) {
    if (part === "RP2040") this.pending = true;
  }

  /**
   * @param {string} part
   * @param {string} message
   */
  error(part, message) {
    this.pending = true;
    process.stderr.write(`${part}: ${message}\n`);
  }
}

/** Bytes from the host, as they are asked for. */
class Input {
  #bytes = Buffer.alloc(65536);
  #next = 0;
  #end = 0;
  ended = false;
  /** A line was begun, and not ended. */
  within = false;

  /** @returns {number | undefined} */
  take() {
    if (this.#next === this.#end) {
      this.#next = 0;
      this.#end = readSync(STDIN, this.#bytes);
      this.ended = this.#end === 0;
      if (this.ended) return undefined;
    }
    const byte = this.#bytes[this.#next++];
    this.within = byte !== 0x0a;
    return byte;
  }
}

/** Bytes for the host. */
class Output {
  #bytes = Buffer.alloc(65536);
  #end = 0;

  /** @param {number} byte */
  put(byte) {
    this.#bytes[this.#end++] = byte;
    if (this.#end === this.#bytes.length) this.flush();
  }

  flush() {
    for (let sent = 0; sent < this.#end;) sent += writeSync(STDOUT, this.#bytes, sent, this.#end - sent);
    this.#end = 0;
  }
}

/**
 * @param {string} path
 * @returns {boolean} whether it ended as it should
 */
function run(path) {
  const { rp2040: chip, clock } = new Simulator();
  const faults = new Faults();
  chip.logger = faults;
  chip.flash.set(readFileSync(path), VECTORS & 0xffffff);
  chip.core.VTOR = VECTORS;
  chip.core.reset();

  const input = new Input();
  const output = new Output();
  const [uart] = chip.uart;
  uart.onByte = (byte) => output.put(byte);

  // A system reset is what rp2040js does not know.
  let reset = false;
  const write = chip.ppb.writeUint32.bind(chip.ppb);
  chip.ppb.writeUint32 = (offset, value) => {
    if (offset === AIRCR) reset = (value & SYSRESETREQ) !== 0;
    else write(offset, value);
  };

  while (!reset && !input.ended) {
    const { core } = chip;
    if ((input.within || core.waiting) && uart.flags & RECEIVE_EMPTY) {
      output.flush();
      const byte = input.take();
      if (byte !== undefined) uart.feedByte(byte);
    } else {
      clock.tick(core.waiting ? clock.nanosToNextAlarm : core.executeInstruction() * CYCLE_NS);
      if (faults.pending) {
        if (core.IPSR === HARD_FAULT) return locksUp(core);
        core.exceptionEntry(HARD_FAULT);
        faults.pending = false;
      }
    }
  }
  output.flush();
  return true;
}

/** @param {{ PC: number }} core */
function locksUp(core) {
  process.stderr.write(`the processor locked up at ${core.PC.toString(16)}: a fault in the handler of faults\n`);
  return false;
}

const [, program, path] = process.argv;
if (path) process.exitCode = run(path) ? 0 : 1;
else {
  process.stderr.write(`usage: ${program} FIRMWARE.binary\n`);
  process.exitCode = 2;
}
