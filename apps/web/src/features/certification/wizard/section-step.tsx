import { rowsOf, type Answer, type FormSection } from "@coralhub/domain";
import {
  icons,
  Notice,
  SchemaForm,
  toast,
  useNarrow,
  type Review,
  type SchemaFormState,
  type Section,
} from "@coralhub/ui";
import { Button } from "antd";
import { useState } from "react";
import { inTable } from "../../../platform/show.tsx";
import { addRow, removeRow } from "./answers.ts";
import { fieldOfAnswer } from "./field-of-answer.tsx";
import { fillFromRepresentative, mayBeSamePerson } from "./same-person.ts";
import { placeId, submittedValue, type Wizard } from "./use-wizard.ts";

type Props = { wizard: Wizard; section: FormSection; formId: string; onNext: () => void };

/** One step: the questions of a section, or the rows of a part. */
export function SectionStep({ wizard, section, formId, onNext }: Props) {
  const narrow = useNarrow();
  const [unfolded, setUnfolded] = useState(false);
  const here = wizard.asked.filter((answer) => answer.section === section.title);
  const lockedHere = here.filter(({ place }) => wizard.locked.has(place));
  const folded = narrow && lockedHere.length > 0 && !unfolded;
  const shown = folded ? here.filter(({ place }) => !wizard.locked.has(place)) : here;
  const groupError = "group" in section ? wizard.errors[section.group] : undefined;
  return (
    <div className="step-body">
      {groupError && <Notice tone="danger" title={groupError} />}
      <SchemaForm id={formId} form={formState(wizard, sectionsOf(wizard, section, shown), section)} onSubmit={onNext}>
        {"group" in section && <AddPart wizard={wizard} section={section} />}
        {folded && (
          <button type="button" className="folded" onClick={() => setUnfolded(true)}>
            <icons.Check />
            <span>已通过 {lockedHere.length} 项</span>
            <span className="folded-open">
              展开 <icons.ChevronDown size={16} />
            </span>
          </button>
        )}
      </SchemaForm>
    </div>
  );
}

/** The wizard's state in the shape the form component reads. */
function formState(wizard: Wizard, sections: Section[], section: FormSection): SchemaFormState {
  return {
    sections,
    values: Object.fromEntries(
      wizard.asked.map(({ place, field, value }) => [place, field.kind === "agreement" ? value === "1" : value]),
    ),
    errors: wizard.errors,
    dirty: false,
    failedSubmits: wizard.tried.has(section.title) ? 1 : 0,
    idOf: placeId,
    set: wizard.put,
    blur: wizard.blur,
    validate: () => wizard.checkSection(wizard.sections.indexOf(section)),
    setErrors: () => undefined,
    reset: () => undefined,
  };
}

function sectionsOf(wizard: Wizard, section: FormSection, shown: readonly Answer[]): Section[] {
  if ("fields" in section)
    return [
      {
        title: section.title,
        ...(section.intro && { intro: section.intro }),
        fields: documentsFirst(shown).map((answer) => fieldFor(wizard, answer)),
      },
    ];
  const rows = rowsOf(wizard.answers.values[section.group]);
  const head: Section = { title: section.title, ...(section.intro && { intro: section.intro }), fields: [] };
  return [
    head,
    ...rows.map((_row, at): Section => {
      const prefix = section.single ? `${section.group}.` : `${section.group}.${at}.`;
      const fields = shown.filter(({ place }) => place.startsWith(prefix));
      const fixed = fields.some(({ place }) => wizard.locked.has(place)) || rows.length <= section.least;
      return {
        title: section.single ? section.rowLabel : `${section.rowLabel} ${at + 1}`,
        intro: (
          <>
            {mayBeSamePerson(wizard, section.group, fields) && (
              <button type="button" className="text-button" onClick={() => fillFromRepresentative(wizard, prefix)}>
                同法定代表人
              </button>
            )}
            {!fixed && (
              <button
                type="button"
                className="text-button"
                onClick={() => wizard.answers.change((before) => removeRow(before, section, at))}
              >
                删除这位{section.rowLabel}
              </button>
            )}
          </>
        ),
        fields: documentsFirst(fields).map((answer) => fieldFor(wizard, answer)),
      };
    }),
  ];
}

/** Side by side, and before what is read from them; what decides which documents are asked stays before them. */
function documentsFirst(answers: readonly Answer[]): Answer[] {
  const first = answers.findIndex(({ field }) => field.kind === "document");
  const lead = answers.slice(0, Math.max(0, first)).filter(({ field }) => field.kind !== "text");
  const documents = answers.filter(({ field }) => field.kind === "document");
  const rest = answers.filter((answer) => !lead.includes(answer) && !documents.includes(answer));
  return [...lead, ...documents, ...rest];
}

function fieldFor(wizard: Wizard, answer: Answer) {
  const { answers, decisions, locked, submitted, form } = wizard;
  const decision = decisions.get(answer.path);
  const before = submittedValue(form, submitted, answer.path);
  const rejected = decision?.verdict === "rejected";
  const chinese = answer.values["companyName"] ?? answer.values["enterpriseNameCh"] ?? answer.values["companyNameCh"];
  return fieldOfAnswer(answer, reviewOf(decision, answer, before), {
    files: answers.files,
    locked: locked.has(answer.place),
    ...(rejected && answer.field.kind === "document" && { rejectedFile: answers.files.get(before) }),
    chineseName: typeof chinese === "string" ? chinese : "",
    mainBusinessTypes: wizard.mainBusinessTypes,
    risks: wizard.risks,
    onFace: wizard.put,
    save: answers.save,
    onUploaded: (place, file, { fields, problem }) => {
      answers.addFile(file);
      wizard.put(place, file.fileId);
      const filled = fields ? wizard.read(place, fields) : 0;
      if (filled > 0) toast.done(`已从照片读出 ${filled} 项，请对照证件核对`);
      else if (problem) toast.done("已上传，没有读出文字，请手动填写");
    },
  });
}

function reviewOf(
  decision: ReturnType<Wizard["decisions"]["get"]>,
  { field, value }: Answer,
  before: string,
): Review | undefined {
  if (decision?.verdict === "accepted") return { verdict: "accepted" };
  if (decision?.verdict !== "rejected") return undefined;
  const when = decision.decidedAt ? `审核员，${inTable(decision.decidedAt)}` : "审核员";
  const compare = field.kind !== "document" && field.kind !== "face" && value !== before ? `。上次填写：${before}` : "";
  return { verdict: "rejected", reason: decision.reason, by: when + compare };
}

type Part = Extract<FormSection, { group: string }>;

function AddPart({ wizard, section }: { wizard: Wizard; section: Part }) {
  const rows = rowsOf(wizard.answers.values[section.group]).length;
  if (rows >= section.most) return null;
  return (
    <Button
      icon={<icons.Plus />}
      onClick={() => wizard.answers.change((before) => addRow(before, section, crypto.randomUUID()))}
    >
      {rows === 0 || section.single ? `填写${section.rowLabel}` : `再加一位${section.rowLabel}`}
    </Button>
  );
}
