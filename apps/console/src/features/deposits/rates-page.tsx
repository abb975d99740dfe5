import type { DepositRateRow } from "@coralhub/contract";
import {
  DEPOSIT_CURRENCY_CODES,
  DEPOSIT_TERM_MONTHS,
  isAnnualRate,
  toShanghaiDay,
  toShanghaiTime,
  type DepositCurrency,
  type DepositTerm,
} from "@coralhub/domain";
import { EmptyState, Notice, PageHeader, Panel } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, DatePicker, Input, Select } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { useNow } from "../../platform/now.ts";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { deposits, ratesQuery, useStep } from "./deposit-calls.ts";
import { TermsPanels } from "./terms-panels.tsx";
import "./deposits.css";

/** What the partner pays, by currency and term; a change begins on a day and takes two people. */
export function DepositRatesPage() {
  const self = useSelf();
  const rates = useQuery(ratesQuery);
  return (
    <>
      <PageHeader title="存款利率和条件" intro="从生效日起的新存款按新的算，已成交的不变" />
      <QueryView query={rates} what="利率表">
        {({ current, changes, terms }) => (
          <div className="deposit-desk">
            <Panel title="现行年利率" flush>
              <div className="deposit-desk-scroll" role="region" aria-label="现行年利率表" tabIndex={0}>
                <table className="deposit-desk-table">
                  <thead>
                    <tr>
                      <th scope="col">币种</th>
                      {DEPOSIT_TERM_MONTHS.map((term) => (
                        <th key={term} scope="col">
                          {term} 个月
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {current.map(({ currency, offers }) => (
                      <tr key={currency}>
                        <th scope="row">{currency}</th>
                        {offers.map(({ termMonths, rate }) => (
                          <td key={termMonths}>{rate}%</td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </Panel>
            {mayUse(self, "finance") && <Proposal />}
            <Panel title="利率的调整" flush={changes.length > 0}>
              {changes.length > 0 ? (
                <ul className="deposit-desk-changes">
                  {changes.map((change) => (
                    <Change key={change.id} change={change} mayDecide={mayUse(self, "finance")} selfId={self?.id} />
                  ))}
                </ul>
              ) : (
                <EmptyState title="还没有调整">提出后由另一位财务复核</EmptyState>
              )}
            </Panel>
            <TermsPanels {...terms} mayPropose={mayUse(self, "finance")} />
          </div>
        )}
      </QueryView>
    </>
  );
}

function Change({
  change,
  mayDecide,
  selfId,
}: {
  change: DepositRateRow;
  mayDecide: boolean;
  selfId?: string | undefined;
}) {
  const { id, currency, termMonths, rate, from, proposedAt, approvedAt, proposedBy } = change;
  const decide = useStep(
    (decision: "approve" | "reject") => deposits.decideDepositRate({ id, decision }),
    (decision) => (decision === "approve" ? "已复核，到生效日生效" : "已驳回"),
  );
  const own = proposedBy === selfId;
  return (
    <li>
      <span>
        {currency} {termMonths} 个月 {rate}%，{from} 起
        <span className="deposit-desk-note">
          {toShanghaiTime(proposedAt)} 提出{approvedAt ? `，${toShanghaiTime(approvedAt)} 复核` : "，待复核"}
          {!approvedAt && own && "。您提出的由另一位财务复核"}
        </span>
      </span>
      {decide.error && <Notice tone="danger" title={problemText(decide.error)} />}
      {!approvedAt && mayDecide && (
        <span className="deposit-desk-actions">
          <Button disabled={decide.isPending} onClick={() => decide.mutate("reject")}>
            {own ? "撤回" : "驳回"}
          </Button>
          {!own && (
            <Button type="primary" loading={decide.isPending} onClick={() => decide.mutate("approve")}>
              复核通过
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

const CURRENCY_OPTIONS = DEPOSIT_CURRENCY_CODES.map((value) => ({ value, label: value }));
const TERM_OPTIONS = DEPOSIT_TERM_MONTHS.map((value) => ({ value, label: `${value} 个月` }));

function Proposal() {
  const now = useNow();
  const today = now ? toShanghaiDay(now) : "";
  const [currency, setCurrency] = useState<DepositCurrency>("USD");
  const [termMonths, setTerm] = useState<DepositTerm>(6);
  const [rate, setRate] = useState("");
  const [from, setFrom] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const propose = useStep(
    (request: { currency: DepositCurrency; termMonths: DepositTerm; rate: string; from: string }) =>
      deposits.proposeDepositRate(request),
    () => "已提出，等另一位财务复核",
  );
  return (
    <Panel title="提出新的利率">
      <form
        className="deposit-desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = isAnnualRate(rate.trim()) ? undefined : "请填写年利率，最多 4 位小数，例如 4.05";
          setProblem(wrong);
          if (wrong === undefined) propose.mutate({ currency, termMonths, rate: rate.trim(), from: from ?? today });
        }}
      >
        <Select aria-label="币种" value={currency} options={CURRENCY_OPTIONS} onChange={setCurrency} />
        <Select aria-label="期限" value={termMonths} options={TERM_OPTIONS} onChange={setTerm} />
        <Input
          aria-label="年利率"
          suffix="%"
          placeholder="4.05"
          value={rate}
          status={problem ? "error" : ""}
          onChange={(event) => setRate(event.target.value)}
        />
        <DatePicker
          aria-label="生效日"
          allowClear={false}
          minDate={dayjs(today)}
          value={dayjs(from ?? today)}
          onChange={(day) => setFrom(day?.format("YYYY-MM-DD"))}
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
