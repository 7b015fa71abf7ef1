import shared from "../../../node/eslint.config.js";

export default [{ ignores: ["node_modules/"] }, ...shared];
