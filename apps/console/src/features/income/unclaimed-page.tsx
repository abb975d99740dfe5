import { unclaimedIncomeList } from "@coralhub/contract";
import { ListPage } from "@coralhub/ui";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import { INCOME, unclaimed } from "./income-calls.ts";
import { IncomeTabs } from "./income-tabs.tsx";
import { UnclaimedDetail } from "./unclaimed-detail.tsx";

/** Money for numbers that are nobody's: one colleague says whose it is, another one agrees. */
export function UnclaimedPage() {
  const self = useSelf();
  const rows = useRows(unclaimedIncomeList, [...INCOME, "unclaimed"], unclaimed.unclaimedIncomes, { desk: true });
  return (
    <ListPage
      {...rows}
      title="收款"
      aside={<IncomeTabs />}
      intro="账号不属于任何商户的来款，先挂账；归入商户或退回都要两个人"
      tabs={{ filter: "state" }}
      rowKey={(row) => row.id}
      unit="笔"
      dense
      columns={["payerName", "arrivedAt", "accountNumber", "remittance", "proposedName", "amount", "state"]}
      roomyColumns={["remittance", "proposedName"]}
      cells={{
        accountNumber: (row) => <span className="mono">{row.accountNumber}</span>,
        proposedName: (row) => (row.proposedBy === self.id ? "您提出的" : (row.proposedName ?? "—")),
      }}
      drawer={{
        title: () => "无主来款",
        body: (row) => <UnclaimedDetail key={`${row.id} ${row.state}`} row={row} />,
      }}
      empty={{ title: "没有无主来款", text: "银行通知的账号找不到商户时，会停在这里" }}
    />
  );
}
