import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  label: string;
  /** what is chosen in it, in a word or two */
  summary: string;
  active: boolean;
  children: ComponentChildren;
}

/** A button that opens a panel of further choices. Escape, or a click elsewhere, closes it. */
export function Menu({ label, summary, active, children }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Before the panel is seen: who is quick with a key must be heard.
  useLayoutEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("keydown", onKey);
    };
  }, [open]);
  return (
    <div class="menu" ref={place}>
      <button
        type="button"
        ref={button}
        class={active ? "chip opens active" : "chip opens"}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span class="muted">{label}</span> {summary}
      </button>
      <div class="panel" id={id} hidden={!open}>
        {open && children}
      </div>
    </div>
  );
}
