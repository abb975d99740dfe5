import type { DepositProduct } from "@coralhub/contract";
import {
  daysBetween,
  formatMoney,
  LADDER_TERMS,
  moneyOf,
  planLadder,
  readAmount,
  type DepositCurrency,
  type LadderStep,
  type Money,
  maturityText,
} from "@coralhub/domain";
import { Panel } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { Button, Select } from "antd";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import { forecastQuery } from "./deposit-calls.ts";
import { buyAddress } from "./place-form.tsx";

const termsOf = ({ currency, minimum, maximum, yearDays }: DepositProduct) => ({
  minimum: moneyOf(currency, minimum.minor),
  maximum: moneyOf(currency, maximum.minor),
  yearDays,
});

type Props = { products: readonly DepositProduct[]; spendable: readonly Money[] };

/** An amount spread over four terms, so that something falls due every quarter; what is needed before stays out. */
export function LadderPanel({ products, spendable }: Props) {
  const rich = products.find(({ currency }) => spendable.some((one) => one.currency === currency && one.minor > 0n));
  const [currency, setCurrency] = useState<DepositCurrency>(rich?.currency ?? "USD");
  const available = spendable.find((one) => one.currency === currency);
  const [text, setText] = useState(available && available.minor > 0n ? formatMoney(available) : "");
  const forecast = useQuery(forecastQuery).data?.find((one) => one.currency === currency);
  const [typedKeep, setKeepText] = useState<string>();
  // What the forecast says, until the merchant says otherwise.
  const expected = forecast?.needs[0];
  const keepText = typedKeep ?? (expected && expected.minor > 0n ? formatMoney(expected) : "");
  const product = products.find((one) => one.currency === currency)!;
  const { amount, problem } = readAmount(text, currency);
  const keep = readAmount(keepText, currency);
  const rates = product.offers.map(({ valueDate, ...offer }) => ({ ...offer, currency, from: valueDate }));
  const from = product.offers[0]!.valueDate;
  const plan =
    amount &&
    planLadder(amount, {
      keep: keep.amount ?? moneyOf(currency, 0n),
      from,
      rates,
      terms: termsOf(product),
      needs: forecast?.needs.slice(1).map(({ minor }) => moneyOf(currency, minor)) ?? [],
    });
  return (
    <Panel title="分期存，每季度都有钱到期" intro="分成几份存不同期限，比全存短期利息高，又不会一整年动不了">
      <div className="deposit-stack">
        <div className="deposit-ladder-inputs">
          <Select<DepositCurrency>
            aria-label="分期存的币种"
            value={currency}
            options={products.map((one) => ({ value: one.currency, label: one.currency }))}
            onChange={(value) => {
              setCurrency(value);
              setText("");
              setKeepText(undefined);
            }}
          />
          <TextField
            label="总共"
            inputMode="decimal"
            autoComplete="off"
            prefix={currency}
            value={text}
            error={problem}
            onChange={(event) => setText(event.target.value)}
          />
          <TextField
            label="三个月内要付出去的，先留着"
            inputMode="decimal"
            autoComplete="off"
            prefix={currency}
            value={keepText}
            error={keep.problem}
            onChange={(event) => setKeepText(event.target.value)}
          />
        </div>
        {forecast && <ForecastNote forecast={forecast} />}
        {plan && plan.steps.length > 0 ? (
          <Ladder {...plan} from={from} maximum={product.maximum} />
        ) : (
          <p className="deposit-note">
            填写金额后显示怎么分。每份最少 <MoneyOf value={product.minimum} />
          </p>
        )}
      </div>
    </Panel>
  );
}

type Forecast = { paid: Money; received: Money; scheduled: Money };
function ForecastNote({ forecast: { paid, received, scheduled } }: { forecast: Forecast }) {
  return (
    <p className="deposit-note">
      近 90 天付出 <MoneyOf value={paid} />
      ，收到 <MoneyOf value={received} />
      {scheduled.minor > 0n && (
        <>
          ，已排期付款 <MoneyOf value={scheduled} />
        </>
      )}
      。照此每季度要用的先到期，其余平均分
    </p>
  );
}

type Planned = { steps: readonly LadderStep[]; kept: Money; from: string; maximum: Money };
function Ladder({ steps, kept, from, maximum }: Planned) {
  const { currency } = steps[0]!.principal;
  const longest = daysBetween(from, steps.at(-1)!.maturesOn);
  const total = steps.reduce((sum, { interest }) => sum + interest.minor, 0n);
  return (
    <>
      <ol className="deposit-ladder">
        {steps.map((step) => (
          <li key={step.termMonths}>
            <MoneyOf value={step.principal} />
            <span className="deposit-bar" aria-hidden="true">
              <span style={{ width: `${(daysBetween(from, step.maturesOn) / longest) * 100}%` }} />
            </span>
            <span>
              {maturityText(step.maturesOn)}
              <span className="deposit-note">
                {step.termMonths} 个月，{step.rate}%
              </span>
            </span>
            <span className="deposit-number">
              <MoneyOf value={step.interest} sign="both" />
            </span>
            <Button
              size="small"
              onClick={() =>
                goTo(
                  buyAddress({
                    currency,
                    amount: formatMoney(step.principal),
                    termMonths: step.termMonths,
                    instruction: "renewPrincipal",
                    renewAmount: "",
                  }),
                )
              }
            >
              存这一份
            </Button>
          </li>
        ))}
      </ol>
      <p className="deposit-ladder-sum">
        利息合计 <MoneyOf value={moneyOf(currency, total)} sign="both" />
        ，最久等 {LADDER_TERMS[0]} 个月有一份到期
      </p>
      {steps.some(({ principal }) => principal.minor === maximum.minor) && kept.minor > 0n && (
        <p className="deposit-note">
          每份最多 <MoneyOf value={maximum} />，<MoneyOf value={kept} /> 留在钱包
        </p>
      )}
    </>
  );
}
