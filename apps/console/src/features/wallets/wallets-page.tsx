import {
  CURRENCIES,
  deskAddress,
  formatMoney,
  isWalletNumber,
  SWEEP_RHYTHMS,
  type Money as Amount,
} from "@coralhub/domain";
import { EmptyState, Facts, Link, Money, Panel, tableTime, Unknown } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Form, Input } from "antd";
import { useState } from "react";
import { BooksTable } from "../../platform/books-table.tsx";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { Page, QueryView } from "../../platform/page.tsx";
import { wallets, walletQuery, WALLETS, type WalletCase, type WalletTotal } from "./wallet-calls.ts";
import { WalletTabs } from "./wallet-tabs.tsx";
import "./wallets.css";

const EVERY_MS = 30_000;
const Shown = ({ value }: { value: Amount | null }) =>
  value ? <Money amount={formatMoney(value)} currency={value.currency} /> : <Unknown because="没有汇率" />;

/** What all merchants have in their wallets, and one merchant's by its number. */
export function WalletsPage() {
  const [number, setNumber] = useState("");
  const totals = useQuery({
    queryKey: [...WALLETS, "totals"],
    queryFn: () => wallets.walletTotals({}),
    refetchInterval: EVERY_MS,
  });
  return (
    <Page title="钱包" beside={<WalletTabs tab="walletDesk" />}>
      <Panel
        title="按钱包号查看"
        intro="商户报来的 12 位钱包号；每次查看记入审计日志"
        action={<NumberSearch onAsk={setNumber} />}
        flush
      >
        {number === "" ? (
          <EmptyState drawing="none" title="输入钱包号，查看这个商户的余额、暂扣和自动转入" />
        ) : (
          <WalletOf number={number} />
        )}
      </Panel>
      <Panel title="全部商户的余额" intro="今天从北京时间零点起；折算按现在的中间价，三项合计" flush>
        <QueryView
          query={totals}
          what="钱包余额"
          empty={{
            when: ({ currencies }) => currencies.length === 0,
            title: "还没有钱包余额",
            text: "商户的钱包有余额后出现在这里",
          }}
        >
          {({ currencies }) => <TotalsTable rows={currencies} />}
        </QueryView>
      </Panel>
    </Page>
  );
}

function NumberSearch({ onAsk }: { onAsk: (number: string) => void }) {
  const [problem, setProblem] = useState<string>();
  return (
    <Form.Item validateStatus={problem ? "error" : ""} help={problem} className="wallet-number">
      <Input.Search
        aria-label="钱包号"
        placeholder="12 位钱包号"
        inputMode="numeric"
        enterButton="查看"
        maxLength={20}
        onChange={() => setProblem(undefined)}
        onSearch={(text) => {
          const number = text.replaceAll(/\s/g, "");
          if (isWalletNumber(number)) onAsk(number);
          else setProblem("钱包号是 12 位数字，请核对");
        }}
      />
    </Form.Item>
  );
}

function TotalsTable({ rows }: { rows: readonly WalletTotal[] }) {
  return (
    <BooksTable name="各币种钱包合计">
      <thead>
        <tr>
          <th scope="col">币种</th>
          <th scope="col" className="right">
            钱包
          </th>
          <th scope="col" className="right">
            收款账户
          </th>
          <th scope="col" className="right wide-only">
            处理中和暂扣
          </th>
          <th scope="col" className="right wide-only">
            折合美元
          </th>
          <th scope="col" className="right wide-only">
            今天转给其他商户
          </th>
          <th scope="col" className="right wide-only">
            今天转入钱包
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.currency}>
            <td>
              {row.currency}
              <span className="second-line">{CURRENCIES[row.currency].name}</span>
            </td>
            <td className="right">
              <Shown value={row.wallets} />
            </td>
            <td className="right">
              <Shown value={row.collected} />
            </td>
            <td className="right wide-only">
              <Shown value={row.held} />
            </td>
            <td className="right wide-only">
              <Shown value={row.inDollars} />
            </td>
            <td className="right wide-only">
              <Shown value={row.sentToday} />
            </td>
            <td className="right wide-only">
              <Shown value={row.fundedToday} />
            </td>
          </tr>
        ))}
      </tbody>
    </BooksTable>
  );
}

function WalletOf({ number }: { number: string }) {
  const found = useQuery(walletQuery(number));
  return (
    <QueryView query={found} what="这个钱包">
      {(shown) => (
        <div className="wallet-case wallet-found">
          <Facts
            facts={[
              {
                label: "商户",
                value: (
                  <Link to={deskAddress("merchant", { id: shown.merchantId })}>
                    <MerchantName merchantId={shown.merchantId} />
                  </Link>
                ),
              },
              { label: "认证户名", value: shown.holderName ?? "还没有认证" },
              { label: "折合人民币", value: <Shown value={shown.total} /> },
            ]}
          />
          <WalletRows shown={shown} />
          <HoldRows shown={shown} />
          <SweepRows shown={shown} />
        </div>
      )}
    </QueryView>
  );
}

function WalletRows({ shown }: { shown: WalletCase }) {
  if (shown.wallets.length === 0) return <EmptyState drawing="none" title="这个商户还没有余额" />;
  return (
    <BooksTable name="各币种余额">
      <thead>
        <tr>
          <th scope="col">币种</th>
          <th scope="col" className="right">
            钱包
          </th>
          <th scope="col" className="right">
            收款账户
          </th>
          <th scope="col" className="right wide-only">
            处理中
          </th>
          <th scope="col" className="right wide-only">
            暂扣
          </th>
          <th scope="col" className="right wide-only">
            在途
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.wallets.map((row) => (
          <tr key={row.currency}>
            <td>{row.currency}</td>
            <td className="right">
              <Shown value={row.available} />
            </td>
            <td className="right">
              <Shown value={row.collected} />
            </td>
            <td className="right wide-only">
              <Shown value={row.processing} />
            </td>
            <td className="right wide-only">
              <Shown value={row.held} />
            </td>
            <td className="right wide-only">
              <Shown value={row.coming} />
            </td>
          </tr>
        ))}
      </tbody>
    </BooksTable>
  );
}

function HoldRows({ shown }: { shown: WalletCase }) {
  if (shown.holds.length === 0) return null;
  return (
    <section aria-label="处理中和暂扣">
      <h3 className="type-label">处理中和暂扣</h3>
      <ul className="wallet-lines">
        {shown.holds.map(({ postingId, amount, what, reference, isOwn, since }) => (
          <li key={postingId}>
            <span>
              {what}
              <span className="second-line">
                {isOwn ? "商户自己的业务" : "我们暂扣"}，{tableTime(since)}
                {reference && `，${reference}`}
              </span>
            </span>
            <Shown value={amount} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SweepRows({ shown }: { shown: WalletCase }) {
  const rules = shown.sources.flatMap(({ accountId, name, sweep }) => (sweep ? [{ accountId, name, ...sweep }] : []));
  if (rules.length === 0) return null;
  return (
    <section aria-label="自动转入">
      <h3 className="type-label">自动转入</h3>
      <ul className="wallet-lines">
        {rules.map(({ accountId, name, keep, rhythm }) => (
          <li key={accountId}>
            <span>
              {name}
              <span className="second-line">{SWEEP_RHYTHMS[rhythm]}</span>
            </span>
            <span>
              {keep.minor === 0n ? (
                "全部转入"
              ) : (
                <>
                  留下 <Shown value={keep} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
