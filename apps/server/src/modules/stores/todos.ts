import { platformByCode } from "@coralhub/domain";
import type { Todo } from "../home/index.ts";
import type { Store } from "./stores-store.ts";

const action = (label: string, { id }: Store) => ({ label, path: `/multipleStores/storeDetails?id=${id}` });
const base = (store: Store) => ({
  kind: "stores" as const,
  amount: null,
  platform: platformByCode(store.platform)?.name,
});

/** What home asks of somebody whose store waits for them. */
export function todoOf(store: Store): Todo {
  const { platform, ...rest } = base(store);
  if (store.state === "declined")
    return {
      ...rest,
      id: `store-declined-${store.id}`,
      title: `${store.name} 审核未通过`,
      body: `${store.declineReason.replace(/[。.]+$/, "")}。改好后重新提交`,
      dueAt: null,
      action: action("去修改", store),
    };
  if (store.authorisation === "none")
    return {
      ...rest,
      id: `store-unauthorised-${store.id}`,
      title: `${store.name} 还没有授权`,
      body: `授权后才能从 ${platform ?? "平台"} 同步订单`,
      dueAt: null,
      action: action("去授权", store),
    };
  const lapsed = store.authorisation === "lapsed";
  return {
    ...rest,
    id: `store-${store.authorisation}-${store.id}`,
    title: lapsed ? `${store.name} 授权已失效` : `${store.name} 授权即将到期`,
    body: lapsed ? "收款不受影响，但订单停止同步" : "到期后收款照常，但订单停止同步",
    dueAt: store.authorisedUntil,
    action: action(lapsed ? "重新授权" : "续期授权", store),
  };
}
