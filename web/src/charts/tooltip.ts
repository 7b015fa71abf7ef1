/** The little box beside the pointer that tells what a mark stands for. */
import type { TooltipHandler } from "vega";

const DISTANCE = 12;

export class Tooltip {
  private box: HTMLElement | null = null;

  readonly handle: TooltipHandler = (_, event, __, value: unknown) => {
    if (value === null || value === undefined || value === "") {
      this.hide();
      return;
    }
    this.show(event as MouseEvent, value as Record<string, unknown>);
  };

  hide(): void {
    this.box?.remove();
    this.box = null;
  }

  private show(event: MouseEvent, value: Record<string, unknown>): void {
    this.box ??= document.body.appendChild(made("div", "chart-tooltip"));
    // All that it tells is in the table below the chart, where those who use no pointer find it.
    this.box.ariaHidden = "true";
    this.box.replaceChildren(
      ...Object.entries(value)
        .filter(([, text]) => text !== "" && text !== null && text !== undefined)
        .flatMap(([name, text]) => [made("span", "muted", name), made("span", "", String(text))]),
    );
    const { clientX: x, clientY: y } = event;
    const { width, height } = this.box.getBoundingClientRect();
    const left = x + DISTANCE + width > innerWidth ? x - DISTANCE - width : x + DISTANCE;
    const top = y + DISTANCE + height > innerHeight ? y - DISTANCE - height : y + DISTANCE;
    this.box.style.translate = `${Math.max(left, 4)}px ${Math.max(top, 4)}px`;
  }
}

function made(name: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}
