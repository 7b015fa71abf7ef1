import { defineConfig } from "@playwright/test";

/** The browser is the system's: `CHROMIUM` names another. */
export default defineConfig({
  testDir: "tests/page",
  globalSetup: "./tests/page/make-fixture.ts",
  workers: 2,
  fullyParallel: true,
  reporter: "line",
  timeout: 30_000,
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
    },
  },
});
