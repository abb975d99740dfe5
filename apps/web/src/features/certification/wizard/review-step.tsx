import { answerText, type Answer } from "@coralhub/domain";
import { Facts, icons, Masked, Panel, type Fact } from "@coralhub/ui";
import { Checkbox } from "antd";
import type { StoredFile } from "../certification-calls.ts";
import { useFilePicture } from "../documents/file-picture.tsx";
import type { Wizard } from "./use-wizard.ts";

type Props = {
  wizard: Wizard;
  confirmed: boolean;
  onConfirm: (yes: boolean) => void;
  onEdit: (section: number) => void;
};

/** Everything once more before it is handed in. */
export function ReviewStep({ wizard, confirmed, onConfirm, onEdit }: Props) {
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
      <Checkbox checked={confirmed} onChange={(event) => onConfirm(event.target.checked)}>
        以上资料真实、完整，与证件一致
      </Checkbox>
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
