import shared, { browserGlobals } from "../node/eslint.config.js";

export default [
  { ignores: ["build/", "node_modules/"] },
  ...shared,
  { files: ["page/*.js"], languageOptions: { globals: browserGlobals } },
];
