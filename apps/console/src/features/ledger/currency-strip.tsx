import type { ChartRow } from "@coralhub/contract";
import { deskAddress, formatMoney, type Currency } from "@coralhub/domain";
import { amountText, feedTime, icons, Link, StateDot } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { currenciesOf, totalsOf } from "./chart.ts";
import { invariantsQuery } from "./ledger-calls.ts";

/** Every currency of the books side by side, each with both sides compared. */
export function CurrencyStrip({ rows, chosen }: { rows: readonly ChartRow[]; chosen: Currency }) {
  const all = currenciesOf(rows).map((currency) =>
    totalsOf(
      currency,
      rows.filter((row) => row.currency === currency).map((row) => row.balance),
    ),
  );
  const unequal = all.filter(({ difference }) => difference.minor !== 0n).length;
  return (
    <nav className="currency-strip" aria-label="币种">
      <ul>
        {all.map(({ currency, debit, difference }) => (
          <li key={currency}>
            <Link to={deskAddress("ledger", { currency })} aria-current={currency === chosen ? "true" : undefined}>
              <span className="currency-strip-head">
                <b>{currency}</b>
                {difference.minor === 0n ? (
                  <span className="currency-even">
                    <icons.Check size={16} />
                    借贷相等
                  </span>
                ) : (
                  <span className="currency-odd">
                    <icons.Warning size={16} />
                    借贷不等
                  </span>
                )}
              </span>
              <span className="currency-sum">{amountText(formatMoney(debit), currency)}</span>
              <span className="second-line">差额 {amountText(formatMoney(difference), currency)}</span>
            </Link>
          </li>
        ))}
        <li className="currency-verdict">
          <Verdict currencies={all.length} unequal={unequal} />
        </li>
      </ul>
    </nav>
  );
}

function Verdict({ currencies, unequal }: { currencies: number; unequal: number }) {
  const { data } = useQuery(invariantsQuery);
  const checked = data?.checks.find(({ rule }) => rule === "sum");
  return (
    <>
      <span className="second-line">试算平衡</span>
      {unequal === 0 ? (
        <StateDot tone="success" label={`${currencies} 种货币全平`} />
      ) : (
        <StateDot tone="danger" label={`${unequal} 种货币不平`} />
      )}
      <span className="second-line">每分钟算一次{checked && `，${feedTime(checked.ranAt)}`}</span>
    </>
  );
}
