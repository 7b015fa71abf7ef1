/**
 * Reads the JSON that Python has put, gzipped and in base64, into the script element with this id; null where the
 * element is empty or absent.
 */
export async function embedded<T>(id: string): Promise<T | null> {
  const text = document.getElementById(id)?.textContent.trim() ?? "";
  if (text === "") return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(unpacked).json()) as T;
}

/** The same, read once and only when it is asked for. */
export function lazily<T>(id: string): () => Promise<T | null> {
  let reading: Promise<T | null> | undefined;
  return () => (reading ??= embedded<T>(id));
}
