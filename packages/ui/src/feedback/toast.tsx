import { useSyncExternalStore } from "react";
import { Check, Info } from "../icons.tsx";
import "./feedback.css";

type Toast = { id: number; tone: "success" | "danger"; text: string };
const SHOWN_MS = 3000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const update = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

function show(tone: Toast["tone"], text: string) {
  if (toasts.some((shown) => shown.text === text)) return;
  const id = ++lastId;
  update([...toasts, { id, tone, text }]);
  setTimeout(() => update(toasts.filter((shown) => shown.id !== id)), SHOWN_MS);
}

/** For small finished things (已复制, 已保存) and the two global failures; what needs an answer is said inline. */
export const toast = {
  done: (text: string) => show("success", text),
  failed: (text: string) => show("danger", text),
};

const none: readonly Toast[] = [];

export function Toaster() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
    () => none,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, tone, text }) => (
        <ToastCard key={id} tone={tone} text={text} />
      ))}
    </div>
  );
}

export function ToastCard({ tone, text }: Omit<Toast, "id">) {
  const Icon = tone === "success" ? Check : Info;
  return (
    <div className={`toast toast-${tone}`}>
      <Icon />
      {text}
    </div>
  );
}
