import { render } from "preact";
import { App } from "./app";
import { titlesOf } from "./data/cells";
import { readRun } from "./data/run";
import { followPrinting } from "./state/printing";
import { bindToLocation } from "./state/state";
import { followTheme } from "./state/theme";
import "./style/colours.css";
import "./style/page.css";

const place = document.getElementById("app") as HTMLElement;
followTheme();
followPrinting();
const run = await readRun();
if (run) {
  document.title = `${run.run.payloads.map((payload) => payload.payload).join(", ")} · Weighbridge`;
  bindToLocation([...titlesOf(run).keys()]);
  render(<App document={run} />, place);
} else {
  place.textContent = "This page holds no run. Make one with: weighbridge report RUN --html FILE";
}
