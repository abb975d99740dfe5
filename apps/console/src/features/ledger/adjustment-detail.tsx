import { deskAddress, adjustmentLifecycle, toShanghaiTime } from "@coralhub/domain";
import { Copyable, Facts, Link, Notice, StateTag, type Fact } from "@coralhub/ui";
import { useSelf } from "../../platform/self.ts";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { AccountLink, postingPath, Sum } from "./account-words.tsx";
import { useWho } from "../../platform/use-who.ts";
import { Verdict } from "../../platform/verdict.tsx";
import { ledger } from "./ledger-calls.ts";
import "./forms.css";

type Row = Awaited<ReturnType<typeof ledger.ledgerAdjustments>>["records"][number];

export function AdjustmentDetail({ row }: { row: Row }) {
  const self = useSelf();
  const who = useWho();
  const own = row.madeBy === self.id;
  const { merchantId, id } = row;
  return (
    <div className="decision">
      <div className="adjustment-sum">
        <Sum of={row.amount} figure />
        <StateTag lifecycle={adjustmentLifecycle} state={row.state} />
      </div>
      <Facts facts={factsOf(row, who)} />
      {row.state === "pending" && own && (
        <Notice tone="info" title="这是您提出的，须由另一位财务复核">
          同一个人不能既提出又复核，请联系同事处理
        </Notice>
      )}
      {row.state === "pending" && !own && (
        <Verdict
          hint="复核通过立即记账，不能撤回"
          agreed="已复核，账已记"
          queryKey="ledger"
          decide={(decision, note) => ledger.decideAdjustment({ merchantId, id, decision, note })}
        />
      )}
    </div>
  );
}

function factsOf(row: Row, who: (id: string) => string): Fact[] {
  const { merchantId, from, to, corrects, bankReference, memo, madeBy, madeAt, decidedBy, decidedAt, note, postingId } =
    row;
  return [
    {
      label: "商户",
      value: (
        <Link to={deskAddress("merchant", { id: merchantId })}>
          <MerchantName merchantId={merchantId} />
        </Link>
      ),
    },
    { label: "转出账户", value: <AccountLink merchantId={merchantId} code={from} /> },
    { label: "转入账户", value: <AccountLink merchantId={merchantId} code={to} /> },
    ...(corrects
      ? [{ label: "红冲的原记账", value: <Link to={postingPath(merchantId, corrects)}>打开原记账</Link> }]
      : []),
    ...(bankReference ? [{ label: "银行参考号", value: <Copyable text={bankReference} /> }] : []),
    { label: "说明", value: memo },
    { label: "提出", value: `${who(madeBy)}，${toShanghaiTime(madeAt)}` },
    ...(decidedBy && decidedAt ? [{ label: "复核", value: `${who(decidedBy)}，${toShanghaiTime(decidedAt)}` }] : []),
    ...(note ? [{ label: "复核意见", value: note }] : []),
    ...(postingId ? [{ label: "记账", value: <Link to={postingPath(merchantId, postingId)}>打开这笔记账</Link> }] : []),
    { label: "编号", value: <Copyable text={row.id} /> },
  ];
}
