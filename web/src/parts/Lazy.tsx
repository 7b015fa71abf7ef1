import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { printing } from "../state/printing";
import { choice } from "../state/state";

/** How far below the window something is drawn already, so that scrolling finds it there. */
const AHEAD = "800px";

/** Holds back a section until the reader comes near it, asks for it, or prints. `height` is about what it takes, in pixels. */
export function Lazy({ name, height, children }: { name: string; height: number; children: ComponentChildren }) {
  const [near, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (near || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  const asked = useComputed(() => choice.section.value === name).value;
  if (near || asked || printing.value) return <>{children}</>;
  return <div ref={place} id={name} style={{ minHeight: `${height}px` }} />;
}
