/** The colour of a format, the same as in every chart. */
import { themeOf } from "../charts/picture";
import { formatGroups } from "../charts/rows";
import type { RunDocument } from "../data/document";
import { theme } from "../state/theme";

/** Tells the colour of every format of a run in the theme that is shown. */
export function coloursOf(document: RunDocument): (format: string) => string {
  const groups = formatGroups(document);
  const domain = [...new Set(groups.values())];
  const { category } = themeOf(theme.value)["range"] as { category: string[] };
  return (format) => category[domain.indexOf(groups.get(format) ?? "")] ?? "currentcolor";
}
