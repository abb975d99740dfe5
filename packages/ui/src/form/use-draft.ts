import { toShanghaiTime } from "@coralhub/domain";
import { useCallback, useEffect, useRef, useState } from "react";

/** Where drafts lie. The tab's own storage by default: what is personal does not outlive it. */
export type DraftStore = {
  read: (key: string) => string | null;
  write: (key: string, text: string) => void;
  remove: (key: string) => void;
};

const tabStore: DraftStore = {
  read: (key) => sessionStorage.getItem(`draft:${key}`),
  write: (key, text) => sessionStorage.setItem(`draft:${key}`, text),
  remove: (key) => sessionStorage.removeItem(`draft:${key}`),
};

const SETTLE_MS = 500;

export function readDraft<V>(key: string, store: DraftStore = tabStore): V | undefined {
  try {
    const text = store.read(key);
    return text === null ? undefined : (JSON.parse(text) as V);
  } catch {
    return undefined;
  }
}

/** Saves by itself when typing has rested; `savedAt` is 「14:32」, Beijing time, for 「已自动保存 14:32」. */
export function useDraft(key: string, values: unknown, store: DraftStore = tabStore) {
  const [savedAt, setSavedAt] = useState<string>();
  const first = useRef(values);
  useEffect(() => {
    if (values === first.current) return;
    const timer = setTimeout(() => {
      try {
        store.write(key, JSON.stringify(values));
        setSavedAt(toShanghaiTime(new Date()).slice(11, 16));
      } catch {
        // A full or forbidden storage loses the draft, never the form.
        setSavedAt(undefined);
      }
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key, values, store]);
  const clear = useCallback(() => store.remove(key), [key, store]);
  return { savedAt, clear };
}

/** Closing or reloading the tab with changes asks first. Moves inside the app are the router's to hold. */
export function useLeaveGuard(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [dirty]);
}
