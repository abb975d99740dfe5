import { storeReviewList } from "@coralhub/contract";
import { deskAddress, accountOption, platformByCode, storeLifecycle, type StoreState } from "@coralhub/domain";
import { Link, ListPage, NameCell, PlatformLogo } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Due } from "../../platform/due.tsx";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { useRows } from "../../platform/use-rows.ts";
import { useWaitingFirst } from "../../platform/use-waiting-first.ts";
import { DESK, statisticsQuery, storePath, stores, type StoreRow } from "./store-calls.ts";

const TABS = (["pending", "declined", "bound", "removed"] as const satisfies readonly StoreState[]).map((state) => ({
  label: storeLifecycle.states[state].label,
  values: [state],
}));
const refOf = ({ merchantId, merchantsId: id }: StoreRow) => ({ merchantId, id });

/** Soonest due first. */
const WAITING = deskAddress("storeDesk", { state: "pending", sort: "dueAt" });

/** Every store that was handed in: what waits comes first, by the promise we gave. */
export function StoreQueuePage() {
  useWaitingFirst(WAITING);
  const rows = useRows(storeReviewList, [...DESK, "list"], stores.storeReviews, { desk: true, waitingFirst: true });
  const { data: statistics, isPending } = useQuery(statisticsQuery);
  return (
    <ListPage
      {...rows}
      rowKey={(row) => row.merchantsId}
      unit="家"
      dense
      leadComing={isPending}
      {...(statistics && { intro: `待审核 ${statistics.waiting} 家，其中超时 ${statistics.overdue} 家` })}
      tabs={{ filter: "state", items: TABS, ...(statistics && { counts: statistics.states }) }}
      columns={["name", "merchantId", "expectCurrency", "state", "submittedAt", "decidedBy", "dueAt"]}
      roomyColumns={["expectCurrency", "decidedBy"]}
      tile={(row) => <PlatformLogo platform={row.platformCode} size={32} />}
      cells={{
        name: (row) => (
          <NameCell
            tile={<PlatformLogo platform={row.platformCode} size={32} />}
            name={<Link to={storePath(refOf(row))}>{row.name || "未命名"}</Link>}
            note={platformByCode(row.platformCode)?.name ?? row.platformCode}
          />
        ),
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        expectCurrency: (row) => accountOption(row.expectCurrency)?.label ?? "—",
        decidedBy: (row) => row.decidedBy || "—",
        dueAt: (row) => (row.state === "pending" ? <Due at={row.dueAt} /> : "—"),
      }}
      rowActions={(row) => <Link to={storePath(refOf(row))}>{row.state === "pending" ? "审核" : "查看"}</Link>}
      empty={{ title: "没有等待审核的店铺", text: "商户绑定店铺后会出现在这里" }}
    />
  );
}
