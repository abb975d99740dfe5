import { recoveryList } from "@coralhub/contract";
import { mobileText } from "@coralhub/domain";
import { ListPage } from "@coralhub/ui";
import { RecoveryDetail } from "./recovery-detail.tsx";
import { calls, RECOVERIES } from "./recovery-calls.ts";
import { useRows } from "../../platform/use-rows.ts";
import "./recoveries.css";

/** Merchants whose phone is gone: one reviewer proposes, another decides. */
export function RecoveriesPage() {
  const rows = useRows(recoveryList, [...RECOVERIES], calls.list);
  return (
    <ListPage
      {...rows}
      title="手机找回"
      intro="商户的手机停用了，由一位同事核实身份、另一位复核后换成新手机"
      tabs={{ filter: "state" }}
      rowKey={(row) => row.id}
      unit="件"
      dense
      columns={["contactName", "userNo", "username", "newMobile", "createdAt", "state"]}
      roomyColumns={["userNo"]}
      cells={{
        userNo: (row) => row.userNo || "没有账户",
        newMobile: (row) => mobileText(row.newMobile),
      }}
      drawer={{
        title: (row) => `${row.contactName}的申请`,
        body: (row) => <RecoveryDetail key={`${row.id} ${row.state}`} row={row} />,
      }}
      empty={{ title: "还没有手机找回申请", text: "商户在找回密码页选「手机停用」提交后，会出现在这里" }}
    />
  );
}
