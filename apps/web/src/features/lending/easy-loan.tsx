import {
  formatMoney,
  LOAN_CURRENCY,
  LOAN_PRODUCTS,
  moneyOf,
  planLoan,
  REPAYMENT_WAYS,
  type PortalPath,
  type RepaymentWay,
} from "@coralhub/domain";
import { LinkButton, TextField } from "@coralhub/ui/light";
import { useEffect, useState } from "react";
import { lightApi } from "../../platform/light-api.ts";
import "./easy-loan.css";

const { rate: firstRate, terms, ways, minimum, maximum } = LOAN_PRODUCTS.easy;
const text = (minor: bigint): string =>
  `${LOAN_CURRENCY} ${formatMoney(moneyOf(LOAN_CURRENCY, minor)).replaceAll(/\d(?=(\d{3})+(\.|$))/g, "$&,")}`;
const DRAWN_ON = "2026-01-15";

/** As finance has set it; until it is there, as the product began. */
function useTodaysRate(): string {
  const [rate, setRate] = useState<string>(firstRate);
  useEffect(() => {
    lightApi.loanTerms({}).then(
      (all) => setRate(all.find(({ product }) => product === "easy")?.rate ?? firstRate),
      () => undefined,
    );
  }, []);
  return rate;
}

/** The same plan as the application's, worked out in the browser. */
export function EasyLoanCalculator() {
  const rate = useTodaysRate();
  const [amount, setAmount] = useState("10000");
  const [termMonths, setTerm] = useState<number>(terms[1]);
  const [way, setWay] = useState<RepaymentWay>(ways[0]);
  const whole = /^\d{1,6}$/.test(amount) ? Number(amount) : Number.NaN;
  const fits = whole >= minimum && whole <= maximum;
  const plan = fits ? planLoan({ rate, termMonths, way }, BigInt(whole) * 100n, DRAWN_ON) : [];
  const interest = plan.reduce((sum, row) => sum + row.interest, 0n);
  return (
    <section className="bar-frame-part easy-loan-calculator" aria-label="还款试算">
      <h2 className="type-section">还款试算</h2>
      <TextField
        label="借多少"
        name="amount"
        inputMode="numeric"
        autoComplete="off"
        prefix={LOAN_CURRENCY}
        value={amount}
        error={fits ? undefined : `请填写 ${minimum} 到 ${maximum.toLocaleString("en-US")} 之间的整数`}
        onChange={(event) => setAmount(event.target.value)}
      />
      <div className="easy-loan-pair">
        <label>
          期限
          <select value={termMonths} onChange={(event) => setTerm(Number(event.target.value))}>
            {terms.map((months) => (
              <option key={months} value={months}>
                {months} 个月
              </option>
            ))}
          </select>
        </label>
        <label>
          还款方式
          <select value={way} onChange={(event) => setWay(event.target.value as RepaymentWay)}>
            {ways.map((name) => (
              <option key={name} value={name}>
                {REPAYMENT_WAYS[name].label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {plan.length > 0 && (
        <div role="status">
          <dl>
            <div>
              <dt>{plan.length > 1 ? `每期，共 ${plan.length} 期` : "到期一次还"}</dt>
              <dd>{text(plan[0]!.principal + plan[0]!.interest)}</dd>
            </div>
            <div>
              <dt>年利率</dt>
              <dd>{rate}%</dd>
            </div>
            <div>
              <dt>利息合计</dt>
              <dd>{text(interest)}</dd>
            </div>
          </dl>
        </div>
      )}
      <LinkButton variant="primary" href={`/loan/apply?product=easy&amount=${fits ? whole : ""}` satisfies PortalPath}>
        去申请
      </LinkButton>
    </section>
  );
}
