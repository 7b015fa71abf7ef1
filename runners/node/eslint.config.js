import js from "@eslint/js";
import globals from "globals";

export const browserGlobals = { ...globals.browser, ...globals.worker };

export default [
  { ignores: ["node_modules/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.node } },
    rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error" },
  },
];
