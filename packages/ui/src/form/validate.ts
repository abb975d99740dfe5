import type { Field, FieldValue, Rule, Section, Values } from "./field.ts";

export type Errors = Readonly<Record<string, string>>;
/** Any schema of the contract: only its verdict is needed here. */
export type Schema = {
  safeParse: (
    value: unknown,
  ) =>
    | { success: true }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
};

const empty = (value: FieldValue) =>
  value === undefined ||
  value === false ||
  (typeof value === "string" ? value.trim() === "" : Array.isArray(value) && value.length === 0);

const VERBS: Partial<Record<Field["kind"], string>> = {
  select: "选择",
  choice: "选择",
  date: "选择",
  check: "勾选",
  own: "提供",
};

/** Only what is asked and may be changed is checked. */
export const asked = (field: Field, values: Values) =>
  field.kind !== "readonly" && field.review?.verdict !== "accepted" && (field.when?.(values) ?? true);

export function validateField(field: Field, values: Values): string | undefined {
  if (!asked(field, values)) return undefined;
  const value = values[field.name];
  if (empty(value)) return field.optional ? undefined : `请${VERBS[field.kind] ?? "填写"}${field.label}`;
  for (const rule of field.rules ?? []) {
    const message = rule(value, values);
    if (message) return message;
  }
  return undefined;
}

/** The fields' own rules first; the contract's schema then speaks where they are silent. */
export function validateAll(sections: readonly Section[], values: Values, schema?: Schema): Errors {
  const fields = sections.flatMap((section) => section.fields);
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const message = validateField(field, values);
    if (message) errors[field.name] = message;
  }
  const verdict = schema?.safeParse(values);
  if (verdict && !verdict.success) {
    for (const { path, message } of verdict.error.issues) {
      const field = fields.find(({ name }) => name === path[0]);
      if (field && asked(field, values)) errors[field.name] ??= message;
    }
  }
  return errors;
}

/** Ready-made rules; a message says how to repair. */
export const rule = {
  pattern:
    (pattern: RegExp, message: string): Rule =>
    (value) =>
      pattern.test(String(value)) ? undefined : message,
  length:
    (least: number, most: number): Rule =>
    (value) => {
      const { length } = String(value);
      if (length < least) return `少了 ${least - length} 位，至少 ${least} 位`;
      return length > most ? `多了 ${length - most} 位，最多 ${most} 位` : undefined;
    },
  sameAs:
    (other: string, message: string): Rule =>
    (value, values) =>
      value === values[other] ? undefined : message,
};
