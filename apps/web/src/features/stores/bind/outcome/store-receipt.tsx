import type { StoreDetail } from "@coralhub/contract";
import {
  addressOf,
  accountOption,
  correctAddress,
  isUnopened,
  platformByCode,
  platformName,
  readsOf,
  receivingAccountLifecycle,
  storeLifecycle,
} from "@coralhub/domain";
import {
  Copyable,
  ErrorState,
  Link,
  Notice,
  PageSkeleton,
  PlatformLogo,
  promiseMoment,
  ResultPage,
  StateTag,
  type Fact,
  type TimelineNode,
} from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { inTable } from "../../../../platform/show.tsx";
import { connectionQuery, storeQuery } from "../../../../platform/store-calls.ts";
import { OtherSeller } from "../../other-seller.tsx";
import { beside } from "../connect-words.ts";
import { AuthoriseButton } from "./authorise-button.tsx";

const ASK_AGAIN_MS = 10_000;

/** What was handed in, what happens next, and the one thing that is left to do. */
export function StoreReceipt({ id }: { id: string }) {
  const { data, isError, refetch } = useQuery({
    ...storeQuery(id),
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? ASK_AGAIN_MS : false),
  });
  if (isError)
    return (
      <ErrorState title="没能取到这家店铺" onRetry={() => void refetch()}>
        店铺已经保存，请稍后重试
      </ErrorState>
    );
  return data ? <Receipt store={data} /> : <PageSkeleton />;
}

/** Agreement on the platform is still wanted, and there is a shop to agree for. */
function wantsAuthorisation(store: StoreDetail): boolean {
  const by = platformByCode(store.platformCode)?.connect.by;
  const byConsent = by === "oauth" || (by === "either" && store.secrets.length === 0);
  return byConsent && store.authorisation !== "authorised" && !isUnopened(store.answers);
}

const promise = (at: Date): string => `预计 ${promiseMoment(at)} 前`;

function titleOf(store: StoreDetail): string {
  if (store.state === "declined") return "店铺没有通过审核";
  if (wantsAuthorisation(store)) return "店铺已提交，还差一步授权";
  return store.state === "bound" ? "店铺已绑定" : "店铺已提交，正在审核";
}

function Receipt({ store }: { store: StoreDetail }) {
  const name = platformName(store.platformCode);
  const waiting = wantsAuthorisation(store);
  const tie = useQuery({
    ...connectionQuery(store.merchantsId, store.platformCode),
    enabled: store.authorisation === "authorised",
  });
  return (
    <>
      {store.state === "declined" && (
        <div className="receipt-notice">
          <Notice tone="danger" title="审核员的说明">
            {store.declineReason}
          </Notice>
        </div>
      )}
      {tie.data?.toldAccount && (
        <div className="receipt-notice">
          <OtherSeller connection={tie.data} />
        </div>
      )}
      <ResultPage
        sign={store.state === "bound" && !waiting ? "done" : "travelling"}
        title={titleOf(store)}
        promise={store.dueAt ? `${promise(store.dueAt)}完成审核，结果会发消息通知您` : undefined}
        facts={factsOf(store, name)}
        next={timelineOf(store, name)}
        primary={
          waiting ? (
            <AuthoriseButton store={store} label={`去 ${name} 授权`} />
          ) : store.state === "declined" ? (
            <Button type="primary" onClick={() => goTo(correctAddress(store))}>
              修改后重新提交
            </Button>
          ) : store.account?.state === "open" ? (
            <Button
              type="primary"
              onClick={() => goTo(addressOf("account", { id: store.account!.foreignBankAccountId }))}
            >
              复制收款账户
            </Button>
          ) : (
            <Button type="primary" onClick={() => goTo(addressOf("store", { id: store.merchantsId }))}>
              查看店铺
            </Button>
          )
        }
        secondary={<Link to={addressOf("bind")}>再绑定一家</Link>}
      />
    </>
  );
}

function factsOf(store: StoreDetail, name: string): Fact[] {
  return [
    {
      label: "店铺",
      value: (
        <span className="receipt-shop">
          <PlatformLogo platform={store.platformCode} size={24} />
          {store.name}
        </span>
      ),
    },
    { label: "平台", value: name },
    { label: "状态", value: <StateTag lifecycle={storeLifecycle} state={store.state} /> },
    { label: "收款账户", value: accountOption(store.expectCurrency)?.label ?? store.expectCurrency },
    { label: "账户户名", value: <Copyable text={store.expectAccountName} /> },
    ...(store.url === "" ? [] : [{ label: "店铺地址", value: store.url }]),
  ];
}

/** Whoever pays must be told where to. */
function tellPayer({ platformCode }: StoreDetail): { title: string; note: string } {
  const platform = platformByCode(platformCode);
  if (!platform || platform.connect.by === "described")
    return { title: "把收款账户告诉付款方", note: "开通后附上账户证明信" };
  return { title: beside("在", platform, "填写收款账户"), note: "开通后按页面上的步骤填写" };
}

type NodeState = TimelineNode["state"];
/** What is behind is done, the first that is not is where it stands, the rest lies ahead. */
function inOrder(nodes: readonly (Omit<TimelineNode, "state"> & { done: boolean })[]): TimelineNode[] {
  const current = nodes.findIndex(({ done }) => !done);
  return nodes.map(({ done, ...node }, at) => {
    const state: NodeState = done ? "done" : at === current ? "current" : "next";
    return { ...node, state };
  });
}

function timelineOf(store: StoreDetail, name: string): TimelineNode[] {
  const account = store.account?.state;
  const platform = platformByCode(store.platformCode);
  const steps = [
    { title: "您提交店铺", when: inTable(store.createdAt), done: true },
    ...(wantsAuthorisation(store) || store.authorisation === "authorised"
      ? [
          {
            title: store.secrets.length > 0 ? `用密钥连接 ${name}` : `到 ${name} 授权`,
            ...(platform && { note: `只读取${readsOf(platform).join("、")}` }),
            done: store.authorisation === "authorised",
          },
        ]
      : []),
    {
      title: "珊瑚汇审核",
      ...(store.dueAt && { when: promise(store.dueAt) }),
      ...(store.boundAt && { when: inTable(store.boundAt) }),
      done: store.state === "bound",
    },
    {
      title: "银行开通收款账户",
      note: account ? receivingAccountLifecycle.states[account].label : "审核通过后自动申请",
      done: account === "open",
    },
    { ...tellPayer(store), done: false },
    { title: "第一笔款到账", done: false },
  ];
  return inOrder(steps);
}
