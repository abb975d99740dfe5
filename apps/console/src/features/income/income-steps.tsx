import { INCOME_PROPOSALS, toShanghaiTime, type IncomeProposal } from "@coralhub/domain";
import { Notice } from "@coralhub/ui";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { incomes, useStep, type IncomeCase } from "./income-calls.ts";
import { OwnProposal } from "./own-proposal.tsx";
import { ReasonedSteps, type Taken } from "./reasoned-steps.tsx";

/** What this colleague may do with a held payment: credit it or propose to, ask for papers, or propose to send it back. */
export function IncomeSteps({ shown }: { shown: IncomeCase }) {
  const self = useSelf();
  const { may, proposal } = shown;
  const what = proposal && INCOME_PROPOSALS[proposal.what].label;
  return (
    <>
      {proposal && (
        <Notice tone="warning" title={`${proposal.by} 提出${what}，${toShanghaiTime(proposal.at)}`}>
          {proposal.reason}
        </Notice>
      )}
      {proposal?.mine && <OwnProposal />}
      {proposal &&
        may.decide &&
        (mayUse(self, "finance") ? (
          <SecondLook shown={shown} what={proposal.what} />
        ) : (
          <Notice tone="info" title={`等财务复核${what}`} />
        ))}
      {may.proposeReturn && mayUse(self, "reviewer") && <FirstLook shown={shown} />}
    </>
  );
}

const DONE: Record<string, string> = {
  credit: "已入账，商户会收到通知",
  ask: "已发给商户，答复后回到待处理",
  proposeCredit: "已提出入账，等另一位财务复核",
  return: "已提出退回，等另一位财务复核",
};

function FirstLook({ shown: { merchantId, id, may } }: { shown: IncomeCase }) {
  const ref = { merchantId, id };
  const send = ({ step, words }: Taken) => {
    if (step === "credit") return incomes.creditIncome({ ...ref, reason: words });
    if (step === "proposeCredit") return incomes.proposeCredit({ ...ref, reason: words });
    if (step === "ask") return incomes.askIncomeEvidence({ ...ref, text: words });
    return incomes.proposeReturn({ ...ref, reason: words });
  };
  const taking = useStep<Taken>(send, ({ step }) => DONE[step] ?? "已完成");
  return (
    <ReasonedSteps
      label="处理说明"
      hint={
        may.proposeCredit
          ? "付款方命中筛查名单，入账须另一位财务复核，请写明核查结论；要求补充时商户会看到"
          : "入账和退回写依据，同事和审计会看到；要求补充时商户会看到"
      }
      taking={taking}
      steps={[
        ...(may.proposeReturn ? [{ key: "return", label: "提出退回", shortest: 2, missing: "请写明为什么退回" }] : []),
        ...(may.ask ? [{ key: "ask", label: "要求补充", shortest: 4, missing: "请写明要补充什么，商户会看到" }] : []),
        ...(may.credit
          ? [{ key: "credit", label: "核实无误，入账", primary: true, shortest: 2, missing: "请写明核实的依据" }]
          : []),
        ...(may.proposeCredit
          ? [{ key: "proposeCredit", label: "提出入账", primary: true, shortest: 2, missing: "请写明核查的结论" }]
          : []),
      ]}
    />
  );
}

const AGREED = {
  credit: { done: "已复核，款项已入账", hint: "复核通过立即入账，商户随即可用", label: "复核通过，入账" },
  return: { done: "已复核，款项退回付款方", hint: "复核通过立即退回付款方，不能撤回", label: "复核通过，退回" },
} as const satisfies Record<IncomeProposal, Record<string, string>>;

function SecondLook({ shown: { merchantId, id }, what }: { shown: IncomeCase; what: IncomeProposal }) {
  const agreed = AGREED[what];
  const taking = useStep<Taken>(
    ({ step, words }) =>
      incomes.decideIncome({ merchantId, id, what, decision: step === "approve" ? "approve" : "reject", note: words }),
    ({ step }) => (step === "approve" ? agreed.done : "已驳回，回到待处理"),
  );
  return (
    <ReasonedSteps
      label="复核意见"
      hint={`${agreed.hint}；驳回时必填`}
      taking={taking}
      steps={[
        { key: "reject", label: "驳回", shortest: 2, missing: "请写明驳回的原因，提出的同事会看到" },
        { key: "approve", label: agreed.label, primary: true },
      ]}
    />
  );
}
