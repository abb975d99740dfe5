import { CallRefused } from "@coralhub/contract";
import {
  deskAddress,
  certificationLifecycle,
  CURRENCIES,
  FLAGS,
  formatMoney,
  LEGAL_TEXTS,
  MONEY_KINDS,
  MONEY_STEPS,
  platformName,
  USER_SOURCES,
  type LegalText,
} from "@coralhub/domain";
import {
  Copyable,
  EmptyState,
  Link,
  Money,
  PageSkeleton,
  Panel,
  StateDot,
  StateTag,
  tableTime,
  Columns,
  Facts,
  Timeline,
} from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { BooksTable } from "../../../platform/books-table.tsx";
import { operations } from "../../../platform/api.ts";
import { describeAgent } from "../../../platform/describe-agent.ts";
import { Page, QueryView } from "../../../platform/page.tsx";
import "./merchants.css";

type Merchant = Awaited<ReturnType<typeof operations.merchant>>;

export function MerchantPage() {
  const id = useRouterState({ select: (state) => state.location.pathname.split("/").at(-1) ?? "" });
  const found = useQuery({
    queryKey: ["merchant", id],
    queryFn: () => operations.merchant({ id }),
    // Every look is audited: the page does not look again by itself.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (found.error instanceof CallRefused && (found.error.status === 404 || found.error.status === 400)) {
    return (
      <Page title="商户概况">
        <Panel>
          <EmptyState title="没有这个商户" action={<Link to={deskAddress("merchants")}>查找商户</Link>}>
            编号可能不完整，请从商户列表打开
          </EmptyState>
        </Panel>
      </Page>
    );
  }
  return (
    <QueryView query={found} what="商户概况" skeleton={<PageSkeleton />}>
      {(merchant) => <Overview merchant={merchant} />}
    </QueryView>
  );
}

function Overview({ merchant }: { merchant: Merchant }) {
  return (
    <Page
      title={merchant.name || merchant.mobile || merchant.email || "商户"}
      about={<Copyable text={merchant.id} />}
      beside={<StateTag lifecycle={certificationLifecycle} state={merchant.certification} />}
    >
      <Columns side={<Side merchant={merchant} />}>
        <Basics merchant={merchant} />
        <Standing merchant={merchant} />
        <Panel title="时间线" intro="商户和同事最近做了什么">
          <Deeds merchant={merchant} />
        </Panel>
        <Panel title="登录中的设备" intro="30 分钟没有操作会自动退出">
          <Sessions merchant={merchant} />
        </Panel>
      </Columns>
    </Page>
  );
}

function Side({ merchant }: { merchant: Merchant }) {
  return (
    <>
      <Panel title="开放的功能">
        <ul className="lines">
          {merchant.flags.map(({ flag, on }) => (
            <li key={flag}>
              <span>{FLAGS[flag].label}</span>
              <StateDot tone={on ? "success" : "neutral"} label={on ? "可以使用" : "看不到"} />
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="同意过的协议">
        <ul className="lines">
          {merchant.consents.map(({ document, version, at }) => (
            <li key={`${document} ${version}`}>
              <span>
                {LEGAL_TEXTS[document as LegalText]?.title ?? document}
                <span className="second-line">版本 {version}</span>
              </span>
              <span className="second-line">{tableTime(at)}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

function Basics({ merchant }: { merchant: Merchant }) {
  const source = Object.values(USER_SOURCES).find(({ wire }) => wire === merchant.userSource)?.label ?? "—";
  return (
    <Panel title="基本信息" intro="本次查看已记入审计日志">
      <Facts
        columns={2}
        facts={[
          { label: "手机号", value: merchant.mobile ? <Copyable text={merchant.mobile} /> : "未绑定" },
          { label: "邮箱", value: merchant.email ? <Copyable text={merchant.email} mono={false} /> : "未绑定" },
          { label: "来源", value: source },
          { label: "注册时间", value: tableTime(merchant.createdAt) },
          { label: "消息", value: `${merchant.messages.total} 条，${merchant.messages.unread} 条未读` },
        ]}
      />
    </Panel>
  );
}

type Standing = Merchant["standing"];
const moneyOf = (value: Standing["payments"][number]["amount"]) => (
  <Money amount={formatMoney(value)} currency={value.currency} />
);

/** Where the money stands: what there is, what is held, what happened last, and the shops it comes from. */
function Standing({ merchant: { standing } }: { merchant: Merchant }) {
  const { balances, holds, payments, stores } = standing;
  return (
    <>
      <Panel title="余额" intro="可用、在途、处理中、暂扣" flush={balances.length > 0}>
        {balances.length === 0 ? (
          <p className="second-line">还没有资金</p>
        ) : (
          <BooksTable name="余额" className="merchant-balances">
            <thead>
              <tr>
                <th scope="col">币种</th>
                <th scope="col">可用</th>
                <th scope="col">在途</th>
                <th scope="col">处理中</th>
                <th scope="col">暂扣</th>
              </tr>
            </thead>
            <tbody>
              {balances.map(({ available, inTransit, processing, held }) => (
                <tr key={available.currency}>
                  <th scope="row">{CURRENCIES[available.currency].name}</th>
                  {[available, inTransit, processing, held].map((value, at) => (
                    <td key={at}>{moneyOf(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </BooksTable>
        )}
      </Panel>
      <Panel title="暂扣" intro="等待商户或我们处理的款项">
        <Matters matters={holds} none="没有暂扣的款项" />
      </Panel>
      <Panel title="最近收支">
        <Matters matters={payments} none="还没有收支" />
      </Panel>
      <Panel title="店铺">
        {stores.length === 0 ? (
          <p className="second-line">还没有绑定收款账户的店铺</p>
        ) : (
          <ul className="lines">
            {stores.map(({ id, name, platform }) => (
              <li key={id}>
                <span>{name}</span>
                <span className="second-line">{platformName(platform)}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

function Matters({ matters, none }: { matters: Standing["payments"]; none: string }) {
  if (matters.length === 0) return <p className="second-line">{none}</p>;
  return (
    <ul className="lines">
      {matters.map(({ id, kind, step, amount, counterparty, at }) => (
        <li key={id}>
          <span>
            {counterparty === MONEY_KINDS[kind].label ? counterparty : `${MONEY_KINDS[kind].label} ${counterparty}`}
            <span className="second-line">{tableTime(at)}</span>
          </span>
          <span className="merchant-matter">
            {moneyOf(amount)} <StateDot {...MONEY_STEPS[step]} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Deeds({ merchant: { timeline } }: { merchant: Merchant }) {
  if (timeline.length === 0) return <p className="second-line">还没有记录</p>;
  return (
    <Timeline
      nodes={timeline.map(({ what, who, at }) => ({ title: what, note: who, when: tableTime(at), state: "done" }))}
    />
  );
}

function Sessions({ merchant }: { merchant: Merchant }) {
  if (merchant.sessions.length === 0) return <p className="second-line">现在没有登录</p>;
  return (
    <ul className="lines">
      {merchant.sessions.map((row, index) => (
        <li key={index}>
          <span>
            {describeAgent(row.userAgent)}
            <span className="second-line mono">{row.address}</span>
          </span>
          <span className="second-line">{tableTime(row.lastSeenAt)} 用过</span>
        </li>
      ))}
    </ul>
  );
}
