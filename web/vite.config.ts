import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { policy } from "./policy";

/** The page is one file, which Python fills with a run and ships. */
export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true }), policy()],
  build: {
    target: "es2022",
    outDir: fileURLToPath(new URL("../src/weighbridge/report", import.meta.url)),
    emptyOutDir: false,
    reportCompressedSize: false,
    rolldownOptions: { input: fileURLToPath(new URL("page.html", import.meta.url)) },
  },
});
