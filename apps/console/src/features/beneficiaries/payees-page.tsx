import { payeeDeskList } from "@coralhub/contract";
import type { PayeeState } from "@coralhub/domain";
import { ListPage } from "@coralhub/ui";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { useRows } from "../../platform/use-rows.ts";
import { PAYEES, payees } from "./payee-calls.ts";
import { PayeeDetail } from "./payee-detail.tsx";

const TABS = [
  { label: "待审核", values: ["pending"] },
  { label: "已通过", values: ["approved"] },
  { label: "需商户处理", values: ["declined", "outdated"] },
  { label: "停用", values: ["disabled"] },
] as const satisfies readonly { label: string; values: readonly PayeeState[] }[];

/** Every merchant's payees: what screening, an unlisted bank or another spelling of the name left to a person. */
export function PayeesPage() {
  const rows = useRows(payeeDeskList, [...PAYEES, "list"], payees.payeeDeskRows, { desk: true });
  return (
    <ListPage
      {...rows}
      title="收款人审核"
      intro="名单筛查有结果、银行代码未收录、户名写法不同的收款人在这里核对"
      tabs={{ filter: "state", items: TABS }}
      rowKey={(row) => row.id}
      unit="个"
      dense
      columns={["name", "kind", "merchantId", "country", "bankName", "createdAt", "state"]}
      roomyColumns={["country"]}
      cells={{
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        bankName: (row) => `${row.bankName} 尾号 ${row.lastFour}`,
      }}
      drawer={{
        title: (row) => row.name,
        body: (row) => <PayeeDetail key={`${row.id} ${row.state}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "没有收款人", text: "商户添加收款账户后会出现在这里" }}
    />
  );
}
