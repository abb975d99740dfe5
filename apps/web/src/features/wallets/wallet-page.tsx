import type { MoneyEventRow, WalletOverview, WalletRow } from "@coralhub/contract";
import {
  addressOf,
  CURRENCIES,
  FLAGS,
  formatMoney,
  isComing,
  MONEY_KINDS,
  MONEY_STEPS,
  signedAmount,
  type Currency,
} from "@coralhub/domain";
import {
  amountText,
  Columns,
  CopyButton,
  CurrencyTile,
  EmptyState,
  ErrorState,
  FeedRow,
  icons,
  IconTile,
  Link,
  MenuButton,
  PageHeader,
  PageSkeleton,
  Panel,
  StateDot,
  Unknown,
} from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { inFeed, inTable, MoneyOf } from "../../platform/show.tsx";
import { FundDialog } from "./fund-dialog.tsx";
import { HoldPanels } from "./holds-panel.tsx";
import { TrendPanel } from "./trend-panel.tsx";
import { WalletTabs } from "../../platform/wallet-tabs.tsx";
import { overviewQuery, recentQuery } from "./wallets-calls.ts";
import "./wallets.css";

const TITLE = FLAGS.multiCurrencyWallet.label;
const RECENT = 6;

/** /moreToken/index: what is there in every currency, what is under way, held and coming. */
export function WalletPage() {
  const { data, error, isFetching, refetch } = useQuery(overviewQuery);
  const [funding, setFunding] = useState<Currency | "any">();
  if (!data && !error) return <PageSkeleton />;
  if (!data) {
    const { message, reference } = failureOf(error);
    return (
      <>
        <PageHeader title={TITLE} />
        <Panel>
          <ErrorState
            title="没能取到余额"
            onRetry={() => void refetch()}
            retrying={isFetching}
            {...(reference && { reference })}
          >
            {message}
          </ErrorState>
        </Panel>
      </>
    );
  }
  const shown = data.wallets.filter(({ hidden }) => !hidden);
  return (
    <>
      <PageHeader
        title={TITLE}
        aside={<WalletTabs tab="wallet" />}
        actions={
          <>
            <Button onClick={() => setFunding("any")}>从收款账户转入</Button>
            <Button onClick={() => goTo(addressOf("walletPayments"))}>付款</Button>
            <Button type="primary" onClick={() => goTo(addressOf("exchange"))}>
              换汇
            </Button>
          </>
        }
      />
      {shown.length === 0 ? (
        <Panel>
          <EmptyState title="还没有余额" action={<Link to={addressOf("accounts")}>查看收款账户</Link>}>
            收到第一笔款后，各币种的余额和每一笔进出会出现在这里
          </EmptyState>
        </Panel>
      ) : (
        <div className="wallet-page">
          <Total overview={data} shown={shown} />
          <Table rows={shown} onFund={setFunding} />
          <TrendPanel />
          <Columns side={<HoldPanels holds={data.holds} />}>
            <Recent />
          </Columns>
        </div>
      )}
      {funding && (
        <FundDialog currency={funding === "any" ? undefined : funding} onClose={() => setFunding(undefined)} />
      )}
    </>
  );
}

function Total({
  overview: { total, asOf, number },
  shown,
}: {
  overview: WalletOverview;
  shown: readonly WalletRow[];
}) {
  const whole = total?.minor ?? 0n;
  const parts = shown
    .filter(({ equivalent }) => equivalent && equivalent.minor > 0n)
    .toSorted((a, b) => (a.equivalent!.minor < b.equivalent!.minor ? 1 : -1))
    .slice(0, 6);
  return (
    <section className="panel wallet-total" aria-label="可用合计">
      <div>
        <span className="wallet-note">可用合计</span>
        {total ? <MoneyOf value={total} size="figure-xl" prefix="约合" /> : <Unknown because="没有汇率" />}
        <span className="wallet-note">{asOf && `按 ${inTable(asOf).slice(-5)} 中间价折算，仅供参考`}</span>
        <span className="wallet-note">
          钱包号 {number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")} <CopyButton text={number} label="复制钱包号" />
        </span>
      </div>
      {whole > 0n && (
        <div className="wallet-shares">
          <span className="wallet-note">各币种占比</span>
          <div className="wallet-bar" aria-hidden="true">
            {parts.map(({ currency, equivalent }, index) => (
              <span
                key={currency}
                className={`wallet-part-${index + 1}`}
                style={{ flexGrow: Number((equivalent!.minor * 1000n) / whole) }}
              />
            ))}
          </div>
          <ul className="wallet-legend">
            {parts.map(({ currency, equivalent }, index) => (
              <li key={currency}>
                <span className={`wallet-dot wallet-part-${index + 1}`} aria-hidden="true" />
                {currency} {(Number((equivalent!.minor * 1000n) / whole) / 10).toFixed(1)}%
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Table({ rows, onFund }: { rows: readonly WalletRow[]; onFund: (currency: Currency) => void }) {
  return (
    <Panel
      flush
      footer={
        <div className="wallet-foot">
          <span className="wallet-note">
            处理中是您自己的付款和挂单；暂扣不能用，看得到原因；在途还没到，不计入可用
          </span>
          <span className="wallet-foot">
            <Link to={addressOf("statements")}>对账单</Link>
            <Link to={addressOf("walletAccounts")}>管理币种</Link>
          </span>
        </div>
      }
    >
      <table className="wallet-table">
        <caption className="visually-hidden">各币种余额</caption>
        <thead>
          <tr>
            <th scope="col">币种</th>
            <th scope="col">钱包可用</th>
            <th scope="col">收款账户</th>
            <th scope="col">处理中</th>
            <th scope="col">暂扣</th>
            <th scope="col">在途</th>
            <th scope="col">约合 CNY</th>
            <th scope="col">
              <span className="visually-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.currency} row={row} onFund={onFund} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Row({ row, onFund }: { row: WalletRow; onFund: (currency: Currency) => void }) {
  return (
    <tr>
      <th scope="row">
        <Link to={addressOf("walletCurrency", { currency: row.currency })} className="wallet-name">
          <CurrencyTile currency={row.currency} />
          <span>
            {row.name}
            <span className="wallet-note">
              {row.currency}
              {row.mid && row.currency !== "CNY" && ` 中间价 ${Number(row.mid).toPrecision(6)}`}
            </span>
          </span>
        </Link>
      </th>
      <td data-label="钱包可用" className="wallet-main">
        <MoneyOf value={row.available} />
      </td>
      <td data-label="收款账户">{amountText(formatMoney(row.collected), row.currency)}</td>
      <td data-label="处理中">{amountText(formatMoney(row.processing), row.currency)}</td>
      <td data-label="暂扣" className={row.held.minor > 0n ? "wallet-held" : undefined}>
        {amountText(formatMoney(row.held), row.currency)}
      </td>
      <td data-label="在途">{amountText(formatMoney(row.coming), row.currency)}</td>
      <td data-label="约合 CNY">
        {row.equivalent ? amountText(formatMoney(row.equivalent), "CNY") : <Unknown because="没有汇率" />}
      </td>
      <td className="wallet-actions">
        <Link to={addressOf("exchange", { sell: row.currency })}>换汇</Link>
        <MenuButton
          label={`${CURRENCIES[row.currency].name}的更多操作`}
          align="end"
          className="wallet-more"
          entries={[
            { label: "从收款账户转入", onSelect: () => onFund(row.currency) },
            { label: "转给其他商户", to: addressOf("walletTransfer", { currency: row.currency }) },
            ...(row.available.minor > 0n ? payFrom(row.currency) : []),
            { label: "明细", to: addressOf("walletCurrency", { currency: row.currency }) },
          ]}
        >
          <icons.More size={20} />
        </MenuButton>
      </td>
    </tr>
  );
}

const payFrom = (currency: Currency) => [
  { label: "提现", to: addressOf("withdraw", { account: `wallet:${currency}` }) },
  { label: "付给供应商", to: addressOf("paySupplierFromWallet", { account: `wallet:${currency}` }) },
  { label: "付给服务商", to: addressOf("payServiceFromWallet", { account: `wallet:${currency}` }) },
  ...(currency === "USD" ? [{ label: "充值卡钱包", to: addressOf("fundCardWallet") }] : []),
];

function Recent() {
  const { data } = useQuery(recentQuery);
  return (
    <Panel title="最近变动" flush action={<Link to={addressOf("moneyEvents")}>全部明细</Link>}>
      {data?.records.length === 0 && <EmptyState title="还没有变动">有钱进出后出现在这里</EmptyState>}
      {data?.records.slice(0, RECENT).map((row) => (
        <RecentRow key={row.id} row={row} />
      ))}
    </Panel>
  );
}

function RecentRow({ row }: { row: MoneyEventRow }) {
  const amount = signedAmount(row.kind, row.amount);
  return (
    <FeedRow
      tile={
        <IconTile>
          {isComing(row.kind) ? (
            <icons.ArrowDownLeft size={20} />
          ) : row.direction === "exchange" ? (
            <icons.Exchange size={20} />
          ) : (
            <icons.ArrowUpRight size={20} />
          )}
        </IconTile>
      }
      title={`${MONEY_KINDS[row.kind].label} ${row.counterparty}`}
      note={inFeed(row.effectiveAt)}
      end={
        <>
          <StateDot {...MONEY_STEPS[row.step]} />
          <MoneyOf
            value={row.direction === "exchange" && row.other ? row.other : amount}
            sign={row.direction === "transfer" ? undefined : "both"}
          />
        </>
      }
    />
  );
}
