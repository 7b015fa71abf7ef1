/** simdjson's binding, which decodes only, and from a string; of what it parses lazily, it finds values by their paths. */

import { Unsupported } from "../harness/refusal.js";

const ABSENT = /does not exist|beyond its length|is not the expected type|does not have the requested type/;

/** @param {import("../harness/picking.js").Steps} steps */
function keyPath(steps) {
  const odd = steps.find((step) => typeof step === "string" && (step === "" || /[.[\]]/.test(step)));
  if (odd !== undefined) throw new Unsupported(`its key paths have no way to write ${JSON.stringify(odd)}`);
  return steps.map((step, index) => (typeof step === "number" ? `[${step}]` : index ? `.${step}` : step)).join("");
}

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "simdjson",
  format: "json",
  library: "simdjson",
  nodeOnly: true,
  documentation: "https://github.com/luizperes/simdjson_nodejs#usage",
  load: async () => (await import("simdjson")).default,
  rows: [
    {
      variant: null,
      api: "parse; lazyParse",
      operations: ["decode"],
      bind: ({ parse, lazyParse }, { fromUtf8 }) => ({
        decode: (data) => parse(fromUtf8(data)),
        pick: (paths) => {
          const keyPaths = paths.map(keyPath);
          return (data) => {
            const parsed = lazyParse(fromUtf8(data));
            return keyPaths.map((path) => {
              try {
                return parsed.valueForKeyPath(path);
              } catch (error) {
                if (error instanceof Error && ABSENT.test(error.message)) return undefined;
                throw error;
              }
            });
          };
        },
      }),
    },
  ],
};
