import { useCallback, useState } from "react";
import { session } from "./session.ts";

/**
 * What a merchant typed and has not sent yet. It outlives an expired login, so it lies in local storage under the
 * merchant's own id; passwords and codes never go in. A deliberate sign-out or a finished form removes it.
 */
const PREFIX = "draft:";
const KEEP_MS = 7 * 24 * 60 * 60 * 1000;

type Stored = { savedAt: number; fields: Record<string, string> };
const keyOf = (form: string): string | null => {
  const user = session.user();
  return user && `${PREFIX}${user.userId}:${form}`;
};

function read(form: string): Record<string, string> | null {
  const key = keyOf(form);
  const text = key && localStorage.getItem(key);
  if (!text) return null;
  const stored = JSON.parse(text) as Stored;
  return Date.now() - stored.savedAt < KEEP_MS ? stored.fields : null;
}

export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}

/** Form values that survive: the last ones typed come back when the form is opened again. */
export function useDraft<F extends Record<string, string>>(form: string, initial: F) {
  const [found] = useState(() => read(form));
  const [values, setValues] = useState<F>(() => ({ ...initial, ...found }));
  const change = useCallback(
    (patch: Partial<F>) =>
      setValues((before) => {
        const next = { ...before, ...patch };
        const key = keyOf(form);
        if (key) localStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), fields: next } satisfies Stored));
        return next;
      }),
    [form],
  );
  const forget = useCallback(() => {
    const key = keyOf(form);
    if (key) localStorage.removeItem(key);
  }, [form]);
  return { values, change, forget, restored: found !== null };
}

export const hasDraft = (form: string): boolean => read(form) !== null;
