import { useSyncExternalStore } from "react";
import { toasts, type Toast } from "./toasts.ts";
import "./toast-host.css";

const none: readonly Toast[] = [];

/** Where global notices appear: top centre, read out at once. */
export function ToastHost() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read, () => none);
  return (
    <div className="toasts" role="alert">
      {shown.map(({ id, text, tone }) => (
        <div key={id} className={`toast toast-${tone}`}>
          {text}
        </div>
      ))}
    </div>
  );
}
