import { moneyOf, type Currency, type Money } from "@coralhub/domain";
import { addDays, Copyable, type DateRange, type FilterValue } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { partsOf, Sum } from "./account-words.tsx";
import { ledger } from "./ledger-calls.ts";
import "./entries.css";

type Props = { merchantId: string; code: string; period: FilterValue | undefined };

/** The balance after the last entry until the end of a day; zero before the first one. */
async function balanceAfter(merchantId: string, account: string, currency: Currency, day?: string): Promise<Money> {
  const { records } = await ledger.ledgerEntries({
    merchantId,
    account,
    filters: day === undefined ? {} : { postedAt: { end: day } },
  });
  return records[0]?.balance ?? moneyOf(currency, 0n);
}

/** The statement of the period that is filtered for: from its opening to its closing balance. */
export function AccountHead({ merchantId, code, period }: Props) {
  const { currency } = partsOf(code)!;
  const { begin, end } = (period ?? {}) as DateRange;
  const statement = useQuery({
    queryKey: ["ledger", "statement", merchantId, code, begin, end],
    queryFn: async () => {
      const [opening, closing, balance] = await Promise.all([
        begin ? balanceAfter(merchantId, code, currency, addDays(begin, -1)) : moneyOf(currency, 0n),
        balanceAfter(merchantId, code, currency, end),
        balanceAfter(merchantId, code, currency),
      ]);
      return { opening, closing, balance, moved: moneyOf(currency, closing.minor - opening.minor) };
    },
  });
  const { data } = statement;
  return (
    <section className="panel account-head" aria-label="余额">
      <div className="account-balance">
        <Copyable text={code} />
        <span className="account-figure">
          <span className="second-line">余额</span>
          {data ? <Sum of={data.balance} figure /> : <span className="type-figure">…</span>}
        </span>
      </div>
      <dl className="account-period">
        <Figure label={begin ? `期初，${begin}` : "期初，开立时"}>{data && <Sum of={data.opening} />}</Figure>
        <Figure label="期内净变动">{data && <Sum of={data.moved} sign="both" />}</Figure>
        <Figure label={end ? `期末，${end}` : "期末，现在"}>{data && <Sum of={data.closing} />}</Figure>
      </dl>
    </section>
  );
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="second-line">{label}</dt>
    <dd>{children ?? "…"}</dd>
  </div>
);
