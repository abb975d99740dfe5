import {
  MOST_IMPORTED_ROWS,
  type CheckedRow,
  type CheckedSheet,
  type Download,
  type ImportedSheet,
} from "@coralhub/contract";
import { Notice, toast } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { Button, Modal, Upload } from "antd";
import { useState, type ReactNode } from "react";
import "./import-dialog.css";

type Props = {
  title: string;
  /** 「家店铺」「个收款人」 */
  unit: string;
  /** What is chosen before a file is: whose, and what counts for every row. */
  choices: ReactNode;
  /** The choices the check goes by, as one word: rows checked under others no longer count. */
  chosen: string;
  template: () => Promise<Download>;
  check: (file: File) => Promise<CheckedSheet>;
  /** May this row be saved now? Beside what the sheet says, something may have been added here. */
  isGood?: (row: CheckedRow) => boolean;
  /** What can be added to a row in place. */
  rowAction?: (row: CheckedRow) => ReactNode;
  /** Asked before it is saved: a code. */
  proof?: ReactNode;
  save: (fileId: string, lines: number[]) => Promise<ImportedSheet>;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
};
const hasNoProblem = ({ problems }: CheckedRow): boolean => problems.length === 0;

/** Many at once from a spreadsheet: looked at row by row, what is right is saved, the rest says what is wrong. */
export function ImportDialog({ title, onClose, ...props }: Props) {
  return (
    <Modal open title={title} footer={null} width={760} onCancel={onClose}>
      <ImportBody {...props} onClose={onClose} />
    </Modal>
  );
}

function ImportBody({
  unit,
  choices,
  chosen,
  template,
  check,
  save,
  onSaved,
  onClose,
  ...props
}: Omit<Props, "title">) {
  const { isGood = hasNoProblem, rowAction, proof } = props;
  const [file, setFile] = useState<File>();
  const look = useMutation({
    mutationFn: async (given: File) => ({ under: chosen, sheet: await check(given) }),
    onError: () => setFile(undefined),
  });
  const download = useMutation({
    mutationFn: async () => saveFile(await template()),
    onError: (error) => toast.failed(error.message),
  });
  const sheet = look.data?.under === chosen ? look.data.sheet : undefined;
  const good = (sheet?.rows ?? []).filter(isGood);
  const store = useMutation({
    mutationFn: () =>
      save(
        sheet!.fileId,
        good.map(({ line }) => line),
      ),
    onSuccess: onSaved,
  });
  const pick = (given: File) => {
    setFile(given);
    look.mutate(given);
  };
  if (store.data) return <Outcome outcome={store.data} unit={unit} onClose={onClose} />;
  const problem = look.error ?? store.error;
  return (
    <div className="import-body">
      {problem && <Notice tone="danger" title={problem.message} />}
      <div className="import-line">
        {choices}
        <Button loading={download.isPending} onClick={() => download.mutate()}>
          下载模板
        </Button>
        {file && look.data && (
          <Button loading={look.isPending} onClick={() => look.mutate(file)}>
            重新核对
          </Button>
        )}
      </div>
      <Drop file={file} isPending={look.isPending} onPick={pick} />
      {look.data && !sheet && <p role="status">选择已更改，请重新核对</p>}
      {sheet && (
        <>
          <CheckedRows rows={sheet.rows} isGood={isGood} rowAction={rowAction} />
          {good.length > 0 && proof}
          <Button type="primary" disabled={good.length === 0} loading={store.isPending} onClick={() => store.mutate()}>
            保存 {good.length} {unit}
          </Button>
        </>
      )}
    </div>
  );
}

type DropProps = { file: File | undefined; isPending: boolean; onPick: (file: File) => void };
function Drop({ file, isPending, onPick }: DropProps) {
  return (
    <Upload.Dragger
      accept=".xlsx,.csv"
      showUploadList={false}
      disabled={isPending}
      beforeUpload={(given) => {
        onPick(given);
        return false;
      }}
    >
      <p>{isPending ? "正在逐行核对" : (file?.name ?? "把 Excel 或 CSV 拖到这里，或点击选择")}</p>
      <p className="import-note">
        第一行是表头，最多 {MOST_IMPORTED_ROWS} 行。常见收款服务导出的表可以直接上传，认得的列名不用改
      </p>
    </Upload.Dragger>
  );
}

type RowsProps = {
  rows: readonly CheckedRow[];
  isGood: NonNullable<Props["isGood"]>;
  rowAction: Props["rowAction"];
};
function CheckedRows({ rows, isGood, rowAction }: RowsProps) {
  const bad = rows.filter((row) => !isGood(row)).length;
  return (
    <>
      <p role="status">
        {rows.length - bad} 行可以保存
        {bad > 0 && `，${bad} 行要改，改好文件后重新上传`}
      </p>
      <ul className="import-rows">
        {rows.map((row) => (
          <Row key={row.line} row={row} good={isGood(row)} action={rowAction?.(row)} />
        ))}
      </ul>
    </>
  );
}

function Row({ row, good, action }: { row: CheckedRow; good: boolean; action: ReactNode }) {
  return (
    <li className="import-row">
      <span className="import-note">第 {row.line} 行</span>
      <span className="import-words">
        <span>{row.name || "没有名称"}</span>
        <span className="import-note">{row.note}</span>
        {!good && (
          <ul className="import-wrong">
            {row.problems.map(({ field, label, text }) => (
              <li key={field}>
                {label}：{text}
              </li>
            ))}
          </ul>
        )}
      </span>
      {action ?? <span className="import-note">{good ? "可以保存" : "要改"}</span>}
    </li>
  );
}

type OutcomeProps = { outcome: ImportedSheet; unit: string; onClose: () => void };
function Outcome({ outcome: { saved, rows }, unit, onClose }: OutcomeProps) {
  const left = rows.filter(({ id }) => id === null);
  return (
    <div className="import-body">
      <Notice
        tone={saved > 0 ? "success" : "warning"}
        title={saved > 0 ? `已保存 ${saved} ${unit}` : "没有保存任何一行"}
      >
        {left.length > 0 && `${left.length} 行没有保存，改好后可以再导入`}
      </Notice>
      {left.length > 0 && (
        <ul className="import-rows">
          {left.map(({ line, name, problem }) => (
            <li key={line} className="import-row">
              <span className="import-note">第 {line} 行</span>
              <span className="import-words">
                <span>{name || "没有名称"}</span>
                <span className="import-wrong">{problem}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="import-line">
        <Button onClick={onClose}>关闭</Button>
      </div>
    </div>
  );
}
