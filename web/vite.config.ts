import { fileURLToPath } from "node:url";
import { viteSingleFile } from "vite-plugin-singlefile";
import { defineConfig } from "vitest/config";

/** The page is one file, which Python fills with a run and ships. */
export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  build: {
    target: "es2022",
    outDir: fileURLToPath(new URL("../src/weighbridge/report", import.meta.url)),
    emptyOutDir: false,
    reportCompressedSize: false,
    rolldownOptions: { input: fileURLToPath(new URL("page.html", import.meta.url)) },
  },
  server: { fs: { allow: [".."] } },
  test: { include: ["tests/unit/**/*.test.{ts,tsx}"] },
});
