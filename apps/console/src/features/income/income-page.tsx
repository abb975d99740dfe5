import { incomeDeskList } from "@coralhub/contract";
import {
  deskAddress,
  INCOME_HOLDS,
  INCOME_PROPOSALS,
  incomeLifecycle,
  incomeWord,
  toShanghaiTime,
  type IncomeState,
} from "@coralhub/domain";
import { ListPage, StateDot } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import { INCOME, incomes, type IncomeRow } from "./income-calls.ts";
import { IncomeTabs } from "./income-tabs.tsx";
import { IncomeDetail } from "./income-detail.tsx";
import { platformName } from "./words.tsx";

const HELD = ["abnormal", "reviewing", "needsEvidence"] as const satisfies readonly IncomeState[];
const TABS = [
  { label: "待处理", values: HELD },
  ...([...HELD, "credited", "returned", "announced", "lapsed"] as const).map((state) => ({
    label: incomeLifecycle.states[state].label,
    values: [state],
  })),
];

/** Every payment; what is held comes first. */
export function IncomePage() {
  useHeldFirst();
  const self = useSelf();
  const rows = useRows(incomeDeskList, [...INCOME, "incomes"], incomes.incomeDesk, { desk: true });
  return (
    <ListPage
      {...rows}
      title="收款"
      aside={<IncomeTabs />}
      intro="规则拦下的收款由审核核实后入账，筛查命中的入账和退回须另一位财务复核"
      tabs={{ filter: "state", items: TABS }}
      rowKey={(row) => row.id}
      unit="笔"
      dense
      columns={["payerName", "announcedAt", "merchantId", "platform", "hold", "dueAt", "amount", "state"]}
      roomyColumns={["platform", "dueAt"]}
      cells={{
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        platform: (row) => platformName(row.platform),
        hold: (row) => whyText(row, self.id),
        state: (row) => <StateDot {...incomeWord(row)} />,
        dueAt: (row) => (row.dueAt ? toShanghaiTime(row.dueAt).slice(0, 10) : "—"),
      }}
      drawer={{
        title: () => "收款",
        body: (row) => <IncomeDetail key={row.id} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "没有等待处理的收款", text: "付款方不符、超过限额的收款会停在这里" }}
    />
  );
}

const whyText = ({ proposed, proposedBy, hold }: IncomeRow, operatorId: string): string => {
  if (proposed !== "no") {
    const what = INCOME_PROPOSALS[proposed].label;
    return proposedBy === operatorId ? `您提出${what}，待复核` : `${what}待复核`;
  }
  return hold === null ? "—" : INCOME_HOLDS[hold].label;
};

/** Opened from the bar it shows what is held; every other view is in the address. */
function useHeldFirst(): void {
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const start = useEffectEvent(() => {
    if (search === "") goTo(deskAddress("incomeDesk", { state: HELD.join(",") }), { replace: true });
  });
  useEffect(() => start(), []);
}
