import { CallRefused, type RefusalName } from "@coralhub/contract";
import { useRef, useState, type SubmitEvent } from "react";

type Fields = Record<string, string>;
type Rule<F> = (value: string, fields: F) => string | undefined;
export type FormOptions<F extends Fields> = {
  initial: F;
  /** What is wrong with a field, in the user's words; checked on leaving it and before sending. */
  rules: Partial<Record<keyof F, Rule<F>>>;
  /** Refusals that belong under one field; the others stand above the form. */
  places?: Partial<Record<RefusalName, keyof F>>;
  onChange?: (name: keyof F, value: string) => void;
  submit: (fields: F) => Promise<unknown>;
  /** A refusal the form answers otherwise; true when it did. */
  onRefused?: (error: CallRefused) => boolean;
};

/** The state of a small form: values, what is wrong and where, and one sending at a time. */
export function useForm<F extends Fields>(options: FormOptions<F>) {
  const { initial, rules, places = {}, onChange, submit, onRefused } = options;
  const [fields, setFields] = useState<F>(initial);
  const [errors, setErrors] = useState<Partial<Record<keyof F, string>>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const put = (name: keyof F, words: string | undefined) => setErrors((before) => ({ ...before, [name]: words }));
  const problem = (name: keyof F): string | undefined => rules[name]?.(fields[name] ?? "", fields);
  const change = (name: keyof F, value: string) => {
    setFields((before) => ({ ...before, [name]: value }));
    put(name, undefined);
    onChange?.(name, value);
  };
  /** Says what is wrong with one field; true when nothing is. */
  const check = (name: keyof F): boolean => {
    const words = problem(name);
    put(name, words);
    return words === undefined;
  };
  /** Null: what was said above the form is over. */
  const refuse = (error: unknown): void => {
    if (error === null) setMessage(null);
    if (!(error instanceof CallRefused) || onRefused?.(error)) return;
    const place = error.reason && places[error.reason];
    if (place) return put(place, error.message);
    setErrors((before) => ({ ...before, ...(error.fields as Partial<Record<keyof F, string>>) }));
    const named = Object.keys(error.fields).some((name) => name in fields);
    setMessage(named ? null : error.message);
  };
  const send = async (given: F = fields): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setMessage(null);
    try {
      await submit(given);
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const names = Object.keys(rules) as (keyof F)[];
    const found = Object.fromEntries(names.map((name) => [name, problem(name)])) as Partial<Record<keyof F, string>>;
    setErrors(found);
    const first = names.find((name) => found[name] !== undefined);
    if (first === undefined) void send();
    else form.current?.querySelector<HTMLInputElement>(`[name="${String(first)}"]`)?.focus();
  };
  const bind = (name: keyof F & string) => ({
    name,
    value: fields[name] ?? "",
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    onBlur: () => {
      if (fields[name]) put(name, problem(name));
    },
  });
  const props = { ref: form, onSubmit, noValidate: true } as const;
  return { fields, errors, message, busy, change, check, refuse, put, send, bind, props, setMessage };
}
