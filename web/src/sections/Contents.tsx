import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { select, selection, toHash } from "../state/state";

/** The list of the page's sections, with a link to each. */
export function Contents({ sections }: { sections: readonly { name: string; title: string }[] }) {
  const current = useSignal<string | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) if (entry.isIntersecting) current.value = entry.target.id;
      },
      // A section is the current one when its top has passed into the upper part of the window.
      { rootMargin: "-15% 0px -75% 0px" },
    );
    for (const { name } of sections) {
      const section = document.getElementById(name);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections, current]);
  return (
    <nav aria-label="Sections">
      <ul>
        {sections.map(({ name, title }) => (
          <li key={name}>
            <a
              href={`#${toHash({ ...selection.value, section: name })}`}
              aria-current={current.value === name ? "true" : undefined}
              onClick={(event) => {
                event.preventDefault();
                select({ section: name });
                // It may have to be drawn first.
                requestAnimationFrame(() => showSection(name));
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Bring a section into sight, and the keyboard with it. */
export function showSection(name: string): void {
  const section = document.getElementById(name);
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
  section.scrollIntoView();
}
