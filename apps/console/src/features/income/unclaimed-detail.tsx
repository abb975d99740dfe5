import { deskAddress, toShanghaiTime, unclaimedIncomeLifecycle } from "@coralhub/domain";
import { Copyable, Facts, Link, Notice, StateTag, type Fact } from "@coralhub/ui";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { unclaimed, useStep, type UnclaimedRow } from "./income-calls.ts";
import { OwnProposal } from "./own-proposal.tsx";
import { ReasonedSteps, type Taken } from "./reasoned-steps.tsx";
import { UnclaimedProposal } from "./unclaimed-proposal.tsx";
import { Amount, countryName } from "./words.tsx";
import "./income.css";

const PROPOSALS = { assign: "归入商户", return: "退回付款方" } as const;

export function UnclaimedDetail({ row }: { row: UnclaimedRow }) {
  const self = useSelf();
  return (
    <div className="collection-case">
      <div className="collection-head">
        <Amount of={row.amount} figure />
        <StateTag lifecycle={unclaimedIncomeLifecycle} state={row.state} />
      </div>
      <Facts facts={factsOf(row)} />
      {row.state === "waiting" && mayUse(self, "reviewer") && <UnclaimedProposal row={row} />}
      {row.state === "proposed" && row.proposedBy === self.id && <OwnProposal />}
      {row.state === "proposed" &&
        row.proposedBy !== self.id &&
        (mayUse(self, "finance") ? <SecondLook row={row} /> : <Notice tone="info" title="等财务复核" />)}
    </div>
  );
}

const factsOf = (row: UnclaimedRow): Fact[] => [
  { label: "付款方", value: [row.payerName, countryName(row.payerCountry)].filter((word) => word !== "—").join("，") },
  { label: "收款账号", value: <Copyable text={row.accountNumber} /> },
  { label: "附言", value: row.remittance || "—" },
  { label: "到账时间", value: toShanghaiTime(row.arrivedAt) },
  { label: "银行流水号", value: <Copyable text={row.reference} /> },
  ...(row.proposal
    ? [
        { label: "提出", value: `${row.proposedName ?? "同事"}，${PROPOSALS[row.proposal]}` },
        { label: "依据", value: row.reason ?? "—" },
      ]
    : []),
  ...(row.proposedMerchantId
    ? [
        {
          label: "归入",
          value: (
            <Link to={deskAddress("merchant", { id: row.proposedMerchantId })}>
              <MerchantName merchantId={row.proposedMerchantId} />
            </Link>
          ),
        },
      ]
    : []),
];

function SecondLook({ row: { id, proposal } }: { row: UnclaimedRow }) {
  const taking = useStep<Taken>(
    ({ step, words }) =>
      unclaimed.decideUnclaimed({ id, decision: step === "approve" ? "approve" : "reject", note: words }),
    ({ step }) => (step === "approve" ? `已复核，${PROPOSALS[proposal ?? "return"]}` : "已驳回，回到待认领"),
  );
  return (
    <ReasonedSteps
      label="复核意见"
      hint="通过立即执行，不能撤回；驳回时必填"
      taking={taking}
      steps={[
        { key: "reject", label: "驳回", shortest: 2, missing: "请写明驳回的原因，提出的同事会看到" },
        { key: "approve", label: `复核通过，${PROPOSALS[proposal ?? "return"]}`, primary: true },
      ]}
    />
  );
}
