import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, FIXTURE, open, printed, ranking, test } from "./fixture";

const SECTIONS = [
  "verdict",
  "ranking",
  "size-time",
  "end-to-end",
  "heat-map",
  "fidelity",
  "failures",
  "conditions",
  "method",
];

/** Goes through the whole page, so that every section has been drawn. */
async function drawAll(page: Page): Promise<void> {
  for (const section of SECTIONS) {
    await page.evaluate((id) => document.getElementById(id)?.scrollIntoView(), section);
    await expect(page.locator(`section#${section}`)).toBeVisible();
  }
}

test("shows every section, in order", async ({ page }) => {
  await open(page);
  await drawAll(page);
  const headings = await page.locator("main h2").allInnerTexts();
  expect(headings).toHaveLength(SECTIONS.length);
  await expect(page).toHaveTitle("websocket, issues-page · Weighbridge");
});

test("an opened row that was sent is in sight", async ({ page }) => {
  await open(page, "lang=python&op=encode&row=python/json/encode/websocket");
  await expect(page.locator("[data-detail] h3")).toBeInViewport();
});

test("forced colours show what is chosen", async ({ browser }) => {
  const page = await browser.newPage({ forcedColors: "active" });
  await open(page);
  const colour = (name: string) =>
    page.getByRole("button", { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await colour("Net")).not.toBe(await colour("Gross"));
  expect(await colour("websocket")).not.toBe(await colour("issues-page"));
  await page.close();
});

test("the contents follow the reader", async ({ page }) => {
  await open(page);
  const current = page.getByRole("navigation", { name: "Sections" }).locator("[aria-current]");
  await expect(current).toHaveText("Verdict");
  for (const [section, title] of [
    ["size-time", "Size against time"],
    ["end-to-end", "End to end"],
    ["ranking", "Ranking"],
  ] as const) {
    await page.evaluate((id) => document.getElementById(id)?.scrollIntoView(), section);
    await expect(current).toHaveText(title);
  }
  // What is drawn on the way makes the page longer or shorter.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(current).toHaveText("Environment", { timeout: 200 });
  }).toPass();
});

test("no section ends up behind the bar", async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 820, height: 900 }, reducedMotion: "reduce" });
  await open(page);
  await page.getByRole("link", { name: "End to end" }).click();
  const heading = page.getByRole("heading", { name: "End to end" });
  const bar = page.getByRole("region", { name: "What is shown" });
  await expect(async () => {
    const [above, below] = await Promise.all([bar.boundingBox(), heading.boundingBox()]);
    expect(above?.height).toBeGreaterThan(80); // two lines
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    expect(below?.y).toBeLessThan(300);
  }).toPass();
  await page.close();
});

test("does not compare payloads where there is one", async ({ page }) => {
  await open(page, "", "one-payload.html");
  await expect(page.locator("main h2")).not.toHaveCount(0);
  await expect(page.getByRole("link", { name: "Codec by payload" })).toHaveCount(0);
  await expect(page.locator("#heat-map")).toHaveCount(0);
});

test("what cannot be read stays to be mended, and changes nothing", async ({ page }) => {
  await open(page, "section=end-to-end");
  const bandwidth = page.locator("#end-to-end").getByRole("textbox", { name: "Bandwidth, typed" });
  await bandwidth.fill("fast");
  await bandwidth.press("Enter");
  await expect(page.getByRole("alert")).toContainText("write 100Mbit/s");
  await expect(bandwidth).toHaveValue("fast");
  expect(page.url()).not.toContain("bandwidth=");
  await bandwidth.press("Escape");
  await expect(bandwidth).toHaveValue("100 Mbit/s");
  await bandwidth.fill("1Gbit/s");
  await bandwidth.press("Enter");
  await expect(bandwidth).toHaveValue("1 Gbit/s");
});

test("a filter makes nobody the fastest", async ({ page }) => {
  await open(page, "lang=python&op=encode");
  const said = page.locator("#ranking [aria-live]");
  const all = await page.locator("#ranking tbody tr[data-row]").count();
  await expect(said).toContainText(`${all} rows.`);
  await page.getByRole("searchbox").fill("ujson");
  await expect(said).toContainText("1 row. The first of them is ujson, with rank 5.");
  await open(page, "", "one-row.html");
  await expect(said).toHaveText("1 row: there is nothing to compare it with.");
});

/** The languages of the verdicts, from the first to the last. */
async function languages(page: Page): Promise<string[]> {
  return page.locator("#verdict tr.runner th").allInnerTexts();
}

test("the first screen has everybody's answer beside the sliders", async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await open(page);
  expect(await languages(page)).toEqual(["JavaScript (Node.js)", "PHP", "PHP (JIT)", "Python"]);
  await expect(page.locator("#verdict tr.runner").last()).toBeInViewport({ ratio: 1 });
  await expect(page.locator("#verdict .application")).toBeInViewport({ ratio: 1 });
  const python = page.locator("#verdict tr.runner", { hasText: "Python" });
  await expect(python).toContainText("Stay with JSON, but use");
  await page.locator("#verdict").getByRole("slider", { name: "Round-trip time" }).focus();
  await page.keyboard.press("Home");
  await expect(python).toContainText("Move to");
  await page.close();
});

test("narrow, what is asked is a line above the answers that opens", async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
  await open(page);
  const bandwidth = page.locator("#verdict").getByRole("slider", { name: "Bandwidth" });
  await expect(bandwidth).toBeHidden();
  await page.locator("summary", { hasText: "10/s over 100 Mbit/s" }).click();
  await expect(bandwidth).toBeVisible();
  await page.close();
});

test("a line of the answers opens its reasons, and the rest of the page follows", async ({ page }) => {
  await open(page, "rtt=0");
  const all = await ranking(page);
  const opener = page.locator("#verdict").getByRole("button", { name: "Python", exact: true });
  await opener.click();
  await expect(page.locator("#verdict .sentence")).toContainText("Move to");
  await expect(page.locator("#verdict .tiles dd")).toHaveCount(3);
  expect((await ranking(page)).length).toBeLessThan(all.length);
  await expect(page).toHaveURL(/lang=python/);
  await opener.click();
  await expect(page.locator("#verdict .sentence")).toHaveCount(0);
  expect(await ranking(page)).toEqual(all);
});

test("big figures are for what is advised", async ({ page }) => {
  await open(page, "lang=node");
  await expect(page.locator("#verdict .sentence")).toContainText("Stay with");
  await expect(page.locator("#verdict .tiles")).toHaveCount(0);
});

test("a language once chosen stays chosen, unless the URL says another", async ({ page }) => {
  await open(page);
  await page.locator("#verdict").getByRole("button", { name: "PHP", exact: true }).click();
  await open(page, "op=encode");
  await expect(page.locator("#ranking .lead")).toContainText("in PHP;");
  expect((await languages(page))[0]).toBe("PHP");
  await open(page, "lang=python");
  await expect(page.locator("#ranking .lead")).toContainText("in Python;");
  await open(page, "", "one-row.html"); // which has no PHP
  await expect(page.locator("#ranking .lead")).toContainText("in ");
  await open(page);
  await expect(page.locator("#ranking .lead")).toContainText("in PHP;");
  await page.getByRole("button", { name: "Runners" }).click();
  await page.getByRole("button", { name: "All" }).first().click();
  await open(page);
  await expect(page.locator("#ranking .lead")).toContainText("4 runners");
});

test("the verdicts can be sorted", async ({ page }) => {
  await open(page, "rtt=0");
  const before = await languages(page);
  await page.locator("#verdict").getByRole("button", { name: "saves" }).click();
  const shares = await page.locator("#verdict td.saves").allInnerTexts();
  const numbers = shares.map(
    (text) => (text.includes("more") ? -1 : 1) * parseFloat(text.replace(/[^\d.]/g, "") || "0"),
  );
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  await expect(page).toHaveURL(/order=saves/);
  await page.locator("#verdict").getByRole("button", { name: "language" }).click();
  expect(await languages(page)).toEqual(before);
});

test("a search finds codecs in every runner", async ({ page }) => {
  await open(page, "lang=php");
  await page.getByRole("searchbox").fill("orjson");
  const found = page.getByRole("region", { name: "What is shown" }).getByRole("status");
  await expect(found).toContainText("0 here · 1 in Python: show");
  await found.getByRole("button", { name: "show" }).click();
  expect(await ranking(page)).toEqual(["orjson"]);
  await expect(page).toHaveURL(/lang=php,python/);
});

test("picked codecs stand side by side, with ratios to the first", async ({ page }) => {
  await open(page);
  await expect(page.locator("#compare")).toHaveCount(0);
  for (const name of ["Compare orjson of Python", "Compare json of JavaScript (Node.js)"]) {
    await page.locator("#ranking").getByRole("checkbox", { name }).check();
  }
  await page.getByRole("region", { name: "Picked to compare" }).getByRole("link", { name: "Compare 2" }).click();
  const table = page.locator("#compare table");
  await expect(table).toBeInViewport();
  await expect(table.getByRole("columnheader").first()).toContainText("orjson");
  await expect(table.getByRole("row", { name: /^decode, net/ })).toContainText(/\d×/);
  await expect(
    table
      .getByRole("row", { name: /^decode, net/ })
      .locator("td")
      .first(),
  ).not.toContainText("×");
  await expect(page).toHaveURL(/compare=python\/orjson,node\/json/);
  await page.getByRole("button", { name: "as the first" }).click();
  await expect(table.getByRole("columnheader").first()).toContainText("Node.js");
  await page.getByRole("button", { name: "Clear" }).last().click();
  await expect(page.locator("#compare")).toHaveCount(0);
});

test("filters by payload, operation, format, policy, fidelity and name", async ({ page }) => {
  await open(page, "lang=python&op=encode");
  const all = await ranking(page);
  expect(all).toContain("json");
  expect(all).toContain("msgpack[reuse]");

  await page.getByRole("button", { name: "Formats" }).click();
  await page.getByRole("group", { name: "Formats" }).getByRole("button", { name: /^CBOR/ }).click();
  expect(await ranking(page)).toEqual(["cbor2"]);
  await page.getByRole("button", { name: "Clear" }).click();
  expect(await ranking(page)).toEqual(all);

  await page.getByRole("button", { name: "Policies" }).click();
  await page.getByRole("group", { name: "Output buffer" }).getByRole("button", { name: /reuse/ }).click();
  expect((await ranking(page)).every((name) => name.endsWith("[reuse]"))).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear" }).click();

  await page.getByRole("searchbox").fill("orj");
  expect(await ranking(page)).toEqual(["orjson"]);
  await page.getByRole("searchbox").fill("no such codec");
  await expect(page.locator("#ranking [aria-live]")).toContainText("No row is left");
  await page.getByRole("button", { name: "Clear" }).click();

  await page.getByRole("button", { name: "decode" }).click();
  expect(await ranking(page)).not.toContain("msgpack[reuse]");
  await page.getByRole("button", { name: "issues-page" }).click();
  await expect(page.locator("#ranking .lead")).toContainText("145 287 bytes");

  await open(page, "lang=php&op=encode");
  expect(await ranking(page)).toContain("msgpack");
  await page.getByRole("button", { name: "Exact only" }).click();
  expect(await ranking(page)).toEqual(["json[object]"]);
});

test("sorts by a column, and back", async ({ page }) => {
  await open(page, "lang=python&op=encode");
  const ranked = await ranking(page);
  await page.getByRole("button", { name: "bytes", exact: true }).click();
  const bytes = await page.locator("#ranking tbody tr[data-row] td:nth-child(10)").allInnerTexts();
  const numbers = bytes.map((text) => Number(text.replaceAll(" ", "")));
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(new Set(numbers).size).toBeGreaterThan(1);
  expect(page.url()).toContain("sort=bytes");
  await page.getByRole("button", { name: "bytes", exact: true }).click();
  expect(await ranking(page)).toEqual(ranked);
});

test("compares with a baseline of the reader's choice", async ({ page }) => {
  await open(page, "lang=python&op=encode");
  const relative = (codec: string) =>
    page
      .locator("#ranking tbody tr[data-row]", { has: page.getByRole("button", { name: codec, exact: true }) })
      .locator("td")
      .nth(4);
  await expect(relative("json")).toHaveText("= 1");
  await expect(relative("orjson")).not.toHaveText("= 1");
  await page.locator("#ranking").getByLabel("Baseline").selectOption("orjson");
  await expect(relative("orjson")).toHaveText("= 1");
  await expect(relative("json")).toHaveText(/^[2-9]\d\.\d×$/);

  await open(page, "lang=all&op=encode&baseline=php/json[object]");
  await expect(page.locator("#ranking .is-baseline")).toHaveCount(1);
  await open(page, "lang=all&op=encode");
  await expect(page.locator("#ranking .is-baseline")).toHaveCount(4);
});

test("numbers are those that the terminal prints", async ({ page }) => {
  const lines = printed().map((line) => ` ${line.trim().split(/\s+/).join(" ")} `);
  const printsAll = (texts: readonly string[]) =>
    lines.some((line) => texts.every((text) => line.includes(` ${text.replace(/\s+/g, " ")} `)));
  let compared = 0;
  await open(page);
  for (const participant of ["node", "php", "php:php-jit", "python"]) {
    for (const payload of ["websocket", "issues-page"]) {
      for (const operation of ["encode", "decode"]) {
        await page.evaluate((hash) => (location.hash = hash), `lang=${participant}&payload=${payload}&op=${operation}`);
        await expect(page.locator("#ranking .lead")).toContainText(`${payload} · ${operation}`);
        await expect(page.locator("#ranking tbody tr").first()).toHaveAttribute(
          "data-row",
          new RegExp(`^${participant}/`),
        );
        const rows = await page
          .locator("#ranking tbody tr[data-row]")
          .evaluateAll((all) =>
            all.map((row) =>
              [...row.children].map(
                (cell) => (cell.querySelector<HTMLElement>(".opener") ?? (cell as HTMLElement)).innerText,
              ),
            ),
          );
        for (const texts of rows) {
          // The codec, its format, its time, and how that compares.
          expect(printsAll([1, 2, 3, 5, 6].map((at) => texts[at] ?? "").filter((text) => text !== ""))).toBe(true);
          compared++;
        }
      }
    }
  }
  const { cells } = JSON.parse(readFileSync(`${FIXTURE}run.json`, "utf8")) as { cells: unknown[] };
  expect(compared).toBe(cells.length);
});

/** The codecs of the table of section End to end, from the first to the last. */
async function endToEnd(page: Page): Promise<string[]> {
  return page.locator("#end-to-end tbody th[scope=row]").allInnerTexts();
}

test("a slider re-ranks, and the URL keeps it", async ({ page }) => {
  await open(page, "lang=python&payload=issues-page&section=end-to-end&compress=gzip&rtt=0");
  const before = await endToEnd(page);
  expect(before).toContain("orjson");
  const bandwidth = page.locator("#end-to-end").getByRole("slider", { name: "Bandwidth" });
  await bandwidth.focus();
  await page.keyboard.press("End"); // where bytes cost nothing, the fastest codec comes first
  const fast = await endToEnd(page);
  await page.keyboard.press("Home"); // and the smallest where they cost all
  const slow = await endToEnd(page);
  expect(slow).not.toEqual(fast);
  expect([...slow].sort()).toEqual([...fast].sort());
  await expect(page).toHaveURL(/bandwidth=1000(&|$)/); // the address follows what is chosen, a little later
  const hash = new URL(page.url()).hash.slice(1);
  const answer = await page.locator("#end-to-end .answer").innerText();
  await open(page, hash);
  expect(await endToEnd(page)).toEqual(slow);
  await expect(page.locator("#end-to-end .answer")).toHaveText(answer);
});

test("a bar of the chart opens its row", async ({ page }) => {
  await open(page, "lang=python&op=encode");
  await page.locator("#ranking [role=img] .bars_marks path").first().click();
  const first = (await ranking(page))[0] as string;
  await expect(page.locator("[data-detail] h3")).toContainText(first);
  await expect(page.locator(":focus")).toHaveText(first);
});

test("a URL restores the view", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "encode" }).click();
  await page.getByRole("button", { name: "issues-page" }).click();
  await page.getByRole("button", { name: "Gross", exact: true }).click();
  await page.getByRole("searchbox").fill("json");
  await page.locator("#ranking .opener").nth(1).click();
  await expect(page).toHaveURL(/row=/); // the address follows what is chosen, a little later
  const hash = new URL(page.url()).hash.slice(1);
  const before = await ranking(page);
  const detail = await page.locator("[data-detail] h3").innerText();

  await open(page, hash);
  expect(await ranking(page)).toEqual(before);
  await expect(page.locator("[data-detail] h3")).toHaveText(detail);
  await expect(page.getByRole("button", { name: "Gross", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("searchbox")).toHaveValue("json");
});

test("a change of the hash changes the view", async ({ page }) => {
  await open(page, "lang=python");
  await page.evaluate(() => (location.hash = "lang=php&op=decode"));
  await expect(page.locator("#ranking .lead")).toContainText("PHP");
});

test("a row opens by the keyboard, and shows what is behind it", async ({ page }) => {
  await open(page, "lang=python&op=decode");
  const opener = page.getByRole("button", { name: "orjson", exact: true });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  const detail = page.locator("[data-detail]");
  await expect(detail).toContainText("CLOCK_THREAD_CPUTIME_ID");
  await expect(detail).toContainText("CPython");
  await expect(detail.getByRole("img", { name: "The samples of orjson" })).toBeVisible();
  await detail.getByText("Its adapter").click();
  await expect(detail.locator("pre")).toContainText("orjson.loads");
  await opener.focus();
  await page.keyboard.press("Space");
  await expect(detail).toHaveCount(0);
});

test("a page without samples says so", async ({ page }) => {
  await open(page, "lang=python&row=python/orjson/decode/websocket", "bare.html");
  await expect(page.locator("[data-detail]")).toContainText("made without samples");
});

test("the skip link is the first stop, and leads to the numbers", async ({ page }) => {
  await open(page);
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText("Skip to the numbers");
  await page.keyboard.press("Enter");
  await expect(page.locator(":focus")).toHaveAttribute("id", SECTIONS[0] as string);
});

test("Escape closes a menu and gives the keyboard back", async ({ page }) => {
  await open(page);
  const menu = page.getByRole("button", { name: "Formats" });
  await menu.click();
  await expect(menu).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(menu).toHaveAttribute("aria-expanded", "false");
  await expect(menu).toBeFocused();
});

test("units without data are disabled, and say why", async ({ page }) => {
  await open(page, "lang=python");
  const unit = page.getByRole("group", { name: "Unit of the ranking" }).getByRole("button", { name: "Instructions" });
  await expect(unit).toHaveAttribute("aria-disabled", "true");
  await expect(unit).toContainText("no instructions were counted");
  await unit.click({ force: true });
  expect(page.url()).not.toContain("unit=");
});

test("says what the terminal says against the numbers", async ({ page }) => {
  await open(page, "", "distrusted.html");
  const said = await page.locator(".banner p").allInnerTexts();
  expect(said).toHaveLength(2);
  // What does not make all numbers worthless is a badge, which leads to the rest of it.
  await page.getByRole("link", { name: "busy machine" }).click();
  await expect(page.locator("#conditions h2")).toBeInViewport();
  const more = await page.locator("#conditions p.warn").allInnerTexts();
  expect([...said, ...more]).toEqual(printed("distrusted.txt"));
  await expect(page.locator("#ranking tbody tr[data-row] td").first()).toHaveText("?");
  await expect(page.locator("#ranking tbody tr[data-row]").first()).toContainText("not settled");
});

test("tells how quiet the machine was and where the time went, as the terminal does", async ({ page }) => {
  await open(page);
  await page.getByRole("link", { name: "on a quiet core" }).click();
  const said = printed().map((line) => line.trim());
  const method = page.locator("#conditions");
  for (const part of ["on a quiet core", "went into timed batches"]) {
    await expect(method).toContainText(said.find((line) => line.includes(part)) ?? `no line of ${part}`);
  }
  await expect(method.getByRole("img", { name: "How quiet the machine was" }).locator("svg")).toBeVisible();
  const spent = method.getByRole("region", { name: "Where the time went" });
  await expect(spent.getByRole("row", { name: "PHP (JIT)" })).toContainText("61%");
  await expect(spent.getByRole("row", { name: "no runner" })).not.toContainText("%");
  await expect(spent.getByRole("row", { name: "all" })).toContainText("55%45.9");
});

test("a run in which nothing was measured tells what failed", async ({ page }) => {
  await open(page, "", "nothing.html");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nothing was measured");
  await expect(page.locator("section#failures")).toContainText("Unsuported type");
  await expect(page.locator("section#method")).toContainText("x86_64");
});

test("paper has the whole page, in light colours", async ({ browser }) => {
  const page = await browser.newPage({ colorScheme: "dark" });
  await open(page);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", document.documentElement.dataset["theme"] ?? "");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body[data-printed=light]")).toBeAttached();
  for (const section of SECTIONS) await expect(page.locator(`section#${section}`)).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.close();
});

test("the choice between dark and light is kept", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Change to dark colours" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await open(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("gives the run away as JSON", async ({ page }) => {
  await open(page, "section=method");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the run" }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).toBe(readFileSync(`${FIXTURE}run.json`, "utf8"));
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds no serious fault, ${colorScheme}, ${width} pixels wide`, async ({ browser }) => {
      test.slow(); // axe looks at every element, and the browser may share its processor
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      await open(page, "lang=python,php&op=decode&row=python/orjson/decode/websocket&compare=python/json,php/msgpack");
      await expect(page.locator("#compare")).toBeVisible();
      await drawAll(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
      await context.close();
    });
  }
}

test("floors stand below the codecs, and have no rank", async ({ page }) => {
  await open(page, "payload=websocket&op=decode&lang=python", "typed.html");
  const floor = page.locator("#ranking tfoot tr");
  await expect(floor).toHaveCount(1);
  await expect(floor.getByRole("rowheader")).toHaveText("memcpy");
  await expect(floor.locator("td").first()).toHaveText("–");
  await open(page, "payload=websocket&op=encode&lang=python", "typed.html");
  await expect(page.locator("#ranking tfoot tr")).toHaveCount(0);
});

test("trees and types stand side by side where both were weighed", async ({ page }) => {
  await open(page, "payload=websocket", "typed.html");
  const rows = page.locator("#trees-and-types tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("= 1");
  await expect(rows.nth(1)).toContainText("0.250×");
  await expect(rows.nth(1)).toContainText("25%");
  await expect(rows.nth(1)).toContainText("absent-became-null");
  const schema = page.locator("#trees-and-types").getByRole("link", { name: "Avro" });
  await expect(schema).toHaveAttribute("href", "typed-schemas/websocket.avsc");
  await open(page, "payload=websocket");
  await expect(page.locator("#trees-and-types")).toHaveCount(0);
});

test("tells what becomes of probes, and opens the vectors that a codec gets wrong", async ({ page }) => {
  await open(page, "section=fidelity", "probed.html");
  const python = page.getByRole("region", { name: "Probes of Python" });
  await expect(python.getByRole("columnheader")).toHaveText(["codec", "format", "vectors", "floats"]);
  await expect(page.getByText("Exact in all of them: integers.")).toBeVisible();
  await expect(page.locator("#fidelity td.lossy")).toHaveAttribute("title", "decode: float32");
  await python.getByRole("button", { name: "json", exact: true }).click();
  await expect(python.getByText("199 of 200 vectors right (99.5 %)")).toBeVisible();
  await expect(python.getByRole("row", { name: "number_NaN" })).toContainText("[NaN]must be refusedtakes it");
});

test("says how codecs are probed that were not", async ({ page }) => {
  await open(page, "section=fidelity");
  await expect(page.locator("#fidelity .command")).toContainText("weighbridge verify --matrix --runners ");
});
