import { useEffect, useMemo, useState } from "preact/hooks";

/** Tell whether the window is wider than this, in pixels. */
export function useWide(pixels: number): boolean {
  const query = useMemo(() => matchMedia(`(min-width: ${pixels + 1}px)`), [pixels]);
  const [wide, setWide] = useState(query.matches);
  useEffect(() => {
    const follow = () => setWide(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [query]);
  return wide;
}
