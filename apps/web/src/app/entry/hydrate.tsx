import type { ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { prefetchShell } from "../../platform/shell-prefetch.ts";
import { Island, ISLAND_ID } from "./island.tsx";

const TYPED_INTO = "input[name]:not([type=checkbox], [type=radio], [type=file], [type=hidden])";
const inputs = () => [...document.querySelectorAll<HTMLInputElement>(TYPED_INTO)];
/** React keeps the attribute at what it knows; the field itself may hold more. */
const isNews = (input: HTMLInputElement): boolean => input.value !== input.defaultValue;

/** Brings a prerendered page to life. What was typed (or filled in by the browser) before that is kept. */
export function hydrate(form: ReactNode): void {
  const typed = new Map(
    inputs()
      .filter(isNews)
      .map(({ name, value }) => [name, value]),
  );
  hydrateRoot(document.getElementById(ISLAND_ID)!, <Island>{form}</Island>);
  addEventListener("input", prefetchShell, { once: true });
  requestAnimationFrame(() =>
    setTimeout(() => {
      for (const input of inputs()) {
        // Whoever typed on meanwhile is not set back.
        const value = isNews(input) ? input.value : typed.get(input.name);
        if (value !== undefined) retype(input, value);
      }
    }),
  );
}

/** React hears of a change through its own setter and only of one: the native setter empties the field and fills it. */
function retype(input: HTMLInputElement, value: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  for (const next of ["", value]) {
    set?.call(input, next);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
