import type { CertificationForm, CertificationValues } from "@coralhub/domain";
import { useCallback, useEffect, useRef, useState } from "react";
import { useDraft } from "../../../platform/drafts.ts";
import { formCalls, valuesOf, type StoredFile } from "../certification-calls.ts";

const REST_MS = 800;
const AGAIN_MS = 10_000;

type Start = { form: CertificationForm; subjectId?: string; values: CertificationValues; files: readonly StoredFile[] };
export type Saving = { at: Date | null; state: "saved" | "saving" | "failed" };

/**
 * The answers of a form that lose nothing: every change lies in the browser at once and on the server soon after. The
 * browser's copy goes when the server has it, so what is found there on opening is newer than the draft.
 */
export function useAnswers({ form, subjectId, values: start, files: known }: Start) {
  const local = useDraft(`certification:${form}:${subjectId ?? "account"}`, { answers: "" });
  const [values, setValues] = useState<CertificationValues>(() =>
    local.values.answers === "" ? start : valuesOf(JSON.parse(local.values.answers) as Record<string, unknown>),
  );
  const [files, setFiles] = useState<ReadonlyMap<string, StoredFile>>(
    () => new Map(known.map((file) => [file.fileId, file])),
  );
  const [dirty, setDirty] = useState(local.values.answers !== "");
  const [saving, setSaving] = useState<Saving>({ at: null, state: "saved" });
  const newest = useRef(values);
  const handing = useRef(false);
  const line = useRef(Promise.resolve(true));
  const { change: keepLocally, forget } = local;

  const change = useCallback(
    (make: (before: CertificationValues) => CertificationValues) => {
      newest.current = make(newest.current);
      setValues(newest.current);
      setDirty(true);
      keepLocally({ answers: JSON.stringify(newest.current) });
    },
    [keepLocally],
  );
  const addFile = useCallback((file: StoredFile) => setFiles((before) => new Map(before).set(file.fileId, file)), []);

  const send = useCallback(async (): Promise<boolean> => {
    // While the form is handed in, a draft that arrives later would outlive it.
    if (handing.current) return false;
    const sent = newest.current;
    setSaving((before) => ({ ...before, state: "saving" }));
    try {
      const whose = subjectId ? { form, subjectId } : { form };
      const { savedAt } = await formCalls.saveCertificationDraft({ ...whose, values: sent });
      const current = newest.current === sent;
      if (current) forget();
      setDirty(!current);
      setSaving({ at: savedAt, state: "saved" });
      return true;
    } catch {
      setSaving((before) => ({ ...before, state: "failed" }));
      return false;
    }
  }, [form, subjectId, forget]);
  /** One after another: an older copy never arrives last. Says whether the server has it. */
  const save = useCallback(() => (line.current = line.current.then(send)), [send]);

  const { state } = saving;
  useEffect(() => {
    if (!dirty || state === "saving") return;
    const timer = setTimeout(() => void save(), state === "failed" ? AGAIN_MS : REST_MS);
    return () => clearTimeout(timer);
  }, [values, dirty, state, save]);

  /** Handed in: nothing is left to save. */
  const finish = useCallback(() => {
    setDirty(false);
    forget();
  }, [forget]);
  const hand = useCallback(async <T>(send: () => Promise<T>): Promise<T> => {
    handing.current = true;
    try {
      return await send();
    } finally {
      handing.current = false;
    }
  }, []);
  return { values, files, saving, dirty, change, save, addFile, finish, hand };
}
