/** Global notices. The same words are shown once at a time, however many calls failed together. */
export type Toast = { id: number; text: string; tone: "danger" | "success" };
export const TOAST_MS = 3000;

let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const publish = (next: readonly Toast[]): void => {
  shown = next;
  for (const listener of listeners) listener();
};

export const toasts = {
  read: (): readonly Toast[] => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  show(text: string, tone: Toast["tone"] = "danger"): void {
    if (shown.some((toast) => toast.text === text)) return;
    const toast: Toast = { id: ++lastId, text, tone };
    publish([...shown, toast]);
    setTimeout(() => publish(shown.filter((other) => other !== toast)), TOAST_MS);
  },
};
