import type { Badge } from "../data/badges";
import "./badges.css";

/** What is to be known of a row, where it stands. */
export function Badges({ badges }: { badges: readonly Badge[] }) {
  if (badges.length === 0) return null;
  return (
    <span class="badges">
      {badges.map(({ text, why, kind }) => (
        <span key={text} class={`badge ${kind}`} title={why}>
          {text}
        </span>
      ))}
    </span>
  );
}
