import type { ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { prefetchShell } from "../../platform/shell-prefetch.ts";
import { Island, ISLAND_ID } from "./island.tsx";

/** Brings a prerendered page to life. What was typed (or filled in by the browser) before that is kept. */
export function hydrate(form: ReactNode): void {
  const typed = [...document.querySelectorAll<HTMLInputElement>("input[name]")]
    .filter((input) => input.value !== "")
    .map(({ name, value }) => ({ name, value }));
  hydrateRoot(document.getElementById(ISLAND_ID)!, <Island>{form}</Island>);
  addEventListener("input", prefetchShell, { once: true });
  if (typed.length > 0) requestAnimationFrame(() => setTimeout(() => typed.forEach(retype)));
}

function retype({ name, value }: { name: string; value: string }): void {
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!input) return;
  // React watches the value through its own setter; the native one makes it see a change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
