import { computed, effect, signal } from "@preact/signals";
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
  try {
    localStorage.setItem(KEY, chosen.value);
  } catch {
    // Some browsers keep nothing for pages from disk; the choice then lasts as long as the page.
  }
}

export function followTheme(): void {
  system.addEventListener("change", (event) => (systemTheme.value = event.matches ? "dark" : "light"));
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

function remembered(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null;
  }
}
