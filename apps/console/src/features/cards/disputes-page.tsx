import { cardDisputeDeskList } from "@coralhub/contract";
import {
  cardDisputeLifecycle,
  deskAddress,
  DISPUTE_REASONS,
  disputeDueText,
  formatMoney,
  toShanghaiTime,
  type CardDisputeState,
} from "@coralhub/domain";
import { Copyable, Facts, Link, ListPage, Money, StateTag, Timeline, pastNodes } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { QueryView } from "../../platform/page.tsx";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import { cards, CARDS, disputeQuery, useStep, type DisputeCase, type Ref } from "./card-calls.ts";
import { CardTabs } from "./card-tabs.tsx";
import { ReasonedSteps } from "./reasoned-step.tsx";
import "./card-desk.css";

const TABS = [
  { label: "待处理", values: ["submitted", "representment", "preArbitration"] },
  { label: "等商户", values: ["asked"] },
  { label: "等卡组织", values: ["chargeback", "arbitration"] },
  { label: "已结束", values: ["won", "lost", "withdrawn", "declined"] },
] as const satisfies readonly { label: string; values: readonly CardDisputeState[] }[];

/** Purchases merchants do not accept: what to file, what to ask for, what the network said. */
export function CardDisputesPage() {
  const rows = useRows(cardDisputeDeskList, [...CARDS, "disputes"], cards.cardDisputeDesk, { desk: true });
  return (
    <ListPage
      {...rows}
      title="交易争议"
      intro="发起拒付后卡组织先暂记款项，结束前不能动用"
      lead={<CardTabs current="cardDisputes" />}
      tabs={{ filter: "state", items: TABS }}
      rowKey={(row) => row.id}
      unit="件"
      dense
      columns={["shopName", "merchantId", "reason", "createdAt", "dueAt", "amount", "state"]}
      roomyColumns={["dueAt"]}
      cells={{
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        reason: (row) => DISPUTE_REASONS[row.reason].label,
        dueAt: (row) => <Due of={row} />,
      }}
      drawer={{
        title: (row) => `${row.shopName} 的争议`,
        body: (row) => <DisputeView key={`${row.id} ${row.state}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "没有争议", text: "商户对已清算的交易提出争议后会出现在这里" }}
    />
  );
}

/** Every stage has a last day of its own. */
function Due({ of: { state, dueAt } }: { of: Pick<DisputeCase, "state" | "dueAt"> }) {
  const text = disputeDueText(state);
  if (text === null || dueAt === null) return "没有";
  return (
    <>
      {toShanghaiTime(dueAt)}
      <span className="second-line">{text}</span>
    </>
  );
}

const dueFacts = ({ state, dueAt }: DisputeCase) => {
  const label = disputeDueText(state);
  return label !== null && dueAt !== null ? [{ label, value: toShanghaiTime(dueAt) }] : [];
};

function DisputeView(ref: Ref) {
  const self = useSelf();
  const found = useQuery(disputeQuery(ref));
  return (
    <QueryView query={found} what="这件争议">
      {(shown) => (
        <div className="card-desk-case">
          <div className="card-desk-actions">
            <Money amount={formatMoney(shown.amount)} currency={shown.amount.currency} size="figure" />
            <StateTag lifecycle={cardDisputeLifecycle} state={shown.state} />
          </div>
          <Facts
            facts={[
              {
                label: "商户",
                value: (
                  <Link to={deskAddress("merchant", { id: shown.merchantId })}>
                    <MerchantName merchantId={shown.merchantId} />
                  </Link>
                ),
              },
              { label: "原因", value: DISPUTE_REASONS[shown.reason].label },
              { label: "说明", value: shown.statement },
              { label: "交易号", value: <Copyable text={shown.reference} /> },
              ...dueFacts(shown),
              ...(shown.note ? [{ label: "最近一句", value: shown.note }] : []),
            ]}
          />
          <Evidence shown={shown} />
          <Timeline nodes={pastNodes(shown.timeline)} />
          {mayUse(self, "finance") && <Moves shown={shown} />}
        </div>
      )}
    </QueryView>
  );
}

function Evidence({ shown: { merchantId, id, evidence } }: { shown: DisputeCase }) {
  const read = useMutation({
    mutationFn: (fileId: string) => cards.cardDisputeFile({ merchantId, id, fileId }),
    onSuccess: saveFile,
  });
  return (
    <section aria-label="证据">
      <h2 className="type-label">证据 {evidence.length} 份</h2>
      {evidence.map((file) => (
        <Button key={file.id} type="link" size="small" onClick={() => read.mutate(file.id)}>
          {file.fileName}
        </Button>
      ))}
    </section>
  );
}

function Moves({ shown: { merchantId, id, actions, filingProblem } }: { shown: DisputeCase }) {
  const move = useStep(
    (input: { action: DisputeCase["actions"][number]; reason: string }) =>
      cards.moveCardDispute({ merchantId, id, ...input }),
    "已处理，商户已收到通知",
  );
  return (
    <ReasonedSteps
      steps={actions.map((action) => ({
        action,
        label: cardDisputeLifecycle.actions[action].label,
        primary: action === "file",
        closed: action === "file" ? filingProblem : null,
      }))}
      hint="商户会看到"
      busy={move.isPending}
      error={move.error}
      onTake={(action, reason) => move.mutate({ action, reason })}
    />
  );
}
