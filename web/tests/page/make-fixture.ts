import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FIXTURE } from "./fixture";

/** Has Python fill the built page with a run. `PYTHON` names another than the project's own. */
export default function makeFixture(): void {
  const own = fileURLToPath(new URL("../../../.venv/bin/python", import.meta.url));
  const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
  execFileSync(python, [fileURLToPath(new URL("../make-fixture.py", import.meta.url)), FIXTURE], { stdio: "inherit" });
}
