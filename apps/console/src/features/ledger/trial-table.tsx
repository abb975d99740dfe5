import type { TrialRow } from "@coralhub/contract";
import { ACCOUNT_KINDS, CURRENCIES, formatMoney, moneyOf, type Currency, type Money } from "@coralhub/domain";
import { amountText, Panel, StateDot, useNarrow } from "@coralhub/ui";
import { BooksTable } from "../../platform/books-table.tsx";
import { standing } from "./account-words.tsx";
import { byKind, totalsOf } from "./chart.ts";

type Props = { currency: Currency; rows: readonly TrialRow[] };

const text = (amount: Money) => amountText(formatMoney(amount), amount.currency);
const total = (currency: Currency, amounts: readonly Money[]) =>
  moneyOf(
    currency,
    amounts.reduce((all, { minor }) => all + minor, 0n),
  );

export function TrialTable({ currency, rows }: Props) {
  const narrow = useNarrow();
  const moved = {
    debits: total(
      currency,
      rows.map((row) => row.debits),
    ),
    credits: total(
      currency,
      rows.map((row) => row.credits),
    ),
  };
  const { difference } = totalsOf(
    currency,
    rows.map((row) => row.closing),
  );
  const even = difference.minor === 0n && moved.debits.minor === moved.credits.minor;
  const ordered = byKind(rows);
  return (
    <Panel
      title={`${currency} ${CURRENCIES[currency].name}`}
      action={even ? <StateDot tone="success" label="借贷相等" /> : <StateDot tone="danger" label="借贷不等" />}
      flush
    >
      {narrow ? <Lines rows={ordered} /> : <Table rows={ordered} currency={currency} moved={moved} />}
    </Panel>
  );
}

const Stand = ({ of, kind }: { of: Money; kind: TrialRow["kind"] }) => {
  const { side, amount } = standing(of, kind);
  return (
    <>
      {text(amount)}
      <span className="chart-side">{side}</span>
    </>
  );
};

function Table(props: { rows: readonly TrialRow[]; currency: Currency; moved: { debits: Money; credits: Money } }) {
  const { rows, currency, moved } = props;
  return (
    <BooksTable name={`${currency} 试算表`} className="books-table trial">
      <thead>
        <tr>
          <th scope="col">科目</th>
          {["期初", "借方发生", "贷方发生", "期末"].map((header) => (
            <th key={header} scope="col" className="right">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, opening, debits, credits, closing }) => (
          <tr key={kind}>
            <td>{ACCOUNT_KINDS[kind].label}</td>
            <td className="right">
              <Stand of={opening} kind={kind} />
            </td>
            <td className="right">{text(debits)}</td>
            <td className="right">{text(credits)}</td>
            <td className="right amount">
              <Stand of={closing} kind={kind} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2}>发生额合计</td>
          <td className="right amount">{text(moved.debits)}</td>
          <td className="right amount">{text(moved.credits)}</td>
          <td className="right">
            <span className="second-line">{moved.debits.minor === moved.credits.minor ? "相等" : "不等"}</span>
          </td>
        </tr>
      </tfoot>
    </BooksTable>
  );
}

/** On a phone: the kind and where it stands, what moved below. */
const Lines = ({ rows }: { rows: readonly TrialRow[] }) => (
  <ul className="trial-lines">
    {rows.map(({ kind, debits, credits, closing }) => (
      <li key={kind}>
        <span>{ACCOUNT_KINDS[kind].label}</span>
        <span className="amount">
          <Stand of={closing} kind={kind} />
        </span>
        <span className="second-line">借方发生 {text(debits)}</span>
        <span className="second-line">贷方发生 {text(credits)}</span>
      </li>
    ))}
  </ul>
);
