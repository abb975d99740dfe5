import {
  BANK_WORDS,
  moneyText,
  PAYOUT_TROUBLES,
  payoutLifecycle,
  toShanghaiTime,
  troubleOfWord,
  withoutFullStop,
} from "@coralhub/domain";
import { Notice } from "@coralhub/ui";
import { Button } from "antd";
import { useState } from "react";
import { NoteField } from "../../platform/note-field.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { payouts, useStep, type PayoutCase } from "./payouts-calls.ts";

type Said = PayoutCase["contradictions"][number];
const labelOf = (state: PayoutCase["state"]): string => payoutLifecycle.states[state].label;

const titleOf = ({ said, state, amount, at }: Said): string =>
  `${PAYOUT_TROUBLES[troubleOfWord({ said, state })]}：${toShanghaiTime(at)} 银行说${BANK_WORDS[said]}${
    amount ? ` ${moneyText(amount)}` : ""
  }`;
function wordsOf({ state, reason, reference }: Said, { price }: PayoutCase): string {
  return [
    `当时这笔是${labelOf(state)}`,
    ...(price ? [`应到账 ${moneyText(price.arrives)}`] : []),
    ...(reason ? [`原因：${withoutFullStop(reason)}`] : []),
    ...(reference ? [`退回流水号：${reference}`] : []),
  ].join("，");
}

/** Nothing is moved on such words: somebody compares with the bank and its statement, and says what came of it. */
export function ContradictionsPanel({ shown, mayDecide }: { shown: PayoutCase; mayDecide: boolean }) {
  const { merchantId, id, state, contradictions } = shown;
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();
  const see = useStep<string>(
    (words) =>
      payouts.seeContradiction({ merchantId, id, note: words, contradictionIds: contradictions.map((one) => one.id) }),
    () => "已记下核对结果",
  );
  return (
    <div className="payout-steps">
      {contradictions.map((one) => (
        <Notice key={one.id} tone="danger" title={titleOf(one)}>
          {wordsOf(one, shown)}
        </Notice>
      ))}
      <p className="second-line">
        这笔现在是{labelOf(state)}，没有按这些说法记账。请与银行和对账单核对，要动账由两人在账务调整里办
      </p>
      {see.error && <Notice tone="danger" title={problemText(see.error)} />}
      {mayDecide && (
        <>
          <NoteField
            longest={300}
            label="核对的结果"
            value={note}
            onChange={(text) => {
              setNote(text);
              setProblem(undefined);
            }}
            hint="记在审计日志"
            problem={problem}
          />
          <div className="payout-actions">
            <Button
              loading={see.isPending}
              onClick={() => (note.trim().length < 2 ? setProblem("请写明核对的结果") : see.mutate(note.trim()))}
            >
              已核对
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
