import type { RunDocument } from "./data/document";

export function App({ document }: { document: RunDocument }) {
  return <h1>{document.run.run}</h1>;
}
