import type { BatchDetail, BatchRow } from "@coralhub/contract";
import { addressOf, BATCH_ROW_STATES, batchColumnLabel, payoutLifecycle, type BatchColumn } from "@coralhub/domain";
import { Link, toast } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button, Checkbox } from "antd";
import { useState, type KeyboardEvent } from "react";
import { refreshBatches, sheetCalls } from "./batch-calls.ts";

type Decision = "pay" | "leave" | "useKnown" | "undo";

/** What may be done with rows; the sheet is read anew after each. */
function useSteps({ id, kind }: BatchDetail) {
  const calls = sheetCalls(kind);
  const after = { onSettled: refreshBatches, onError: (error: Error) => toast.failed(error.message) };
  const repair = useMutation({
    mutationFn: ({ line, column, text }: { line: number; column: BatchColumn; text: string }) =>
      calls.repair({ id, line, cells: { [column]: text } }),
    ...after,
  });
  const settle = useMutation({
    mutationFn: ({ lines, decision }: { lines: number[]; decision: Decision }) => calls.settle({ id, lines, decision }),
    ...after,
  });
  const cancel = useMutation({
    mutationFn: (line: number) => calls.cancelRow({ id, line }),
    onSuccess: () => toast.done("这行已取消"),
    ...after,
  });
  return {
    repair: (line: number, column: BatchColumn, text: string) => repair.mutate({ line, column, text }),
    decide: (lines: number[], decision: Decision) => settle.mutate({ lines, decision }),
    cancel: (line: number) => cancel.mutate(line),
  };
}
type Steps = ReturnType<typeof useSteps>;

/** One row of the file is one row here; a cell is changed where it stands. */
export function Sheet({ batch, rows }: { batch: BatchDetail; rows: readonly BatchRow[] }) {
  const steps = useSteps(batch);
  return (
    <div className="batch-sheet">
      <table>
        <thead>
          <tr>
            <th scope="col">行</th>
            {batch.may.edit && (
              <th scope="col">
                <WholePage rows={rows} steps={steps} />
              </th>
            )}
            {batch.columns.map((column) => (
              <th key={column} scope="col" className={column === "amount" ? "batch-right" : undefined}>
                {batchColumnLabel(column)}
              </th>
            ))}
            <th scope="col">{batch.may.edit ? "核对结果" : "付款结果"}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <SheetRow key={row.line} batch={batch} row={row} steps={steps} />
          ))}
        </tbody>
      </table>
      {batch.may.edit && (
        <p className="batch-note batch-foot">行号与您的文件一致。点格子修改，回车保存，只改这里，不动您的文件</p>
      )}
    </div>
  );
}

function WholePage({ rows, steps }: { rows: readonly BatchRow[]; steps: Steps }) {
  const choosable = rows.filter(({ state }) => state === "ready" || state === "left");
  const chosen = choosable.filter(({ state }) => state === "ready");
  const lines = choosable.map(({ line }) => line);
  return (
    <Checkbox
      aria-label="这一页可以付的行"
      disabled={choosable.length === 0}
      checked={chosen.length > 0 && chosen.length === choosable.length}
      indeterminate={chosen.length > 0 && chosen.length < choosable.length}
      onChange={({ target }) => steps.decide(lines, target.checked ? "pay" : "leave")}
    />
  );
}

function SheetRow({ batch, row, steps }: { batch: BatchDetail; row: BatchRow; steps: Steps }) {
  const { line, state } = row;
  const isOff = state === "left" || state === "bad";
  return (
    <>
      <tr className={isOff ? "batch-off" : undefined}>
        <td className="batch-number">{line}</td>
        {batch.may.edit && (
          <td>
            <Checkbox
              aria-label={`付第 ${line} 行`}
              disabled={state === "bad" || state === "asks"}
              checked={state === "ready"}
              onChange={({ target }) => steps.decide([line], target.checked ? "pay" : "leave")}
            />
          </td>
        )}
        {batch.columns.map((column) => (
          <Cell
            key={column}
            row={row}
            column={column}
            editable={batch.may.edit}
            onSave={(text) => steps.repair(line, column, text)}
          />
        ))}
        <td>
          <Verdict row={row} onUndo={() => steps.decide([line], "undo")} onCancel={() => steps.cancel(line)} />
        </td>
      </tr>
      {batch.may.edit && (
        <Question row={row} span={batch.columns.length + 3} onDecide={(decision) => steps.decide([line], decision)} />
      )}
    </>
  );
}

type CellProps = { row: BatchRow; column: BatchColumn; editable: boolean; onSave: (text: string) => void };
function Cell({ row, column, editable, onSave }: CellProps) {
  const text = row.cells[column] ?? "";
  const [draft, setDraft] = useState<string>();
  // A number of which only the end is shown is typed anew or stays.
  const first = text.startsWith("••••") ? "" : text;
  const problem = row.problems[column];
  const before = row.before?.[column] ?? "";
  const isChanged = row.before !== null && before !== text;
  const save = () => {
    if (draft !== undefined && draft.trim() !== first) onSave(draft.trim());
    setDraft(undefined);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter") save();
    if (event.key === "Escape") setDraft(undefined);
  };
  const look = [
    "batch-cell",
    column === "amount" ? "batch-right" : "",
    problem ? "batch-wrong" : isChanged ? "batch-changed" : "",
  ].join(" ");
  if (!editable) return <td className={look}>{text}</td>;
  // Whoever listens hears both, in the order in which they stand there.
  const was = isChanged && before !== "" ? "，改前和改后" : "";
  if (draft !== undefined)
    return (
      <td className={look}>
        <input
          autoFocus
          aria-label={`第 ${row.line} 行 ${batchColumnLabel(column)}`}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={save}
          onKeyDown={keys}
        />
      </td>
    );
  return (
    <td className={look} title={problem}>
      <button
        type="button"
        aria-label={`修改第 ${row.line} 行 ${batchColumnLabel(column)}${was}：${was && `${before} `}${text || "空"}`}
        onClick={() => setDraft(first)}
      >
        {isChanged && before !== "" && <del>{before}</del>} {text || "—"}
      </button>
    </td>
  );
}

function Verdict({ row, onUndo, onCancel }: { row: BatchRow; onUndo: () => void; onCancel: () => void }) {
  const { payout, state, before } = row;
  const problems = Object.values(row.problems);
  if (payout)
    return (
      <span className={`batch-verdict batch-${payoutLifecycle.states[payout.state].tone}`}>
        <Link to={addressOf("payouts", { open: payout.id })}>{payoutLifecycle.states[payout.state].label}</Link>
        {row.reason && <span className="batch-note">{row.reason}</span>}
        {payout.mayCancel && (
          <Button type="link" size="small" onClick={onCancel}>
            取消这行
          </Button>
        )}
      </span>
    );
  const words =
    state === "bad"
      ? problems[0]
      : state === "asks"
        ? row.marks[0]?.text
        : state === "refused"
          ? row.reason
          : undefined;
  return (
    <span className={`batch-verdict batch-${BATCH_ROW_STATES[state].tone}`}>
      {words ?? (before && state === "ready" ? "已改，可以付" : BATCH_ROW_STATES[state].label)}
      {before && state !== "taken" && (
        <Button type="link" size="small" onClick={onUndo}>
          撤回
        </Button>
      )}
    </span>
  );
}

/** Under a row that asks: what was found, and the two ways to go on. */
function Question({ row, span, onDecide }: { row: BatchRow; span: number; onDecide: (decision: Decision) => void }) {
  const changed = row.marks.some(({ mark }) => mark === "accountChanged");
  const isBadNumber = row.state === "bad" && row.known !== null && row.problems.accountNumber !== undefined;
  if (row.state !== "asks" && !isBadNumber) return null;
  const mark = row.marks[0];
  return (
    <tr className={isBadNumber ? "batch-question batch-question-bad" : "batch-question"}>
      <td colSpan={span}>
        <div className="batch-line">
          <span className="batch-words">
            {isBadNumber ? "账号对不上。付过这一家，可以用上次的账号" : mark?.detail}
            {mark?.payoutId && <Link to={addressOf("payouts", { open: mark.payoutId })}>看那笔</Link>}
          </span>
          {(changed || isBadNumber) && row.known && <Button onClick={() => onDecide("useKnown")}>用上次的账号</Button>}
          {!isBadNumber && (
            <Button onClick={() => onDecide("pay")}>{changed ? "已电话核实，照付" : "是另一笔，照付"}</Button>
          )}
          {!isBadNumber && (
            <Button type="link" onClick={() => onDecide("leave")}>
              这行不付
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}
