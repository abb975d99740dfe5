import { icons } from "@coralhub/ui";
import { lazy, Suspense, useEffect, useState } from "react";

const Finder = lazy(async () => ({ default: (await import("./finder.tsx")).Finder }));

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether a dialog waits for an answer. */
const isAsked = (): boolean =>
  [...document.querySelectorAll(".ant-modal, dialog[open]")].some((dialog) => dialog.checkVisibility());

/** In both bars; Ctrl K or ⌘ K anywhere. What it opens is fetched when somebody opens it. */
export function FinderButton() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // One dialog at a time: over another it stays closed.
      setOpen((was) => !was && !isAsked());
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <button
        type="button"
        className="bar-icon"
        aria-label="搜索"
        aria-keyshortcuts="Control+K Meta+K"
        title={`搜索（${isMac() ? "⌘" : "Ctrl"} K）`}
        onClick={() => setOpen(true)}
      >
        <icons.Search />
      </button>
      {open && (
        <Suspense fallback={null}>
          <Finder onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
