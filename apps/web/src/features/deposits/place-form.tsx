import type { DepositProduct } from "@coralhub/contract";
import {
  addressOf,
  type Address,
  CURRENCIES,
  daysBetween,
  breakRateOf,
  formatMoney,
  instructionDeadline,
  MATURITY_INSTRUCTION_NAMES,
  moneyOf,
  readAmount,
  simpleInterest,
  toShanghaiTime,
  type AnnualRate,
  type DepositCurrency,
  type DepositTerm,
  type MaturityInstruction,
  type Money,
  type YearDays,
} from "@coralhub/domain";
import { beijingDay, Link, moneyText } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { Button, Radio, Select } from "antd";
import { useState } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import { amountProblem, dayText, instructionText, interestOf } from "./words.ts";

export type Input = {
  currency: DepositCurrency;
  amount: string;
  termMonths: DepositTerm;
  instruction: MaturityInstruction;
  renewAmount: string;
};
type Props = { products: readonly DepositProduct[]; spendable: readonly Money[]; initial?: Partial<Input> };

const INSTRUCTIONS = MATURITY_INSTRUCTION_NAMES.map((value) => ({ value, label: instructionText(value) }));
const SAMPLE_DAYS = 90;

/** What is typed, what it comes to, and the way to confirm it; nothing is asked of the server before that. */
function useRequest({ products, spendable, initial = {} }: Props) {
  const richest = products.find(({ currency }) => spendable.some((one) => one.currency === currency && one.minor > 0n));
  const [request, setRequest] = useState<Input>({
    currency: initial.currency ?? richest?.currency ?? "USD",
    amount: initial.amount ?? "",
    termMonths: initial.termMonths ?? 6,
    instruction: initial.instruction ?? "renewPrincipal",
    renewAmount: initial.renewAmount ?? "",
  });
  const [tried, setTried] = useState(false);
  const product = products.find(({ currency }) => currency === request.currency)!;
  const available = spendable.find(({ currency }) => currency === request.currency);
  const offer = product.offers.find(({ termMonths }) => termMonths === request.termMonths)!;
  const typed = readAmount(request.amount, request.currency);
  const part = readAmount(request.renewAmount, request.currency);
  const problem = typed.problem ?? amountProblem(typed.amount, product, available);
  const partProblem =
    request.instruction === "renewPart" ? (part.problem ?? (part.amount ? undefined : "请填写续存多少")) : undefined;
  return {
    request,
    change: (values: Partial<Input>) => setRequest((before) => ({ ...before, ...values })),
    product,
    available,
    offer,
    amount: typed.amount,
    /** Said while typing only where it can be told from typing on: too much, not an amount. */
    beside: tried || (typed.amount && product.minimum.minor <= typed.amount.minor) ? problem : typed.problem,
    partBeside: tried ? partProblem : part.problem,
    go() {
      setTried(true);
      if (problem === undefined && partProblem === undefined) goTo(buyAddress(request));
    },
  };
}

export const buyAddress = ({ currency, amount, termMonths, instruction, renewAmount }: Input): Address =>
  addressOf("placeDeposit", {
    currency,
    amount: plainNumber(amount),
    term: termMonths,
    instruction,
    renew: instruction === "renewPart" ? plainNumber(renewAmount) : null,
  });
const plainNumber = (text: string): string => text.replaceAll(/[,，\s]/g, "");

export function PlaceForm(props: Props) {
  const state = useRequest(props);
  const { request, change, amount, partBeside } = state;
  return (
    <form
      className="deposit-form"
      onSubmit={(event) => {
        event.preventDefault();
        state.go();
      }}
    >
      <AmountField products={props.products} state={state} />
      <Terms state={state} />
      {amount && <Outcome state={state} amount={amount} />}
      <div className="deposit-field">
        <label htmlFor="deposit-instruction">到期怎么办</label>
        <Select<MaturityInstruction>
          id="deposit-instruction"
          value={request.instruction}
          options={INSTRUCTIONS}
          onChange={(instruction) => change({ instruction })}
        />
        {request.instruction === "renewPart" && (
          <TextField
            label="续存多少"
            inputMode="decimal"
            autoComplete="off"
            prefix={request.currency}
            value={request.renewAmount}
            error={partBeside}
            onChange={(event) => change({ renewAmount: event.target.value })}
          />
        )}
        <span className="deposit-note">
          {toShanghaiTime(instructionDeadline(request.currency, state.offer.maturesOn)).slice(0, 16)} 前都能改
        </span>
      </div>
      <EarlyNote amount={amount} rate={breakRateOf(state.offer.rate)} yearDays={state.product.yearDays} />
      <Button type="primary" htmlType="submit" block size="large">
        存入{amount ? ` ${moneyText(formatMoney(amount), amount.currency)}` : ""}
      </Button>
    </form>
  );
}

type State = ReturnType<typeof useRequest>;

function AmountField({ products, state }: { products: readonly DepositProduct[]; state: State }) {
  const { request, change, product, available, beside } = state;
  return (
    <div className="deposit-amount">
      <Select<DepositCurrency>
        aria-label="币种"
        value={request.currency}
        options={products.map(({ currency }) => ({
          value: currency,
          label: `${currency} ${CURRENCIES[currency].name}`,
        }))}
        onChange={(currency) => change({ currency, amount: "", renewAmount: "" })}
      />
      <TextField
        label="金额"
        inputMode="decimal"
        autoComplete="off"
        prefix={request.currency}
        value={request.amount}
        error={beside}
        hint={
          <>
            最少 <MoneyOf value={product.minimum} />
            ，最多 <MoneyOf value={product.maximum} />
          </>
        }
        onChange={(event) => change({ amount: event.target.value })}
        suffix={
          <button
            type="button"
            className="lk-text-button"
            disabled={!available || available.minor === 0n}
            onClick={() => change({ amount: formatMoney(available!) })}
          >
            全部
          </button>
        }
      />
      <span className="deposit-note">
        钱包可用 {available ? <MoneyOf value={available} /> : "0"}
        {(!available || available.minor === 0n) && (
          <>
            ，<Link to={addressOf("wallet")}>先转入钱包</Link>
          </>
        )}
      </span>
    </div>
  );
}

function Terms({ state: { product, request, change, amount } }: { state: State }) {
  const today = beijingDay();
  return (
    <fieldset className="deposit-field">
      <legend>存多久</legend>
      <Radio.Group
        className="deposit-terms"
        value={request.termMonths}
        onChange={(event) => change({ termMonths: event.target.value as DepositTerm })}
      >
        {product.offers.map((offer) => (
          <Radio key={offer.termMonths} value={offer.termMonths} className="deposit-term">
            <span className="deposit-term-words">
              <span>
                {offer.termMonths} 个月
                <span className="deposit-note">至 {dayText(offer.maturesOn, today)}</span>
              </span>
              <span className="deposit-number">
                {offer.rate}%
                {amount && <span className="deposit-note">+{formatMoney(interestOf(amount, offer, product))}</span>}
              </span>
            </span>
          </Radio>
        ))}
      </Radio.Group>
    </fieldset>
  );
}

function Outcome({ state: { offer, product }, amount }: { state: State; amount: Money<DepositCurrency> }) {
  const today = beijingDay();
  const interest = interestOf(amount, offer, product);
  const days = daysBetween(offer.valueDate, offer.maturesOn);
  return (
    <dl className="deposit-outcome" aria-live="polite">
      <div>
        <dt>起息</dt>
        <dd>{dayText(offer.valueDate, today)}</dd>
      </div>
      <div>
        <dt>到期</dt>
        <dd>
          {dayText(offer.maturesOn, today)}，{days} 天
        </dd>
      </div>
      <div className="deposit-sum">
        <dt>到期利息</dt>
        <dd>
          <MoneyOf value={interest} sign="both" size="figure" />
          <span className="deposit-note">
            {formatMoney(amount)} × {offer.rate}% × {days} ÷ {product.yearDays}
          </span>
        </dd>
      </div>
      <div>
        <dt>本息合计</dt>
        <dd>
          <MoneyOf value={moneyOf(amount.currency, amount.minor + interest.minor)} />
        </dd>
      </div>
    </dl>
  );
}

/** What taking it out early would mean, in numbers. */
type Early = { amount: Money<DepositCurrency> | undefined; rate: AnnualRate; yearDays: YearDays };
function EarlyNote({ amount, rate, yearDays }: Early) {
  return (
    <p className="deposit-note">
      提前支取按 {rate}% 算
      {amount && (
        <>
          。比如存满 {SAMPLE_DAYS} 天取，利息 <MoneyOf value={simpleInterest(amount, rate, SAMPLE_DAYS, yearDays)} />
          ，少拿的不补
        </>
      )}
    </p>
  );
}
