import type { ComponentChildren } from "preact";

interface Props {
  name: string;
  title: string;
  children: ComponentChildren;
}

/** A part of the page with its heading, to which `section=` in the URL leads. */
export function Section({ name, title, children }: Props) {
  return (
    <section id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{title}</h2>
      {children}
    </section>
  );
}
