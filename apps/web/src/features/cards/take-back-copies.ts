import { REVEAL_SECONDS } from "@coralhub/domain";

/** What the frame says when something was copied out of it; what it was it never says. */
const COPIED = "copied";

/**
 * The frame with the number cannot empty the clipboard once it is gone or has lost the focus, so the page around it does:
 * after the minute, and as soon as the frame goes, which is what the returned function is for.
 */
export function takeBackCopies(frame: () => MessageEventSource | null | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    void emptyClipboard();
  };
  const hear = ({ data, source }: MessageEvent<unknown>) => {
    if (data === COPIED && source !== null && source === frame()) timer ??= setTimeout(clear, REVEAL_SECONDS * 1000);
  };
  window.addEventListener("message", hear);
  return () => {
    window.removeEventListener("message", hear);
    clear();
  };
}

/** A browser refuses while another window has the focus: then it is done when this one has it again. */
async function emptyClipboard(): Promise<void> {
  try {
    await navigator.clipboard.writeText("");
  } catch {
    window.addEventListener("focus", () => void emptyClipboard(), { once: true });
  }
}
