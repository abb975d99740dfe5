import { moduleApplicationList } from "@coralhub/contract";
import { PRODUCT_MODULES } from "@coralhub/domain";
import { ListPage } from "@coralhub/ui";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { useRows } from "../../platform/use-rows.ts";
import { ApplicationDetail } from "./application-detail.tsx";
import { APPLICATIONS, calls } from "./application-calls.ts";

/** Who asked for which service; a colleague passes on what the partner answered. */
export function ApplicationsPage() {
  const rows = useRows(moduleApplicationList, [...APPLICATIONS], calls.moduleApplications);
  return (
    <ListPage
      {...rows}
      intro="商户申请开通的服务；合作银行答复后在这里处理，商户立即收到通知"
      tabs={{ filter: "state" }}
      rowKey={(row) => `${row.merchantId} ${row.module}`}
      unit="件"
      dense
      columns={["merchantId", "module", "currencies", "appliedAt", "state", "decidedAt"]}
      roomyColumns={["currencies", "decidedAt"]}
      cells={{
        // The row itself opens; the way to the merchant is in its drawer.
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        module: (row) => PRODUCT_MODULES[row.module].label,
        currencies: (row) => row.currencies.join("、"),
      }}
      drawer={{
        title: (row) => `${PRODUCT_MODULES[row.module].label}开通申请`,
        body: (row) => <ApplicationDetail key={`${row.merchantId} ${row.module} ${row.state}`} row={row} />,
      }}
      empty={{ title: "还没有开通申请", text: "商户在「个人理财」页提交后，申请会出现在这里" }}
    />
  );
}
