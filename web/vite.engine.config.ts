import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** The engine is one script, which Python runs and ships. */
export default defineConfig({
  build: {
    target: "es2022",
    outDir: fileURLToPath(new URL("../src/weighbridge/engine", import.meta.url)),
    emptyOutDir: false,
    reportCompressedSize: false,
    lib: {
      entry: fileURLToPath(new URL("src/engine.ts", import.meta.url)),
      name: "engine",
      formats: ["iife"],
      fileName: () => "engine.js",
    },
  },
});
