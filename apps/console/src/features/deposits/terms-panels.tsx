import type { DepositTermsRow, DepositTermsView } from "@coralhub/contract";
import {
  DEPOSIT_CURRENCY_CODES,
  formatMoney,
  moneyText,
  readAmount,
  termsProblem,
  toShanghaiDay,
  toShanghaiTime,
  YEAR_DAYS,
  type DepositCurrency,
  type YearDays,
} from "@coralhub/domain";
import { EmptyState, Notice, Panel } from "@coralhub/ui";
import { Button, DatePicker, Input, Select } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { useNow } from "../../platform/now.ts";
import { problemText } from "../../platform/refusal-fields.ts";
import { deposits, useStep } from "./deposit-calls.ts";

type Props = { current: readonly DepositTermsView[]; changes: readonly DepositTermsRow[]; mayPropose: boolean };

/** The smallest and largest deposit and the days a year counts; a change begins on a day and takes two people. */
export function TermsPanels({ current, changes, mayPropose }: Props) {
  return (
    <>
      <Panel title="现行起存额、上限和计息天数" flush>
        <div className="deposit-desk-scroll" role="region" aria-label="现行起存额、上限和计息天数表" tabIndex={0}>
          <table className="deposit-desk-table">
            <thead>
              <tr>
                <th scope="col">币种</th>
                <th scope="col">最少存入</th>
                <th scope="col">最多存入</th>
                <th scope="col">一年按</th>
                <th scope="col">生效日</th>
              </tr>
            </thead>
            <tbody>
              {current.map(({ currency, minimum, maximum, yearDays, from }) => (
                <tr key={currency}>
                  <th scope="row">{currency}</th>
                  <td>{moneyText(minimum)}</td>
                  <td>{moneyText(maximum)}</td>
                  <td>{yearDays} 天</td>
                  <td>{from}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
      {mayPropose && <TermsProposal current={current} />}
      <Panel title="起存额、上限和计息天数的调整" flush={changes.length > 0}>
        {changes.length > 0 ? (
          <ul className="deposit-desk-changes">
            {changes.map((change) => (
              <li key={change.id}>
                <span>
                  {change.currency} 最少 {moneyText(change.minimum)}，最多 {moneyText(change.maximum)}，一年按{" "}
                  {change.yearDays} 天，{change.from} 起
                  <span className="deposit-desk-note">
                    {toShanghaiTime(change.approvedAt)} 复核通过。{change.reason}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title="还没有调整">提出后由另一位在「双人复核」里复核</EmptyState>
        )}
      </Panel>
    </>
  );
}

const CURRENCY_OPTIONS = DEPOSIT_CURRENCY_CODES.map((value) => ({ value, label: value }));
const YEAR_OPTIONS = YEAR_DAYS.map((value) => ({ value, label: `${value} 天` }));

type Draft = { currency: DepositCurrency; minimum: string; maximum: string; yearDays: YearDays };
const draftOf = ({ currency, minimum, maximum, yearDays }: DepositTermsView): Draft => ({
  currency,
  minimum: formatMoney(minimum),
  maximum: formatMoney(maximum),
  yearDays,
});

/** What stands against the draft, or what it says. */
function readDraft({ currency, minimum, maximum, yearDays }: Draft) {
  const [least, most] = [readAmount(minimum, currency), readAmount(maximum, currency)];
  if (!least.amount) return { problem: `最少存入：${least.problem ?? "请填写金额"}` };
  if (!most.amount) return { problem: `最多存入：${most.problem ?? "请填写金额"}` };
  const terms = { currency, yearDays, minimum: least.amount, maximum: most.amount };
  const problem = termsProblem(terms);
  return problem ? { problem } : { terms };
}

type AmountProps = { name: string; value: string; onChange: (next: string) => void };
const AmountInput = ({ name, value, onChange }: AmountProps) => (
  <Input
    aria-label={`${name}存入`}
    prefix={name}
    inputMode="decimal"
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);

function TermsProposal({ current }: { current: readonly DepositTermsView[] }) {
  const now = useNow();
  const today = now ? toShanghaiDay(now) : "";
  const [draft, setDraft] = useState<Draft>(() => draftOf(current[0]!));
  const [from, setFrom] = useState<string>();
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const change = (some: Partial<Draft>) => setDraft({ ...draft, ...some });
  const propose = useStep(
    (request: Parameters<typeof deposits.proposeDepositTerms>[0]) => deposits.proposeDepositTerms(request),
    () => "已提出，等另一位在「双人复核」里复核",
  );
  const send = () => {
    const { terms, problem: wrong } = readDraft(draft);
    const missing = wrong ?? (reason.trim().length < 2 ? "请写明调整原因" : undefined);
    setProblem(missing);
    if (terms && missing === undefined) propose.mutate({ ...terms, from: from ?? today, reason: reason.trim() });
  };
  return (
    <Panel title="提出新的起存额、上限和计息天数">
      <form
        className="deposit-desk-form deposit-desk-terms"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Select
          aria-label="条件的币种"
          value={draft.currency}
          options={CURRENCY_OPTIONS}
          onChange={(currency) => setDraft(draftOf(current.find((one) => one.currency === currency)!))}
        />
        <AmountInput name="最少" value={draft.minimum} onChange={(minimum) => change({ minimum })} />
        <AmountInput name="最多" value={draft.maximum} onChange={(maximum) => change({ maximum })} />
        <Select
          aria-label="一年按多少天"
          value={draft.yearDays}
          options={YEAR_OPTIONS}
          onChange={(yearDays) => change({ yearDays })}
        />
        <DatePicker
          aria-label="条件的生效日"
          allowClear={false}
          minDate={dayjs(today)}
          value={dayjs(from ?? today)}
          onChange={(day) => setFrom(day?.format("YYYY-MM-DD"))}
        />
        <Input
          aria-label="调整原因"
          placeholder="为什么调整"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button type="primary" htmlType="submit" loading={propose.isPending}>
          提出
        </Button>
      </form>
      {problem && <Notice tone="danger" title={problem} />}
      {propose.error && <Notice tone="danger" title={problemText(propose.error)} />}
    </Panel>
  );
}
