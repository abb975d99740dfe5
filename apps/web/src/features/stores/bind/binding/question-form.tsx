import type { StoreFieldName } from "@coralhub/domain";
import { SchemaForm, type Section } from "@coralhub/ui";
import { useEffect, type ReactNode } from "react";
import type { StepName } from "./binding-steps.ts";
import { fieldOfQuestion } from "./question-field.tsx";
import type { Binding } from "./use-binding.ts";

export type QuestionSection = { title?: string; intro?: ReactNode; names: readonly StoreFieldName[] };
type Props = {
  binding: Binding;
  step: StepName;
  formId: string;
  onNext: () => void;
  sections: readonly QuestionSection[];
  /** Before the catalogue's questions: a choice of the page's own. */
  lead?: Section;
  /** After them. */
  tail?: Section | undefined;
};

const idOf = (name: string): string => `question-${name}`;
/** Brings the first wrong answer into view and focus. */
const focusFirst = () =>
  requestAnimationFrame(() => {
    const wrong = document.querySelector<HTMLElement>(".field-row:has(.field-error)");
    wrong?.querySelector<HTMLElement>("input,button,textarea")?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: "center" });
  });

/** Questions of one step, in the shape the form component reads. */
export function QuestionForm({ binding, step, formId, onNext, sections, lead, tail }: Props) {
  const asked: Section[] = [
    ...(lead ? [lead] : []),
    ...sections.map(({ names, ...head }) => ({ ...head, fields: names.map((name) => fieldOfQuestion(binding, name)) })),
    ...(tail ? [tail] : []),
  ];
  // After a refusal the wizard turns to this step: the answer that was refused is where the merchant goes on.
  useEffect(() => {
    if (binding.shows > 0) focusFirst();
  }, [binding.shows]);
  return (
    <SchemaForm
      id={formId}
      onSubmit={onNext}
      form={{
        sections: asked,
        values: binding.answers,
        errors: binding.errors,
        dirty: false,
        failedSubmits: binding.tried.has(step) ? 1 : 0,
        idOf,
        set: (name, value) => binding.put(name, typeof value === "string" ? value : value === true ? "true" : ""),
        blur: binding.blur,
        validate: () => {
          const good = binding.check(step);
          if (!good) focusFirst();
          return good;
        },
        setErrors: () => undefined,
        reset: () => undefined,
      }}
    />
  );
}
