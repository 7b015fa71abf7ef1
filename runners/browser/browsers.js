/** The browsers: where they are, and how they are started. */

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * @typedef {object} Browser
 * @property {"chrome" | "firefox"} driver what the driver calls it
 * @property {string[]} commands its names on PATH, the preferred one first
 * @property {string} variable the environment variable that names the program itself
 * @property {import("puppeteer-core").LaunchOptions} options
 * @property {string} engine the name of its JavaScript engine
 * @property {string} title
 */

/** @type {Record<string, Browser>} */
export const BROWSERS = {
  chromium: {
    driver: "chrome",
    title: "Chromium",
    engine: "V8",
    commands: ["chromium", "chromium-browser", "google-chrome"],
    variable: "WEIGHBRIDGE_CHROMIUM",
    options: {
      // Through a pipe, and not a port, so that it ends with whoever holds the other end.
      pipe: true,
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--disable-component-update",
        "--no-default-browser-check",
        // Its sandbox refuses to work for root, who has nothing to be protected from by it.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ],
    },
  },
  firefox: {
    driver: "firefox",
    title: "Firefox",
    engine: "SpiderMonkey",
    commands: ["firefox-esr", "firefox"],
    variable: "WEIGHBRIDGE_FIREFOX",
    options: {},
  },
};

/**
 * Find a browser's program.
 * @param {Browser} browser
 * @returns {string}
 * @throws {Error} it is nowhere; the message says what to do
 */
export function findProgram({ commands, variable, title }) {
  const named = process.env[variable];
  if (named) return named;
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const file of commands.flatMap((command) => folders.map((folder) => join(folder, command)))) {
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not there.
    }
  }
  throw new Error(`${title} was not found; install ${commands.join(" or ")}, or name its program in ${variable}`);
}
