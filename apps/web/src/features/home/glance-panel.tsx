import { addressOf, type Currency } from "@coralhub/domain";
import { Bone, Link, Panel, promiseMoment } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { flagsQuery } from "../../platform/flags.ts";
import { inFeed, MoneyOf } from "../../platform/show.tsx";
import { glanceQuery, type Glance } from "./home-queries.ts";
import "./glance.css";

/** Where one's money is stands there first; what can be chosen comes after. */
const CurrencyChoice = lazy(async () => ({ default: (await import("./panel-choices.tsx")).CurrencyChoice }));
const CHOICES: readonly Currency[] = ["CNY", "USD", "EUR", "GBP", "HKD", "JPY"];
const KEPT = "glanceCurrency";
const BASIS_POINTS_PER_PERCENT = 100;
const digits = (rate: string): string => Number(rate).toFixed(4);

/** What a finance person looks for first, on one panel. */
export function GlancePanel() {
  const [currency, setCurrency] = useState<Currency>(() => {
    const kept = localStorage.getItem(KEPT);
    return CHOICES.find((one) => one === kept) ?? "CNY";
  });
  const { data } = useQuery(glanceQuery(currency));
  const choose = (next: Currency) => {
    localStorage.setItem(KEPT, next);
    setCurrency(next);
  };
  return (
    <Panel
      title="今日要点"
      action={
        <Suspense fallback={<Bone width={112} height={32} />}>
          <CurrencyChoice label="折合币种" choices={CHOICES} value={currency} onChange={choose} />
        </Suspense>
      }
    >
      {data ? <Lines glance={data} /> : <Bone width="100%" height={220} />}
    </Panel>
  );
}

function Lines({ glance: { total, rate, arrivals, fees, approvals } }: { glance: Glance }) {
  return (
    <dl className="glance">
      <dt>全部资金</dt>
      <dd>
        {total ? (
          <span className="glance-total">
            <MoneyOf value={total.total} prefix="约合" />
            <span className="row-note">含处理中和暂扣</span>
          </span>
        ) : (
          "汇率暂时取不到"
        )}
      </dd>
      <Rate rate={rate} />
      <dt>本周到账</dt>
      <dd>
        {arrivals.length === 0 && "没有已预告的款项"}
        {arrivals.map((one) => (
          <Link key={one.id} to={addressOf("income", { open: one.id })} className="glance-arrival">
            <span>{promiseMoment(one.expectedAt).slice(0, -5)}</span>
            <span className="glance-from">{one.from}</span>
            <MoneyOf value={one.amount} sign="both" />
          </Link>
        ))}
      </dd>
      <dt>本月费用</dt>
      <dd>
        <Link to={addressOf("statements")} className="glance-fees">
          {fees.length === 0 ? "还没有费用" : fees.map((fee) => <MoneyOf key={fee.currency} value={fee} />)}
        </Link>
      </dd>
      <dt>待复核</dt>
      <dd>
        {approvals > 0 ? (
          <Link to={addressOf("payouts", { state: "awaitingApproval" })}>{approvals} 笔付款等待珊瑚汇财务复核</Link>
        ) : (
          "没有等待复核的付款"
        )}
      </dd>
    </dl>
  );
}

/** The market's rate, ours, and the difference: the same numbers a quote is made of. */
function Rate({ rate }: { rate: Glance["rate"] }) {
  const { data: flags } = useQuery(flagsQuery);
  if (!rate) return null;
  const { sell, buy, mid, rate: own, markupBasisPoints, at } = rate;
  const percent = Number(markupBasisPoints) / BASIS_POINTS_PER_PERCENT;
  return (
    <>
      <dt>今日汇率</dt>
      <dd>
        <span className="glance-rate">
          1 {sell} = {digits(own)} {buy}
        </span>
        <span className="row-note">
          中间价 {digits(mid)}，加点 {percent}%，{inFeed(at)}
        </span>
        {flags?.multiCurrencyWallet && (
          <Link to={addressOf("exchange", { sell, buy, wait: "alert" })}>设置汇率提醒</Link>
        )}
      </dd>
    </>
  );
}
