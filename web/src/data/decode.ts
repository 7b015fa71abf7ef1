/**
 * Reads the text that Python has put, gzipped and in base64, into the script element with this id; null where the
 * element is empty or absent.
 */
export async function embedded(id: string): Promise<string | null> {
  const text = document.getElementById(id)?.textContent.trim() ?? "";
  if (text === "") return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).text();
}

/** The same as the JSON that it is, read once and only when it is asked for. */
export function lazily<T>(id: string): () => Promise<T | null> {
  const read = async () => {
    const text = await embedded(id);
    return text === null ? null : (JSON.parse(text) as T);
  };
  let reading: Promise<T | null> | undefined;
  return () => (reading ??= read());
}
