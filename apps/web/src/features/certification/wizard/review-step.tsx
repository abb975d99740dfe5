import { answerText, type Answer } from "@coralhub/domain";
import { Facts, icons, Masked, Panel, type Fact } from "@coralhub/ui";
import { Checkbox, type CheckboxRef } from "antd";
import { useEffect, useRef } from "react";
import type { StoredFile } from "../certification-calls.ts";
import { useFilePicture } from "../documents/file-picture.tsx";
import type { Tick } from "./application-wizard.tsx";
import type { Wizard } from "./use-wizard.ts";

type Props = {
  wizard: Wizard;
  tick: Tick;
  onEdit: (section: number) => void;
};

/** Everything once more before it is handed in. */
export function ReviewStep({ wizard, tick: { confirmed, asking, confirm }, onEdit }: Props) {
  const box = useRef<CheckboxRef>(null);
  useEffect(() => {
    if (!asking) return;
    box.current?.input?.scrollIntoView({ block: "center" });
    box.current?.focus();
  }, [asking]);
  return (
    <div className="step-body">
      {wizard.sections.map((section, at) => {
        const here = wizard.asked.filter((answer) => answer.section === section.title && answer.value !== "");
        const missing = wizard.asked.filter(
          (answer) => answer.section === section.title && wizard.problems[answer.place] !== undefined,
        ).length;
        return (
          <Panel
            key={section.title}
            title={section.title}
            {...(missing > 0 && { intro: <span className="text-danger">还有 {missing} 项需要填写</span> })}
            action={
              <button
                type="button"
                className="text-button"
                onClick={() => onEdit(at)}
                aria-label={`修改${section.title}`}
              >
                修改
              </button>
            }
          >
            {here.length > 0 ? (
              <>
                <Facts columns={2} facts={factsOf(here)} />
                <Pictures answers={here} files={wizard.answers.files} />
              </>
            ) : (
              <p className="panel-intro">没有填写</p>
            )}
          </Panel>
        );
      })}
      <div>
        <Checkbox
          ref={box}
          checked={confirmed}
          aria-invalid={asking}
          onChange={(event) => confirm(event.target.checked)}
        >
          以上资料真实、完整，与证件一致
        </Checkbox>
        {asking && (
          <p className="text-danger" role="alert">
            请勾选「以上资料真实、完整」后再提交
          </p>
        )}
      </div>
    </div>
  );
}

const factsOf = (answers: readonly Answer[]): Fact[] =>
  answers
    .filter(({ field }) => field.kind !== "document")
    .map((answer) => ({ label: answer.label, value: <AnswerText answer={answer} /> }));

function AnswerText({ answer }: { answer: Answer }) {
  const text = answerText(answer);
  if (!answer.field.personal || text.length < 8) return text;
  return <Masked start={text.slice(0, 3)} end={text.slice(-4)} />;
}

function Pictures({ answers, files }: { answers: readonly Answer[]; files: ReadonlyMap<string, StoredFile> }) {
  const documents = answers.filter(({ field }) => field.kind === "document");
  if (documents.length === 0) return null;
  return (
    <ul className="review-pictures">
      {documents.map(({ place, label, value }) => (
        <li key={place}>
          <Thumbnail file={files.get(value)} label={label} />
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ file, label }: { file: StoredFile | undefined; label: string }) {
  const url = useFilePicture(file);
  return <div className="upload-preview">{url ? <img src={url} alt={label} /> : <icons.File size={32} />}</div>;
}
