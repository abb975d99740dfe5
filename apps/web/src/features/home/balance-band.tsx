import {
  type Address,
  addressOf,
  CURRENCIES,
  formatMoney,
  type Currency,
  type Money as Amount,
} from "@coralhub/domain";
import { amountText, icons, Link } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { flagsQuery } from "../../platform/flags.ts";
import { inFeed, MoneyOf } from "../../platform/show.tsx";
import type { Home } from "./home-queries.ts";
import "./balance-band.css";

/** What a merchant comes here to do; each appears where its page is open. */
const ACTIONS: readonly { label: string; path: Address; flag?: "multiCurrencyWallet"; primary?: true }[] = [
  { label: "付款", path: addressOf("payments") },
  { label: "换汇", path: addressOf("exchange"), flag: "multiCurrencyWallet" },
  { label: "提现", path: addressOf("withdrawals"), primary: true },
];

type TotalProps = Pick<Home, "equivalent"> & { hidden: boolean; onToggle: () => void };

/** The number that matters, on the ink band. It can be covered in company. */
export function BalanceTotal({ equivalent, hidden, onToggle }: TotalProps) {
  const Eye = hidden ? icons.EyeOff : icons.Eye;
  const { data: flags } = useQuery(flagsQuery);
  return (
    <div className="band">
      <div>
        <h1 className="band-label">
          可用余额合计
          <button
            type="button"
            className="band-eye"
            aria-pressed={hidden}
            onClick={onToggle}
            aria-label={hidden ? "显示余额" : "隐藏余额"}
          >
            <Eye />
          </button>
        </h1>
        <div className="band-total">
          {hidden ? <Covered /> : equivalent && <MoneyOf value={equivalent.total} prefix="约合" size="figure-xl" />}
        </div>
        <p className="band-note">
          {equivalent ? `按${inFeed(equivalent.asOf)} 中间价折算，仅供参考` : "汇率暂时取不到，下面是各币种的实际余额"}
        </p>
      </div>
      <div className="band-actions">
        {ACTIONS.filter(({ flag }) => !flag || flags?.[flag]).map(({ label, path, primary }) => (
          <Link key={path} to={path} className={primary ? "band-action band-primary" : "band-action"}>
            {label}
          </Link>
        ))}
      </div>
    </div>
  );
}

export function Balances({ balances, hidden }: { balances: Home["balances"]; hidden: boolean }) {
  return (
    <ul className="balances" tabIndex={0} aria-label="各币种余额">
      {balances.map((balance) => (
        <Balance key={balance.available.currency} {...balance} hidden={hidden} />
      ))}
    </ul>
  );
}

function Balance({ available, inTransit, processing, held, hidden }: Home["balances"][number] & { hidden: boolean }) {
  return (
    <li className="balance">
      <div className="balance-currency">{CURRENCIES[available.currency].name}</div>
      <div>{hidden ? <Covered /> : <MoneyOf value={available} size="figure" />}</div>
      <div className="balance-parts">
        {inTransit.minor > 0n && (
          <Part states="announced" currency={available.currency}>
            在途 {hidden ? "•••" : digits(inTransit)}
          </Part>
        )}
        {processing.minor > 0n && (
          <Part of="moneyEvents" states="moving" currency={available.currency}>
            处理中 {hidden ? "•••" : digits(processing)}
          </Part>
        )}
        {held.minor > 0n && (
          <Part of="moneyEvents" states="held" currency={available.currency} held>
            暂扣 {hidden ? "•••" : digits(held)}
          </Part>
        )}
        {inTransit.minor + processing.minor + held.minor === 0n && <span>无在途款项</span>}
      </div>
    </li>
  );
}

type PartProps = {
  of?: "income" | "moneyEvents";
  states: string;
  currency: Currency;
  held?: true;
  children: ReactNode;
};

/** A figure that leads to the payments it is made of. */
function Part({ of = "income", states, currency, held, children }: PartProps) {
  const className = held ? "balance-part balance-held" : "balance-part";
  return (
    <Link to={addressOf(of, { state: states, currency })} className={className}>
      {children}
    </Link>
  );
}

const digits = (value: Amount) => amountText(formatMoney(value), value.currency);

function Covered() {
  return (
    <span className="band-covered">
      <span aria-hidden="true">••••••</span>
      <span className="visually-hidden">已隐藏</span>
    </span>
  );
}
