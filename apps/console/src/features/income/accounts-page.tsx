import { receivingAccountList } from "@coralhub/contract";
import { ListPage } from "@coralhub/ui";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { useRows } from "../../platform/use-rows.ts";
import { AccountDetail } from "./account-detail.tsx";
import { accounts, INCOME } from "./income-calls.ts";
import { IncomeTabs } from "./income-tabs.tsx";
import { platformName } from "./words.tsx";

/** Every receiving account of every merchant. */
export function ReceivingAccountsPage() {
  const rows = useRows(receivingAccountList, [...INCOME, "accounts"], accounts.receivingAccountDesk);
  return (
    <ListPage
      {...rows}
      title="收款"
      aside={<IncomeTabs />}
      intro="冻结后来款停在异常收款，没有余额和在途款时才能关闭"
      tabs={{ filter: "state" }}
      rowKey={(row) => row.id}
      unit="个"
      dense
      columns={["holderName", "merchantId", "platform", "accountNumber", "appliedAt", "state"]}
      roomyColumns={["platform"]}
      cells={{
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        platform: (row) => platformName(row.platform),
        // The row itself opens; the number can be copied there.
        accountNumber: (row) => (
          <>
            {row.currency} <span className="mono">{row.accountNumber ?? "—"}</span>
          </>
        ),
      }}
      drawer={{
        title: (row) => `${row.currency} 收款账户`,
        body: (row) => <AccountDetail key={row.id} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "还没有收款账户", text: "店铺通过审核后，会向银行申请收款账户" }}
    />
  );
}
