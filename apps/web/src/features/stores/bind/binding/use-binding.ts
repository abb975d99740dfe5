import { CallRefused, type StoreDetail } from "@coralhub/contract";
import {
  addressOf,
  type Address,
  asOpened,
  isUnopened,
  SECRET_FIELDS,
  type Platform,
  type StoreFieldName,
} from "@coralhub/domain";
import { useState } from "react";
import { useDraft } from "../../../../platform/drafts.ts";
import { refreshStores, storeCalls } from "../../../../platform/store-calls.ts";
import { depart, type Departing } from "../../../../platform/store-journeys.ts";
import { handOf, type Hand } from "../bind-calls.ts";
import { fieldsOfStep, stepsOf, type StepName } from "./binding-steps.ts";
import { sitesIn } from "./other-sites.tsx";
import { asChosen, carriedOver, countingAnswers, problemsOf, type FormAnswers } from "./settle-answers.ts";

/** `store`: one that waits or came back and is corrected, or was applied for before it was opened. */
export type BindingStart = { platform: Platform; store?: StoreDetail };

const isSecret = (name: string): boolean => SECRET_FIELDS.includes(name as StoreFieldName);
const only = (values: readonly string[]): string => (values.length === 1 ? values[0]! : "");

/** What can be known before anything was typed. */
function firstAnswers(start: BindingStart): FormAnswers {
  const { platform, store } = start;
  const given: FormAnswers = store?.answers ?? {};
  const { foreignBankAccountId, ...answers } = isMoving(start) ? carriedOver(platform, given) : given;
  return {
    country: only(platform.countries),
    expectCurrency: only(platform.options.map(({ code }) => code)),
    applicationType: "STANDARD",
    hasMerchant: "1",
    connectBy: store && store.secrets.length > 0 ? "keys" : "oauth",
    accountBy: foreignBankAccountId ? "shared" : "new",
    ...answers,
    ...(foreignBankAccountId && { foreignBankAccountId }),
    ...(isCompleting(store) && asOpened(answers)),
  };
}

/** An account was applied for and is there; now the shop is, too. Until then all its answers can be corrected. */
export const isCompleting = (store: StoreDetail | undefined): boolean =>
  store?.state === "bound" && isUnopened(store.answers);

/** Handed in under the wrong platform: its answers go on to the right one, which asks for what else it needs. */
export const isMoving = ({ platform, store }: BindingStart): boolean =>
  store !== undefined && store.platformCode !== platform.code;

export type Handed = { merchantsId: string; depart: boolean };

/** Answers that lose nothing: every change lies in the browser at once, but for passwords and keys, which never do. */
function useAnswers(start: BindingStart) {
  const { platform, store } = start;
  const draft = useDraft<Record<string, string>>(
    `bindshop:${platform.code}:${store?.merchantsId ?? "new"}`,
    firstAnswers(start),
  );
  const [secrets, setSecrets] = useState<FormAnswers>({});
  const [savedAt, setSavedAt] = useState<Date>();
  const put = (name: string, value: string) => {
    if (isSecret(name)) return setSecrets((before) => ({ ...before, [name]: value }));
    draft.change({ [name]: value });
    setSavedAt(new Date());
  };
  const { forget, restored } = draft;
  return { answers: { ...draft.values, ...secrets } satisfies FormAnswers, put, savedAt, forget, restored };
}

type Problems = Readonly<Record<string, string>>;

/** Which problems are shown: those of a field that was left, of a step that was tried, of an answer the server refused. */
function useShownProblems(platform: Platform, steps: readonly StepName[], problems: Problems) {
  const [errors, setErrors] = useState<Problems>({});
  const [tried, setTried] = useState<ReadonlySet<StepName>>(new Set());
  const [shows, setShows] = useState(0);
  const within = (found: Problems, step: StepName): Problems =>
    Object.fromEntries(fieldsOfStep(platform, step).flatMap((name) => (found[name] ? [[name, found[name]]] : [])));
  const clear = (name: string) => setErrors(({ [name]: _gone, ...rest }) => rest);
  const blur = (name: string, answer: string | undefined) => {
    const problem = problems[name];
    if (answer && problem) setErrors((before) => ({ ...before, [name]: problem }));
  };
  /** Nothing wrong on this step? Else it is shown. */
  const check = (step: StepName): boolean => {
    const found = within(problems, step);
    setErrors((before) => ({ ...before, ...found }));
    setTried((before) => new Set(before).add(step));
    return Object.keys(found).length === 0;
  };
  /** All of them, wherever they are; says which step has the first. `shows` counts: each time its field is gone to. */
  const show = (found: Problems): { step: StepName } | undefined => {
    setErrors(found);
    setTried(new Set(steps));
    setShows((before) => before + 1);
    const step = steps.find((name) => Object.keys(within(found, name)).length > 0);
    return step && { step };
  };
  return { errors, tried, shows, clear, blur, check, show };
}

/** A binding form in work: its answers, what is wrong with them, and how it is handed in. */
export function useBinding(start: BindingStart) {
  const { platform, store } = start;
  const { answers, put, forget, ...saving } = useAnswers(start);
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  // Keys are the old platform's.
  const kept = store && !isMoving(start) ? store.secrets.map(({ field }) => field) : [];
  const problems = problemsOf(platform, answers, kept);
  // Once a store has its account, the account is not asked for again.
  const settled = store !== undefined && store.foreignBankAccountId !== null;
  const steps = stepsOf(platform).filter((step) => step !== "account" || !settled);
  const chosen = asChosen(platform, answers);
  const { clear, blur, show, ...shown } = useShownProblems(platform, steps, problems);

  const submit = async (): Promise<Handed | { step: StepName } | undefined> => {
    setMessage(undefined);
    if (Object.keys(problems).length > 0) return show(problems);
    setBusy(true);
    try {
      const body = countingAnswers(platform, answers);
      const { merchantsId } = store
        ? await updateOf(start)({ ...body, merchantsId: store.merchantsId })
        : await handOf(platform).bind({ ...body, ...sitesIn(platform, answers) });
      forget();
      await refreshStores();
      return { merchantsId, depart: chosen.connect.by === "oauth" && !isUnopened(body) };
    } catch (error) {
      if (!(error instanceof CallRefused)) return undefined;
      setMessage(error.message);
      return show(error.fields);
    } finally {
      setBusy(false);
    }
  };
  return {
    ...saving,
    ...shown,
    platform,
    chosen,
    store,
    steps,
    answers,
    kept,
    problems,
    message,
    busy,
    put: (name: string, value: string) => {
      put(name, value);
      clear(name);
      // What was refused is not what stands there now.
      setMessage(undefined);
    },
    blur: (name: string) => blur(name, answers[name]),
    submit,
  };
}
export type Binding = ReturnType<typeof useBinding>;

function updateOf(start: BindingStart): Hand["update"] {
  const { platform, store } = start;
  if (isMoving(start)) return (answers) => storeCalls.changeStorePlatform({ ...answers, platformCode: platform.code });
  return isCompleting(store) ? storeCalls.completeStore : handOf(platform).update;
}

/** The platform's own page where consent is given; nothing where that cannot be: the receipt offers it again. */
export async function consentUrl(store: Departing): Promise<string | null> {
  try {
    return (await depart(store)).url;
  } catch {
    return null;
  }
}
export const receiptPath = (merchantsId: string): Address => addressOf("bindDone", { store: merchantsId });
