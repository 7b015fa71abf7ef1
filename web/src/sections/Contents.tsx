import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { select, selection, toHash } from "../state/state";

/** The list of the page's sections, with a link to each. */
export function Contents({ sections }: { sections: readonly { name: string; title: string }[] }) {
  const current = useSignal<string | null>(null);
  useEffect(() => {
    let waiting = 0;
    const find = () => {
      waiting = 0;
      current.value = sectionInSight(sections.map(({ name }) => name));
    };
    const moved = () => {
      waiting ||= requestAnimationFrame(find);
    };
    const occasions = ["scroll", "resize"] as const;
    for (const occasion of occasions) addEventListener(occasion, moved, { passive: true });
    find();
    return () => {
      for (const occasion of occasions) removeEventListener(occasion, moved);
      cancelAnimationFrame(waiting);
    };
  }, [sections, current]);
  return (
    <nav aria-label="Sections">
      <ul>
        {sections.map(({ name, title }) => (
          <li key={name}>
            <SectionLink name={name} current={current.value === name}>
              {title}
            </SectionLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface LinkProps {
  name: string;
  current?: boolean;
  class?: string;
  title?: string;
  children: ComponentChildren;
}

/** A link to a section, or to a part of one. */
export function SectionLink({ name, current, children, ...more }: LinkProps) {
  return (
    <a
      {...more}
      href={`#${toHash({ ...selection.value, section: name })}`}
      aria-current={current ? "true" : undefined}
      onClick={(event) => {
        event.preventDefault();
        select({ section: name });
        // It may have to be drawn first.
        requestAnimationFrame(() => showSection(name));
      }}
    >
      {children}
    </a>
  );
}

/** The last section whose top has passed into the upper part of the window; where the page ends, its last. */
function sectionInSight(names: readonly string[]): string | null {
  if (scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1) return names.at(-1) ?? null;
  // Looked up each time: a section that is drawn takes the place of what stood for it.
  const passed = (name: string) =>
    (document.getElementById(name)?.getBoundingClientRect().top ?? NaN) < innerHeight / 4;
  return names.findLast(passed) ?? names[0] ?? null;
}

/** Bring a section into sight, and the keyboard with it. */
export function showSection(name: string): void {
  const section = document.getElementById(name);
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
  section.scrollIntoView();
  holdInSight(name);
}

/** How long sections above may take to be drawn as they pass. */
const SETTLED_AFTER_MS = 2000;
let letGo = () => {};

/** Stay at a section while those above it are drawn and take another height than what stood for them. */
function holdInSight(name: string): void {
  letGo();
  const main = document.querySelector("main");
  if (!main) return;
  let height = main.offsetHeight;
  const observer = new ResizeObserver(() => {
    // It tells of the present size at once, which would cut a smooth movement short.
    if (main.offsetHeight === height) return;
    height = main.offsetHeight;
    document.getElementById(name)?.scrollIntoView({ behavior: "instant" });
  });
  const occasions = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
  const timer = setTimeout(() => letGo(), SETTLED_AFTER_MS);
  letGo = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const occasion of occasions) removeEventListener(occasion, letGo);
  };
  for (const occasion of occasions) addEventListener(occasion, letGo, { passive: true });
  observer.observe(main);
}
