import { conversionDeskList } from "@coralhub/contract";
import { ListPage } from "@coralhub/ui";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { useRows } from "../../platform/use-rows.ts";
import { EXCHANGE, exchange } from "./exchange-calls.ts";
import { ExchangeTabs } from "./exchange-tabs.tsx";
import "./exchange.css";

const TABS = [
  { label: "已完成", values: ["settled"] },
  { label: "未成交", values: ["failed"] },
];

/** Every merchant's conversions; what a standing order could not do stands under 「未成交」 with its reason. */
export function ConversionsPage() {
  const rows = useRows(conversionDeskList, [...EXCHANGE, "records"], exchange.conversionDesk, { desk: true });
  return (
    <ListPage
      {...rows}
      title="换汇"
      aside={<ExchangeTabs tab="exchangeRecords" />}
      tabs={{ filter: "state", items: TABS }}
      rowKey={(row) => row.id}
      unit="笔"
      dense
      columns={["pair", "merchantId", "createdAt", "rate", "origin", "reason", "amount", "bought", "state"]}
      roomyColumns={["origin", "reason"]}
      cells={{ merchantId: (row) => <MerchantName merchantId={row.merchantId} /> }}
      empty={{ title: "还没有换汇", text: "商户换汇后会出现在这里" }}
    />
  );
}
