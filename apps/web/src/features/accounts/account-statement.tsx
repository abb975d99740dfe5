import type { CallOutput, accountEndpoints, ReceivingAccountDetail } from "@coralhub/contract";
import { addressOf, formatMoney, type PaperLanguage } from "@coralhub/domain";
import { beijingDay, ErrorState, icons, Link, Money, Notice, Panel, RowsSkeleton } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import { failureOf } from "../../platform/failure.ts";
import { calls, statementQuery } from "./accounts-calls.ts";
import { daysOf, monthsBetween } from "./account-words.ts";

const monthName = (month: string): string => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`;

/** A month of the account: what was there, what came, what went, what is left. */
export function AccountStatement({ account: { id: accountId } }: { account: ReceivingAccountDetail }) {
  const now = beijingDay().slice(0, 7);
  const [month, setMonth] = useState(now);
  const { data, error, refetch, isFetching } = useQuery(statementQuery(accountId, month));
  const [since, setSince] = useState(now);
  if (data && data.since < since) setSince(data.since);
  const pdf = useMutation({
    mutationFn: (language: PaperLanguage) => calls.monthlyStatementPdf({ accountId, month, language }),
    onSuccess: saveFile,
  });
  return (
    <Panel
      title={`${monthName(month)}月结单`}
      intro={data?.open ? "这个月还没有结束，数字会变" : undefined}
      action={
        <span className="account-month">
          <Select
            aria-label="月份"
            value={month}
            onChange={setMonth}
            options={monthsBetween(since, now).map((value) => ({ value, label: monthName(value) }))}
          />
          <Button
            icon={<icons.Download size={16} />}
            loading={pdf.isPending}
            disabled={!data}
            onClick={() => pdf.mutate("zh")}
          >
            下载 PDF
          </Button>
          <Button loading={pdf.isPending} disabled={!data} onClick={() => pdf.mutate("en")}>
            英文版
          </Button>
        </span>
      }
    >
      {pdf.error && <Notice tone="danger" title={pdf.error.message} />}
      {error && !data ? (
        <ErrorState
          title="没能取到月结单"
          onRetry={() => void refetch()}
          retrying={isFetching}
          reference={failureOf(error).reference}
        >
          {error.message}
        </ErrorState>
      ) : !data ? (
        <RowsSkeleton rows={2} />
      ) : (
        <StatementFigures accountId={accountId} statement={data} />
      )}
    </Panel>
  );
}

type Figures = CallOutput<typeof accountEndpoints.monthlyStatement.output>;

function StatementFigures({ accountId, statement }: { accountId: string; statement: Figures }) {
  const { month, opening, credits, debits, other, closing, entries } = statement;
  return (
    <>
      <dl className="statement">
        <div>
          <dt>期初余额</dt>
          <dd>
            <MoneyOf value={opening} />
          </dd>
        </div>
        <div>
          <dt>收入</dt>
          <dd>
            <MoneyOf value={credits} sign="both" />
          </dd>
        </div>
        <div>
          <dt>支出</dt>
          <dd>
            <Money amount={outgoing(formatMoney(debits))} currency={debits.currency} />
          </dd>
        </div>
        {other.minor !== 0n && (
          <div>
            <dt>处理中、暂扣、融资与内部划转</dt>
            <dd>
              <MoneyOf value={other} sign="both" />
            </dd>
          </div>
        )}
        <div className="statement-total">
          <dt>期末余额</dt>
          <dd>
            <MoneyOf value={closing} size="figure" />
          </dd>
        </div>
      </dl>
      <div className="statement-more">
        <span className="account-note">共 {entries} 笔</span>
        <Link to={addressOf("account", { id: accountId, tab: "entries", postedAt: daysOf(month) })}>逐笔查看</Link>
      </div>
    </>
  );
}

/** What left is shown with its minus, however the books write it. */
const outgoing = (amount: string): string => `-${amount.replace(/^-/, "")}`;
