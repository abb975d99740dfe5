import { toShanghaiTime } from "@coralhub/domain";
import { Notice } from "@coralhub/ui";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { incomes, useStep, type IncomeCase } from "./collections-calls.ts";
import { OwnProposal } from "./own-proposal.tsx";
import { ReasonedSteps, type Taken } from "./reasoned-steps.tsx";

/** What this colleague may do with a held payment: credit it, ask for papers, or propose to send it back. */
export function IncomeSteps({ shown }: { shown: IncomeCase }) {
  const self = useSelf();
  const { may, returnProposal } = shown;
  return (
    <>
      {returnProposal && (
        <Notice tone="warning" title={`${returnProposal.by} 提出退回，${toShanghaiTime(returnProposal.at)}`}>
          {returnProposal.reason}
        </Notice>
      )}
      {returnProposal?.mine && <OwnProposal />}
      {may.decideReturn &&
        (mayUse(self, "finance") ? <SecondLook shown={shown} /> : <Notice tone="info" title="等财务复核退回" />)}
      {(may.credit || may.proposeReturn) && mayUse(self, "reviewer") && <FirstLook shown={shown} />}
    </>
  );
}

const DONE: Record<string, string> = {
  credit: "已入账，商户会收到通知",
  ask: "已发给商户，答复后回到待处理",
  return: "已提出退回，等另一位财务复核",
};

function FirstLook({ shown: { merchantId, id, may } }: { shown: IncomeCase }) {
  const ref = { merchantId, id };
  const send = ({ step, words }: Taken) => {
    if (step === "credit") return incomes.creditIncome({ ...ref, reason: words });
    if (step === "ask") return incomes.askIncomeEvidence({ ...ref, text: words });
    return incomes.proposeReturn({ ...ref, reason: words });
  };
  const taking = useStep<Taken>(send, ({ step }) => DONE[step] ?? "已完成");
  return (
    <ReasonedSteps
      label="处理说明"
      hint="入账和退回写依据，同事和审计会看到；要求补充时商户会看到"
      taking={taking}
      steps={[
        ...(may.proposeReturn ? [{ key: "return", label: "提出退回", shortest: 2, missing: "请写明为什么退回" }] : []),
        ...(may.ask ? [{ key: "ask", label: "要求补充", shortest: 4, missing: "请写明要补充什么，商户会看到" }] : []),
        ...(may.credit
          ? [{ key: "credit", label: "核实无误，入账", primary: true, shortest: 2, missing: "请写明核实的依据" }]
          : []),
      ]}
    />
  );
}

function SecondLook({ shown: { merchantId, id } }: { shown: IncomeCase }) {
  const taking = useStep<Taken>(
    ({ step, words }) =>
      incomes.decideReturn({ merchantId, id, decision: step === "approve" ? "approve" : "reject", note: words }),
    ({ step }) => (step === "approve" ? "已复核，款项退回付款方" : "已驳回，回到待处理"),
  );
  return (
    <ReasonedSteps
      label="复核意见"
      hint="复核通过立即退回付款方，不能撤回；驳回时必填"
      taking={taking}
      steps={[
        { key: "reject", label: "驳回", shortest: 2, missing: "请写明驳回的原因，提出的同事会看到" },
        { key: "approve", label: "复核通过，退回", primary: true },
      ]}
    />
  );
}
