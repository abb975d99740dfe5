import type { ReactNode } from "react";
import { Check, Info } from "../icons.tsx";
import { Notice } from "../parts/notice.tsx";
import { Control } from "./control.tsx";
import type { Field } from "./field.ts";
import { focusField, type SchemaFormState } from "./use-schema-form.ts";
import { asked } from "./validate.ts";
import "./form.css";

type SchemaFormProps = {
  form: SchemaFormState;
  /** Called only when everything is right. */
  onSubmit: () => void;
  /** Buttons, where the page has no action bar of its own. */
  children?: ReactNode;
  /** What stands between a section's heading and its fields, by the heading: a finder that fills them in. */
  leads?: Readonly<Record<string, ReactNode>>;
  /** Lets a button outside the form submit it: `<Button htmlType="submit" form={id}>`. */
  id?: string;
};

/** Fields as data: sections, labels above, help that yields to errors, a summary with links after a failed submit. */
export function SchemaForm({ form, onSubmit, children, leads, id }: SchemaFormProps) {
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    if (form.validate()) onSubmit();
  };
  return (
    <form className="schema-form" id={id} noValidate onSubmit={submit}>
      <ErrorSummary form={form} />
      {form.sections.map((section, index) => (
        <section key={index} className="form-section">
          {section.title && (
            <div>
              <h2 className="type-section">{section.title}</h2>
              {section.intro && <p className="form-section-intro">{section.intro}</p>}
            </div>
          )}
          {section.title && leads?.[section.title]}
          <div className="form-fields">
            {section.fields
              .filter((field) => field.when?.(form.values) ?? true)
              .map((field) => (
                <FieldRow key={field.name} field={field} form={form} />
              ))}
          </div>
        </section>
      ))}
      {children}
    </form>
  );
}

function ErrorSummary({ form }: { form: SchemaFormState }) {
  const wrong = form.sections.flatMap((section) => section.fields).filter(({ name }) => form.errors[name]);
  if (form.failedSubmits === 0 || wrong.length === 0) return null;
  return (
    <Notice
      tone="danger"
      title={`有 ${wrong.length} 项需要修改`}
      action={wrong.map(({ name, label }) => (
        <a
          key={name}
          href={`#${form.idOf(name)}`}
          onClick={(event) => {
            event.preventDefault();
            focusField(form.idOf(name));
          }}
        >
          {label}
        </a>
      ))}
    />
  );
}

function FieldRow({ field, form }: { field: Field; form: SchemaFormState }) {
  const id = form.idOf(field.name);
  const { name, label, help, review } = field;
  const error = form.errors[name];
  const rejected = review?.verdict === "rejected" ? review : undefined;
  const noted = Boolean(error ?? rejected ?? help);
  const control = {
    id,
    value: form.values[name],
    onChange: (value: Parameters<typeof form.set>[1]) => form.set(name, value),
    onBlur: () => form.blur(name),
    invalid: Boolean(error ?? (rejected && !form.dirty)),
    describedBy: noted ? `${id}-note` : undefined,
  };
  const labelled = asked(field, form.values) && field.kind !== "choice" && field.kind !== "own";
  return (
    <div className={`field-row field-${field.width ?? 480}`}>
      <div className="field-label">
        {labelled ? <label htmlFor={id}>{label}</label> : <span>{label}</span>}
        <FieldMark field={field} />
      </div>
      <Control field={field} control={control} />
      {noted && (
        <div id={`${id}-note`} className={error || rejected ? "field-error" : "field-help"}>
          {(error || rejected) && <Info size={16} />}
          <span>
            {error ?? rejected?.reason ?? help}
            {!error && rejected && <span className="field-by">{rejected.by}</span>}
          </span>
        </div>
      )}
    </div>
  );
}

function FieldMark({ field }: { field: Field }) {
  if (field.review?.verdict === "accepted") {
    return (
      <span className="field-passed">
        <Check size={16} />
        已通过
      </span>
    );
  }
  if (field.review?.verdict === "rejected") return <span className="field-rejected">需要修改</span>;
  return field.optional ? <span className="field-optional">选填</span> : null;
}
