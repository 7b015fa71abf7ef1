import { computed, effect, signal } from "@preact/signals";
import { recall, remember } from "./memory";
import { printing } from "./printing";

export type Theme = "light" | "dark";

const KEY = "weighbridge-theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const systemTheme = signal<Theme>(system.matches ? "dark" : "light");
const chosen = signal<Theme | null>(remembered());

/** The theme that is shown: the reader's choice, or else the system's; paper is light. */
export const theme = computed<Theme>(() => (printing.value ? "light" : (chosen.value ?? systemTheme.value)));

export function toggleTheme(): void {
  chosen.value = theme.value === "dark" ? "light" : "dark";
  remember(KEY, chosen.value);
}

export function followTheme(): void {
  system.addEventListener("change", (event) => (systemTheme.value = event.matches ? "dark" : "light"));
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

function remembered(): Theme | null {
  const value = recall(KEY);
  return value === "light" || value === "dark" ? value : null;
}
