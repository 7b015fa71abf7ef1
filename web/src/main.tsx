import { render } from "preact";
import { App } from "./app";
import { readRun } from "./data/run";
import { bindToLocation } from "./state/state";

const place = document.getElementById("app") as HTMLElement;
bindToLocation();
const run = await readRun();
if (run) {
  document.title = `${run.run.payloads.map((payload) => payload.payload).join(", ")} · Weighbridge`;
  render(<App document={run} />, place);
} else {
  place.textContent = "This page holds no run. Make one with: weighbridge report RUN --html FILE";
}
