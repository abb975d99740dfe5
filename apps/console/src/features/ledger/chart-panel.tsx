import type { ChartRow } from "@coralhub/contract";
import { deskAddress, ACCOUNT_KINDS, CURRENCIES, formatMoney, type AccountKind, type Currency } from "@coralhub/domain";
import { amountText, Link, Panel } from "@coralhub/ui";
import { standing } from "./account-words.tsx";
import { byKind, ofSide, SIDES, totalsOf, type Side } from "./chart.ts";

type Props = { rows: readonly ChartRow[]; currency: Currency; chosen: AccountKind };

/** The chart of accounts in one currency: what belongs to merchants, then what belongs to the house. */
export function ChartPanel({ rows, currency, chosen }: Props) {
  const { debit, credit } = totalsOf(
    currency,
    rows.map((row) => row.balance),
  );
  return (
    <Panel title="科目" action={`${currency} ${CURRENCIES[currency].name}`} flush>
      {(Object.keys(SIDES) as Side[]).map((side) => (
        <KindGroup key={side} side={side} rows={byKind(ofSide(rows, side))} chosen={chosen} />
      ))}
      <dl className="chart-totals">
        <div>
          <dt>借方合计</dt>
          <dd>{amountText(formatMoney(debit), currency)}</dd>
        </div>
        <div>
          <dt>贷方合计</dt>
          <dd>{amountText(formatMoney(credit), currency)}</dd>
        </div>
      </dl>
    </Panel>
  );
}

function KindGroup({ side, rows, chosen }: { side: Side; rows: ChartRow[]; chosen: AccountKind }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className="chart-group">{SIDES[side]}</h3>
      <ul className="chart-rows">
        {rows.map(({ kind, currency, balance }) => {
          const { side: stands, amount } = standing(balance, kind);
          return (
            <li key={kind}>
              <Link to={deskAddress("ledger", { currency, kind })} aria-current={kind === chosen ? "true" : undefined}>
                <span>{ACCOUNT_KINDS[kind].label}</span>
                <span className="chart-amount">
                  {amountText(formatMoney(amount), currency)}
                  <span className="chart-side">{stands}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
