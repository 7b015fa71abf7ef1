import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, open, test } from "./fixture";

const ALONE = "boards.html";
const BESIDE = "boards-beside.html";

/** The codecs of the board's table, from the first to the last. */
async function codecs(page: Page): Promise<(string | null)[]> {
  const rows = await page.locator("#boards [data-board-row]").all();
  return Promise.all(rows.map((row) => row.getAttribute("data-board-row")));
}

test("boards alone are the whole page, and nothing is missed", async ({ page }) => {
  await open(page, "", ALONE);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("websocket, issues-page");
  await expect(page.locator("main h2").first()).toHaveText("On boards");
  expect(await page.getByRole("navigation", { name: "Sections" }).getByRole("link").allInnerTexts()).toEqual([
    "On boards",
    "What failed",
    "Environment",
  ]);
  await expect(page.locator(".banner")).toHaveCount(0);
  await expect(page.getByText("66 rows of 3 runners")).toBeVisible();
});

test("boards stand among the sections of what was timed, which stay as they are", async ({ page }) => {
  await open(page, "section=boards", BESIDE);
  await expect(page.locator("section#boards h2")).toBeInViewport();
  await expect(page.locator("section#ranking")).toHaveCount(1);
  // The bar above has the payloads.
  await expect(page.getByRole("group", { name: "Payload of the boards" })).toHaveCount(0);
});

test("a board shows its own unit, counts and losses", async ({ page }) => {
  await open(page, "", ALONE);
  const table = page.locator("#boards table.boards");
  await expect(table.getByRole("columnheader", { name: "encode" })).toContainText("instructions");
  await expect(table.locator("[data-board-row=mpack]")).toContainText("4 557");
  await expect(table.locator("[data-board-row=mpack]")).toContainText("≈ 34.3 µs");
  await expect(table).not.toContainText("lossy");
  await page.getByRole("group", { name: "Board", exact: true }).getByRole("button", { name: "ATmega2560 (C)" }).click();
  await expect(table.getByRole("columnheader", { name: "encode" })).toContainText("cycles");
  await expect(table).not.toContainText("instructions");
  await expect(table.locator("[data-board-row=mpack]")).toContainText("lossy: float32");
  expect(page.url()).toContain("board=mcu:atmega2560");
});

test("a board's codecs are sorted and filtered", async ({ page }) => {
  await open(page, "", ALONE);
  expect(await codecs(page)).toEqual(["mpack", "tinycbor", "arduinojson-msgpack", "arduinojson", "cjson", "jsmn"]);
  await page.locator("#boards").getByRole("button", { name: "flash" }).click();
  expect(await codecs(page)).toEqual(["jsmn", "tinycbor", "mpack", "arduinojson-msgpack", "arduinojson", "cjson"]);
  await page.locator("#boards").getByRole("button", { name: "scan" }).click();
  expect((await codecs(page)).slice(0, 2)).toEqual(["mpack", "jsmn"]);
  await page.getByRole("group", { name: "Formats on the board" }).getByRole("button", { name: "JSON" }).click();
  expect(await codecs(page)).toEqual(["jsmn", "arduinojson", "cjson"]);
});

test("what did not fit is said with its numbers, and leaves nothing to compare with", async ({ page }) => {
  await open(page, "payload=issues-page", ALONE);
  const unfit = page.getByRole("region", { name: "What did not fit into the board" });
  await expect(unfit.locator("tbody tr")).toHaveCount(2);
  await expect(unfit).toContainText("886251 bytes are needed, and there are 500000");
  const answer = page.locator("#boards .sentence");
  await expect(answer).toHaveText("No advice: this board has no codec to compare with that fits: name a --baseline.");
  await page.getByRole("combobox", { name: "Used today" }).selectOption("arduinojson");
  await expect(answer).toContainText("Move to MessagePack with mpack: against arduinojson");
});

test("the price of energy decides, and a battery lasts so long", async ({ page }) => {
  await open(page, "rate=1", ALONE);
  const own = page.getByRole("group", { name: "Your board" });
  const month = page.locator("#boards [data-board='mcu:cortex-m4'] .month");
  await expect(month.first()).toContainText("cjson241 MB");
  const byte = own.getByRole("textbox", { name: "Energy a byte, typed" });
  await byte.fill("much");
  await expect(page.getByRole("alert")).toContainText("write 1.5uJ or 20nJ");
  await byte.fill("1uJ");
  await byte.press("Enter");
  await expect(month.first()).toContainText("cjson241 J");
  await own.getByText("Battery and memory").click();
  await own.getByRole("textbox", { name: "Battery, typed" }).fill("1000mAh@3V");
  await expect(month.first()).toContainText("a battery in 44.7 months");
  await own.getByRole("textbox", { name: "Flash, typed" }).fill("6KB");
  await expect(page.locator("#boards .advice-facts")).toContainText("takes more than 6.00 KB of flash");
  expect(page.url()).toContain("energy-per-byte=0.000001");
});

test("what formats save is told of the same library and of the fastest", async ({ page }) => {
  await open(page, "", ALONE);
  const rows = page.getByRole("region", { name: "What formats save against JSON on boards" }).locator("tbody tr");
  await expect(rows).toHaveCount(9);
  await expect(rows.first()).toContainText("ArduinoJson");
  await expect(rows.first()).toContainText("−45.8 %");
});

for (const width of [1440, 390]) {
  test(`axe finds no serious fault with boards, ${width} pixels wide`, async ({ browser }) => {
    test.slow(); // axe looks at every element, and the browser may share its processor
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    await open(page, "board=mcu:atmega2560&payload=issues-page&baseline=arduinojson", ALONE);
    await expect(page.locator("#boards svg")).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    await context.close();
  });
}
