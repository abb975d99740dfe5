import { CallFailed, CallRefused } from "@coralhub/contract";
import type { FormInstance } from "antd";
import { OtherOutcome } from "./take-each.ts";

/** What to say about a call that did not work: the server's own words, which say what to do. */
export const problemText = (error: unknown): string =>
  error instanceof CallRefused || error instanceof CallFailed || error instanceof OtherOutcome
    ? error.message
    : "页面出了点问题，请刷新后重试";

/** Puts the server's field errors beside their fields. What belongs to no field is returned, to be said above the form. */
export function showFieldErrors(form: FormInstance, error: unknown): string | undefined {
  const fields = error instanceof CallRefused ? Object.entries(error.fields) : [];
  const known = fields.filter(([name]) => form.getFieldInstance(name) !== undefined);
  if (known.length === 0) return problemText(error);
  form.setFields(known.map(([name, message]) => ({ name, errors: [message] })));
  form.scrollToField(known[0]![0], { focus: true });
  return undefined;
}
