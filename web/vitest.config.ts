import { defineConfig } from "vitest/config";

export default defineConfig({
  server: { fs: { allow: [".."] } },
  test: { include: ["tests/unit/**/*.test.{ts,tsx}"] },
});
