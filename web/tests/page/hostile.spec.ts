import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, FIXTURE, open, test } from "./fixture";

/** On a machine that has other things to do, drawing takes its time. */
const PATIENCE = { timeout: 60_000 };
test.setTimeout(180_000);
const FILES = ["page.html", "hostile.html"];

/** What the page's policy stopped, told by the browser; the page itself is told nothing of it. */
async function violations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const found: string[] = [];
    Object.assign(window, { violations: found });
    document.addEventListener("securitypolicyviolation", (event) =>
      found.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  return () => page.evaluate(() => (window as unknown as { violations: string[] }).violations);
}

/** Opens whatever can be opened, so that all of the page has been drawn once. */
async function drawAll(page: Page): Promise<void> {
  await page
    .locator("#ranking .opener", { hasText: /^orjson/ })
    .first()
    .click();
  await expect(page.locator("[data-detail] svg").first()).toBeVisible(PATIENCE);
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
  });
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  await expect(page.locator(".chart svg").nth(2)).toBeAttached(PATIENCE);
}

test("the policy allows the page's own script and style by their hashes, and makes no code of text", () => {
  for (const file of FILES) {
    const html = readFileSync(FIXTURE + file, "utf8");
    const rules = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
    expect(rules).not.toContain("unsafe");
    expect(rules).toMatch(/default-src 'none'; script-src 'sha256-[\w+/=]{44}'; style-src 'sha256-[\w+/=]{44}';/);
    expect(rules).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  }
});

for (const file of FILES) {
  test(`${file} is drawn whole without asking for what its policy forbids`, async ({ page }) => {
    const stopped = await violations(page);
    await open(page, "op=decode", file);
    await drawAll(page);
    expect(await page.locator(".chart svg").count()).toBeGreaterThan(1);
    expect(await stopped()).toEqual([]);
  });
}

test("no text of a run becomes an element, a link or code", async ({ page }) => {
  await open(page, "op=decode", "hostile.html");
  await drawAll(page);
  expect(await page.evaluate(() => document.body.dataset["ran"] ?? "nothing")).toBe("nothing");
  expect(
    await page.locator("img, iframe, object, embed, svg[onload], body script:not([type='application/gzip'])").count(),
  ).toBe(0);
  const foreign = await page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => name.startsWith("on") || /^\s*(javascript|data|vbscript):/i.test(value))
        .map(({ name, value }) => `${element.tagName} ${name}=${value.slice(0, 60)}`),
    ),
  );
  expect(foreign).toEqual([]);
  await expect(page.locator("h1")).toContainText("<img src=x");
  await expect(page.locator("body")).not.toContainText("\u202e"); // which would turn what stands behind it around
});

test("what is no part of the page could not run in it", async ({ page }) => {
  await open(page);
  page.removeAllListeners("console"); // these are asked for
  const ran = await page.evaluate(async () => {
    await new Promise((later) => setTimeout(later)); // what a debugger calls itself may do anything
    const tried: string[] = [];
    try {
      new Function("document.body.dataset.ran = 'code'")();
    } catch (error) {
      tried.push((error as Error).name);
    }
    const script = document.createElement("script");
    try {
      script.text = "document.body.dataset.ran = 'script'";
      document.body.append(script);
    } catch (error) {
      tried.push((error as Error).name);
    }
    const element = document.createElement("b");
    element.setAttribute("style", "color: red");
    document.body.append(element);
    return { tried, ran: document.body.dataset["ran"] ?? "nothing", colour: getComputedStyle(element).color };
  });
  expect(ran.tried).toEqual(["EvalError", "TypeError"]);
  expect(ran.ran).toBe("nothing");
  expect(ran.colour).not.toBe("rgb(255, 0, 0)");
});
