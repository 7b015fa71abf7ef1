import "./unbroken.css";

/** A number, its error and its unit. */
const AMOUNT = /(\S+ (?:[mµn]?s )?± \S+(?: [mµn]?s\b)?|[\d.]+ (?:[mµn]?s\b|%))/;

/** Text in which no line ends within an amount. */
export function Unbroken({ text }: { text: string }) {
  const parts = text.split(AMOUNT).map((part, at) => (at % 2 === 0 ? part : <span class="unbroken">{part}</span>));
  return <>{parts}</>;
}
