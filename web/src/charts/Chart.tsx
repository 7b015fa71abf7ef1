/** A picture on the page: Vega draws it, follows the width of its container and the theme, and takes new rows in place. */
import { useEffect, useId, useRef } from "preact/hooks";
import * as vega from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";
import { theme } from "../state/theme";
import { fill, specification, themeOf, type Picture, type Row } from "./picture";
import { Tooltip } from "./tooltip";
import "./chart.css";

interface Props {
  /** null: nothing that is chosen can be drawn */
  picture: Picture | null;
  title: string;
  /** called with the `id` of the row that was clicked */
  onPick?: (id: string) => void;
}

export function Chart({ picture, title, onPick }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawing | null>(null);
  const pick = useRef(onPick);
  const description = useId();
  pick.current = onPick;
  const shade = theme.value;

  useEffect(() => {
    const element = container.current;
    if (!element || !picture) return;
    if (drawn.current?.shows(picture, shade)) {
      drawn.current.update(picture);
      return;
    }
    drawn.current?.end();
    drawn.current = new Drawing(element, picture, shade, (id) => pick.current?.(id));
  }, [picture, shade]);
  useEffect(
    () => () => {
      drawn.current?.end();
      drawn.current = null;
    },
    [],
  );

  if (!picture) return <p class="muted">Nothing that is chosen can be drawn.</p>;
  return (
    <figure class="chart">
      <div class="chart-plot" role="img" aria-label={title} aria-describedby={description}>
        {/* Vega gives a role to its container and to every part, which have no words of their own. */}
        <div ref={container} aria-hidden="true" />
      </div>
      <figcaption>
        <span id={description} class="hidden">
          {picture.description}
        </span>
        <span class="muted">{picture.notes.join(" ")}</span>
      </figcaption>
    </figure>
  );
}

/** One view of Vega in an element. */
class Drawing {
  private readonly view: vega.View;
  private readonly key: string;
  private readonly tooltip = new Tooltip();
  private readonly observer: ResizeObserver;
  private readonly drawn = new Map<string, string>();
  private width: number;

  constructor(
    private readonly element: HTMLElement,
    picture: Picture,
    shade: "light" | "dark",
    onPick: (id: string) => void,
  ) {
    this.key = keyOf(picture, shade);
    this.width = element.clientWidth;
    // Expressions are interpreted: the page's policy lets nobody make code of text.
    this.view = new vega.View(vega.parse(compiled(picture, shade, element), undefined, { ast: true }), {
      expr: expressionInterpreter,
      renderer: "svg",
      container: element,
      hover: true,
      tooltip: this.tooltip.handle,
    });
    this.view.addEventListener("click", (_, item) => {
      const row = item?.datum as Row | undefined;
      if (typeof row?.["id"] === "string") onPick(row["id"]);
    });
    this.draw(picture);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(element);
  }

  /** Whether this view would show the picture if it had its rows. */
  shows(picture: Picture, shade: "light" | "dark"): boolean {
    return this.key === keyOf(picture, shade);
  }

  update(picture: Picture): void {
    this.draw(picture);
  }

  end(): void {
    this.observer.disconnect();
    this.tooltip.hide();
    this.view.finalize();
    this.element.replaceChildren();
  }

  private draw(picture: Picture): void {
    for (const [name, rows] of Object.entries(picture.data)) {
      // A slider moves one rule; the hundred lines that stay need not be drawn again.
      const content = JSON.stringify(rows);
      if (this.drawn.get(name) === content) continue;
      this.drawn.set(name, content);
      this.view.data(name, rows.slice());
    }
    void this.view.runAsync();
  }

  private resize(): void {
    const width = this.element.clientWidth;
    if (width === this.width || width === 0) return;
    this.width = width;
    void this.view.signal("containerWidth", width).width(width).runAsync();
  }
}

/** What needs another view when it changes; rows do not. */
function keyOf({ kind, words }: Picture, shade: string): string {
  return JSON.stringify([kind, words, shade]);
}

function compiled(picture: Picture, shade: "light" | "dark", element: HTMLElement): vega.Spec {
  const filled = fill(specification(picture.kind), picture.words) as Row;
  const config = {
    ...themeOf(shade),
    background: "transparent",
    font: getComputedStyle(element).fontFamily,
  };
  const whole = {
    ...filled,
    // Not "container": Vega would follow the window's width only, not that of the element.
    width: element.clientWidth,
    padding: 4,
    params: [{ name: "containerWidth", value: element.clientWidth }],
    datasets: Object.fromEntries(Object.keys(picture.data).map((name) => [name, []])),
    config,
  };
  // Its warnings are about what a specification says in vain on one kind of scale and needs on another.
  return compile(whole as unknown as TopLevelSpec, { logger: vega.logger(vega.Error) }).spec;
}
