import { signal } from "@preact/signals";

/** Whether the page is for paper now: all of it is drawn, in light colours. */
export const printing = signal(false);

export function followPrinting(): void {
  addEventListener("beforeprint", () => (printing.value = true));
  addEventListener("afterprint", () => (printing.value = false));
}

/** So many frames are waited for charts at most. */
const PATIENCE = 300;

/** Print the page when all of it has been drawn, which the browser's own command does not wait for. */
export async function printWhole(): Promise<void> {
  printing.value = true;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  for (let waited = 0; waited < PATIENCE && document.querySelector("[role=img] > :empty"); waited++) await frame();
  print();
}
