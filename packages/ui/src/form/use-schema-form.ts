import { useCallback, useId, useMemo, useState } from "react";
import type { FieldValue, Section, Values } from "./field.ts";
import { validateAll, validateField, type Errors, type Schema } from "./validate.ts";

type Options = { sections: readonly Section[]; initial?: Values; schema?: Schema };

export type SchemaFormState = {
  sections: readonly Section[];
  values: Values;
  errors: Errors;
  dirty: boolean;
  /** Counts failed submits: the summary shows from the first on. */
  failedSubmits: number;
  set: (name: string, value: FieldValue) => void;
  blur: (name: string) => void;
  /** Checks everything; on failure focus goes to the first wrong field. */
  validate: () => boolean;
  /** What the server found, by field. */
  setErrors: (errors: Errors) => void;
  reset: (values: Values) => void;
  idOf: (name: string) => string;
};

/** Brings a field into view and focus: the link of the error summary, and the first wrong field after a submit. */
export function focusField(id: string) {
  const target = document.getElementById(id);
  const control = target?.matches("input,textarea,button,select")
    ? target
    : target?.querySelector<HTMLElement>("input,textarea,button,[tabindex]");
  control?.focus();
  target?.scrollIntoView({ block: "center" });
}

export function useSchemaForm({ sections, initial = {}, schema }: Options): SchemaFormState {
  const [values, setValues] = useState<Values>(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [failedSubmits, setFailedSubmits] = useState(0);
  const [start, setStart] = useState(initial);
  const fields = useMemo(() => sections.flatMap((section) => section.fields), [sections]);
  const prefix = useId();
  const idOf = useCallback((name: string) => `${prefix}-${name}`, [prefix]);

  const focusFirst = (found: Errors) => {
    const first = fields.find(({ name }) => found[name]);
    if (first) requestAnimationFrame(() => focusField(idOf(first.name)));
  };
  const without = (all: Errors, name: string): Errors => {
    const { [name]: _gone, ...rest } = all;
    return rest;
  };
  const fail = (found: Errors) => {
    setErrors(found);
    setFailedSubmits((count) => count + 1);
    focusFirst(found);
  };
  return {
    sections,
    values,
    errors,
    dirty: values !== start,
    failedSubmits,
    idOf,
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => without(before, name));
    },
    blur: (name) => {
      const field = fields.find((candidate) => candidate.name === name);
      // Leaving an empty field says nothing yet: that is for the submit.
      if (!field || values[name] === undefined || values[name] === "") return;
      const message = validateField(field, values);
      setErrors((before) => (message ? { ...before, [name]: message } : without(before, name)));
    },
    validate: () => {
      const found = validateAll(sections, values, schema);
      if (Object.keys(found).length === 0) {
        setErrors({});
        setFailedSubmits(0);
        return true;
      }
      fail(found);
      return false;
    },
    setErrors: fail,
    reset: (next) => {
      setStart(next);
      setValues(next);
      setErrors({});
      setFailedSubmits(0);
    },
  };
}
