import { payoutDeskList } from "@coralhub/contract";
import { countedAmounts, deskAddress, UNDONE_PAYOUTS, type PayoutState } from "@coralhub/domain";
import { ChosenSum, Link, ListPage } from "@coralhub/ui";
import { BulkStep } from "../../platform/bulk-step.tsx";
import { DeskSkeleton } from "../../platform/desk-skeleton.tsx";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { endingIn } from "../../platform/take-each.ts";
import { useRows } from "../../platform/use-rows.ts";
import { deskQuestion } from "./desk-question.ts";
import { PayoutDetail } from "./payout-detail.tsx";
import { ASKED_AGAIN, PAYOUTS, payouts } from "./payouts-calls.ts";
import { useDeskStart } from "./use-desk-start.ts";

/** Tabs that stand for several states. */
const TABS = [
  { label: "待审批", values: ["awaitingApproval"] },
  { label: "在银行", values: ["submitted", "processing"] },
  { label: "已完成", values: ["completed"] },
  { label: "未能付款", values: ["failed"] },
  { label: "银行退回", values: ["returned"] },
  { label: "未提交", values: ["unverified", "scheduled", "cancelled"] },
] as const satisfies readonly { label: string; values: readonly PayoutState[] }[];

/** Every payment of every merchant: what waits for a decision, and what the bank owes an answer for. */
export function PayoutsPage() {
  return useDeskStart() ? <DeskSkeleton title="付款" intro={INTRO} /> : <Payouts />;
}

const INTRO = "累计超过限额和发送前被拦下的由财务复核；银行没有结果的自动再问，久无结果的两人处理";

function Payouts() {
  const rows = useRows(payoutDeskList, [...PAYOUTS, "list"], payouts.payoutDesk, { desk: true, waitingFirst: true });
  const mayDecide = mayUse(useSelf(), "finance");
  return (
    <ListPage
      {...rows}
      list={deskQuestion(rows.list)}
      title="付款"
      intro={INTRO}
      actions={
        <>
          <Link to={deskAddress("payoutTerms")} className="small-button">
            限额和时限
          </Link>
          <Link to={deskAddress("batchDesk")} className="small-button">
            批量付款
          </Link>
        </>
      }
      tabs={{ filter: "state", items: TABS }}
      rowKey={(row) => row.id}
      unit="笔"
      dense
      columns={["payeeName", "kind", "merchantId", "createdAt", "payeeBank", "arrives", "amount", "trouble", "state"]}
      roomyColumns={["payeeBank", "arrives", "trouble"]}
      cells={{
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        payeeBank: (row) => `${row.payeeBank} 尾号 ${row.payeeLastFour}`,
      }}
      {...(mayDecide && { selection: CHOSEN })}
      drawer={{
        title: (row) => `付款给 ${row.payeeName}`,
        body: (row) => <PayoutDetail key={`${row.id} ${row.state}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "还没有付款", text: "商户提现或付款后会出现在这里" }}
    />
  );
}

type Row = Awaited<ReturnType<typeof payouts.payoutDesk>>["records"][number];

const CHOSEN = {
  total: (rows: Row[]) => (
    <ChosenSum
      {...countedAmounts(
        rows,
        ({ amount }) => [amount],
        ({ state }) => !UNDONE_PAYOUTS.includes(state),
      )}
    />
  ),
  actions: (rows: Row[], clear: () => void) => <ApproveAll rows={rows} clear={clear} />,
};

/** Only what waits for a decision; turning one down takes its own reason and is done in its drawer. */
function ApproveAll({ rows, clear }: { rows: readonly Row[]; clear: () => void }) {
  const waiting = rows.filter(({ state }) => state === "awaitingApproval");
  return (
    <BulkStep
      rows={waiting}
      label="审批通过"
      unit="笔"
      about={
        <>
          <ChosenSum amounts={waiting.map(({ amount }) => amount)} />
          ，通过后立即提交银行；不通过的请逐笔打开，写明原因
        </>
      }
      named={(row) => `付款给 ${row.payeeName}`}
      take={({ merchantId, id }) =>
        endingIn("submitted", payouts.decidePayout({ merchantId, id, decision: "approve", reason: "" }), ASKED_AGAIN)
      }
      queryKey={PAYOUTS}
      clear={clear}
    />
  );
}
