import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test as plain, type Page } from "@playwright/test";

/** Where Python puts what the tests look at. */
export const FIXTURE = fileURLToPath(new URL("../../test-results/fixture/", import.meta.url));

/** A test that fails if the page logs an error, throws, or asks for anything but itself. */
export const test = plain.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("request", (request) => {
        if (!request.isNavigationRequest() && !/^(data|blob):/.test(request.url())) complaints.push(request.url());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export async function open(page: Page, hash = "", file = "page.html"): Promise<void> {
  await page.goto("about:blank"); // a change of the hash alone would load nothing
  await page.goto(pathToFileURL(FIXTURE + file).href + (hash && `#${hash}`));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** The lines that `weighbridge report` prints. */
export function printed(file = "terminal.txt"): string[] {
  return readFileSync(FIXTURE + file, "utf8").split("\n");
}

/** The codecs of the ranking, from the first to the last. */
export async function ranking(page: Page): Promise<string[]> {
  return page.locator("#ranking tbody tr[data-row] .opener").allInnerTexts();
}

export { expect };
