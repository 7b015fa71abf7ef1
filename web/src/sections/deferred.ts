import { useEffect, useState } from "preact/hooks";

/** How long nothing may have changed, in milliseconds: shorter than people notice, longer than from step to step. */
const PAUSE = 80;

/** Return a value that follows another after a pause: for what takes long to draw, and must not hold up a slider. */
export function useDeferred<T extends object>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
