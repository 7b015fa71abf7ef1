/** What Python asks for: a script without a page, built from the page's own model and charts. */
import { chart } from "./charts/chart";
import { groups } from "./charts/formats";
import { themeOf } from "./charts/picture";
import { advise } from "./model/advise";
import { readScenario } from "./model/options";
import { Refusal } from "./refusal";

/** Functions by the name that Python calls; arguments and results are plain JSON. */
const FUNCTIONS: Readonly<Record<string, (...values: never[]) => unknown>> = {
  advise,
  chart,
  formatGroups: groups,
  readScenario,
  theme: themeOf,
};

/** Call a function with arguments in JSON; return `{ result }` or, where it cannot be had, `{ refused }`, in JSON. */
export function call(name: string, ...texts: string[]): string {
  const asked = FUNCTIONS[name];
  if (!asked) throw new Error(`the engine has no function ${name}`);
  try {
    return JSON.stringify({ result: asked(...(texts.map((text) => JSON.parse(text) as unknown) as never[])) });
  } catch (error) {
    if (error instanceof Refusal) return JSON.stringify({ refused: error.message });
    throw error;
  }
}
