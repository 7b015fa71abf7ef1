// A picture of a page, for documents: node scripts/screenshot.js PAGE.html OUT.png [HASH] [WIDTH] [HEIGHT] [light|dark]
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";

const [page, out, hash = "", width = "1280", height = "1000", colorScheme = "light"] = process.argv.slice(2);
if (page === undefined || out === undefined) {
  console.error("usage: node scripts/screenshot.js PAGE.html OUT.png [HASH] [WIDTH] [HEIGHT] [light|dark]");
  process.exit(2);
}
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking"],
});
const view = await browser.newPage({ viewport: { width: Number(width), height: Number(height) }, colorScheme });
await view.goto(`${pathToFileURL(page).href}#${hash}`);
await view.locator("main svg, main canvas").first().waitFor();
await view.screenshot({ path: out });
await browser.close();
