import { useEffect, useId, useRef, type ReactNode } from "react";
import { Close } from "../icons.tsx";
import "./light.css";
import "./entry.css";

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
};

/** The browser's own modal dialog: it keeps focus inside and gives it back. On a phone it rises from the bottom. */
export function Dialog({ open, onClose, title, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current!;
    if (open && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);
  useEffect(() => {
    const dialog = ref.current!;
    // Only the veil around it is the dialog itself: everything inside lies in the body.
    const outside = (event: MouseEvent) => event.target === dialog && dialog.close();
    dialog.addEventListener("click", outside);
    return () => dialog.removeEventListener("click", outside);
  }, []);
  return (
    <dialog ref={ref} className="lk-dialog" aria-labelledby={id} onClose={onClose}>
      {open && (
        <div className="lk-dialog-body">
          <div className="lk-dialog-head">
            <h2 id={id} className="type-section">
              {title}
            </h2>
            <button type="button" className="lk-icon-button" aria-label="关闭" onClick={onClose}>
              <Close />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
