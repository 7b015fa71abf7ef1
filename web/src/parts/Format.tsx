import { colourOf } from "../charts/formats";
import "./format.css";

/** A format's name beside the colour that it has in every chart. */
export function Format({ format }: { format: string }) {
  return (
    <>
      <span class="dot" style={{ background: colourOf(format) }} />
      {format}
    </>
  );
}
