/** What a reader chose stays chosen on other pages, too. */

/** Return what was remembered by a name; null if nothing was, or the browser keeps nothing for pages from disk. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remember a text by a name, where the browser can. */
export function remember(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The choice then lasts as long as the page.
  }
}
