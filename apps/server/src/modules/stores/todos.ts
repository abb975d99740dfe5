import type { Todo } from "@coralhub/contract";
import { addressOf, AUTHORISE_WORDS, correctAddress, isUnopened, platformName } from "@coralhub/domain";
import type { Store } from "./stores-store.ts";

/** What home asks of somebody whose store waits for them. */
export function todoOf(store: Store): Todo {
  return { kind: "stores", amount: null, dueAt: null, ...wantedOf(store) };
}

function wantedOf(store: Store): Pick<Todo, "id" | "title" | "body" | "action"> & Partial<Todo> {
  const { id, name, authorisation } = store;
  const there = (label: string) => ({ label, path: addressOf("store", { id }) });
  if (store.state === "declined")
    return {
      id: `store-declined-${id}`,
      title: `${name} 审核未通过`,
      body: `${store.declineReason.replace(/[。.]+$/, "")}。改好后重新提交`,
      action: there("去修改"),
    };
  if (store.mustProve)
    return {
      id: `store-disputed-${id}`,
      title: `${name} 的平台账号在另一位商户名下`,
      body: "账号是您的，请提交归属证明；授权或填错了账号，请改正",
      action: there("去处理"),
    };
  if (isUnopened(store.fields))
    return {
      id: `store-unopened-${id}`,
      title: `${name} 还没有补全`,
      body: `店铺开好后补上地址和编号，再到 ${platformName(store.platform)} 授权`,
      action: { label: "补全店铺", path: correctAddress({ merchantsId: id, platformCode: store.platform }) },
    };
  if (authorisation === "none")
    return {
      id: `store-unauthorised-${id}`,
      title: `${name} 还没有授权`,
      body: `授权后才能与 ${platformName(store.platform)} 连接`,
      action: there(AUTHORISE_WORDS.none),
    };
  const lapsed = authorisation === "lapsed";
  return {
    id: `store-${authorisation}-${id}`,
    title: lapsed ? `${name} 授权已失效` : `${name} 授权即将到期`,
    body: lapsed ? "收款不受影响，但与平台的连接断开" : "到期后收款照常，但与平台的连接断开",
    dueAt: store.authorisedUntil,
    action: there(AUTHORISE_WORDS[authorisation]),
  };
}
