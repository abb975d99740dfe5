import { placementDeskList } from "@coralhub/contract";
import {
  deskAddress,
  formatMoney,
  MATURITY_INSTRUCTIONS,
  placementLifecycle,
  type Money as Sum,
  maturityText,
} from "@coralhub/domain";
import { Copyable, Facts, Link, ListPage, Money, Notice, StateTag, Timeline, type Fact, pastNodes } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import { DEPOSITS, deposits, placementQuery, useStep, type PlacementCase, type Ref } from "./deposit-calls.ts";
import "../../platform/page.css";

const TABS = [
  { label: "待生效", values: ["pending"] },
  { label: "持有中", values: ["held"] },
  { label: "已结束", values: ["matured", "renewed", "broken"] },
  { label: "未成交", values: ["refused"] },
] as const satisfies readonly { label: string; values: readonly (keyof typeof placementLifecycle.states)[] }[];

const Amount = ({ of, figure }: { of: Sum; figure?: boolean }) => (
  <Money amount={formatMoney(of)} currency={of.currency} size={figure ? "figure" : "inherit"} />
);

/** Every deposit of every merchant; what the partner owes an answer for can be asked about now. */
export function PlacementsPage() {
  const rows = useRows(placementDeskList, [...DEPOSITS, "list"], deposits.placementDesk, { desk: true });
  return (
    <ListPage
      {...rows}
      title="定期存款"
      intro="合作银行没有答复的每 5 分钟自动再问；到期和计息每小时处理一次"
      tabs={{ filter: "state", items: TABS }}
      rowKey={(row) => row.id}
      unit="笔"
      dense
      columns={["merchantId", "createdAt", "principal", "rate", "maturesOn", "interest", "state"]}
      roomyColumns={["rate", "interest"]}
      cells={{ merchantId: (row) => <MerchantName merchantId={row.merchantId} /> }}
      drawer={{
        title: (row) => `${row.termMonths} 个月定期`,
        body: (row) => <PlacementDetail key={`${row.id} ${row.state}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "还没有定期存款", text: "商户存入后会出现在这里" }}
    />
  );
}

function PlacementDetail(ref: Ref) {
  const self = useSelf();
  const found = useQuery(placementQuery(ref));
  return (
    <QueryView query={found} what="这笔存款">
      {(shown) => (
        <div className="desk">
          <Amount of={shown.principal} figure />
          <StateTag lifecycle={placementLifecycle} state={shown.state} />
          {shown.reason && <Notice tone="warning" title={shown.reason} />}
          <Facts facts={factsOf(shown)} />
          <Timeline nodes={pastNodes(shown.timeline)} />
          {shown.mayAsk && mayUse(self, "finance") && <Question shown={shown} />}
        </div>
      )}
    </QueryView>
  );
}

const factsOf = (shown: PlacementCase): Fact[] => [
  {
    label: "商户",
    value: (
      <Link to={deskAddress("merchant", { id: shown.merchantId })}>
        <MerchantName merchantId={shown.merchantId} />
      </Link>
    ),
  },
  { label: "年利率", value: `${shown.rate}%` },
  { label: "起息", value: shown.valueDate },
  { label: "到期", value: `${maturityText(shown.maturesOn)}，${shown.days} 天` },
  { label: "到期利息", value: <Amount of={shown.interest} /> },
  { label: "已计利息", value: <Amount of={shown.accrued} /> },
  { label: "到期怎么办", value: MATURITY_INSTRUCTIONS[shown.instruction].label },
  ...(shown.paidInterest ? [{ label: "实付利息", value: <Amount of={shown.paidInterest} /> }] : []),
  { label: "存款编号", value: <Copyable text={shown.reference} /> },
];

function Question({ shown: { merchantId, id } }: { shown: PlacementCase }) {
  const ask = useStep<null>(
    () => deposits.askPartner({ merchantId, id }),
    () => "已问过合作银行",
  );
  return (
    <div className="dialog-actions">
      {ask.error && <Notice tone="danger" title={problemText(ask.error)} />}
      <Button loading={ask.isPending} onClick={() => ask.mutate(null)}>
        再问一次合作银行
      </Button>
    </div>
  );
}
