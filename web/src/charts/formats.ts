/** The colours and shapes of formats: the same in every run, chart and theme. */
import type { Row } from "./picture";

interface Look {
  /** what the legend says */
  title: string;
  colour: string;
  /** a symbol of Vega, or a path within a square from −1 to 1 */
  shape: string;
}

/**
 * As many as all people can tell apart: with normal sight, protanopia, deuteranopia and tritanopia every two of these
 * colours are at least 0.075 apart in OKLab, and each has a contrast of 3 to white paper and to dark. Formats of one
 * language share what is last.
 */
const LOOKS: Readonly<Record<string, Look>> = {
  json: { title: "JSON", colour: "#2592fa", shape: "circle" },
  msgpack: { title: "MessagePack", colour: "#e37a21", shape: "square" },
  cbor: { title: "CBOR", colour: "#1d7339", shape: "triangle-up" },
  bson: { title: "BSON", colour: "#9c5caf", shape: "diamond" },
  ubjson: { title: "UBJSON", colour: "#c72314", shape: "cross" },
  smile: { title: "Smile", colour: "#cf71c8", shape: "triangle-left" },
  ion: { title: "Ion", colour: "#6c5e76", shape: "triangle-down" },
  flexbuffers: { title: "FlexBuffers", colour: "#5e41eb", shape: "triangle-right" },
};
const OTHERS: Look = {
  title: "others",
  colour: "#7f8a8f",
  shape: "M-1,-0.5L-0.5,-1L0,-0.5L0.5,-1L1,-0.5L0.5,0L1,0.5L0.5,1L0,0.5L-0.5,1L-1,0.5L-0.5,0Z",
};
const ALL = [...Object.values(LOOKS), OTHERS];

/** What Vega takes colours and shapes from, in the order of `groupWords`' domain. */
export const RANGES = { category: ALL.map(({ colour }) => colour), symbol: ALL.map(({ shape }) => shape) };

/** Return the group of a format that has one look: the format's own title, or `others`. */
export function groupOf(format: string): string {
  return lookOf(format).title;
}

export function colourOf(format: string): string {
  return lookOf(format).colour;
}

function lookOf(format: string): Look {
  return (Object.hasOwn(LOOKS, format) && LOOKS[format]) || OTHERS;
}

/** Return the words for the legend: all groups that there are, and those of the formats that the chart shows. */
export function groupWords(formats: readonly string[]): Row {
  const present = new Set(formats.map(groupOf));
  const domain = ALL.map(({ title }) => title);
  return { domain, present: domain.filter((group) => present.has(group)) };
}

/** The groups of formats that have a look of their own, by format, and what all others are called. */
export function groups(): { named: Record<string, string>; others: string } {
  const named = Object.entries(LOOKS).map(([format, { title }]) => [format, title]);
  return { named: Object.fromEntries(named) as Record<string, string>, others: OTHERS.title };
}
