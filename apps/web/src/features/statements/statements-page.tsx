import type { Statement, StatementSection, StatementRequest } from "@coralhub/contract";
import {
  addressOf,
  CURRENCIES,
  CURRENCY_CODES,
  formatMoney,
  parseShanghaiTime,
  STATEMENT_BUSINESS,
  STATEMENT_GRAINS,
  STATEMENT_FORMATS,
  toldBusiness,
  toShanghaiTime,
  VOUCHER_FORMAT_NAMES,
  VOUCHER_FORMATS,
  type VoucherFormat,
  type Currency,
  type StatementFormat,
  type StatementGrain,
  type StatementLanguage,
} from "@coralhub/domain";
import {
  amountText,
  beijingDay,
  CopyButton,
  CurrencyTile,
  EmptyState,
  ErrorState,
  Link,
  LongWork,
  Notice,
  PageHeader,
  Panel,
  RowsSkeleton,
  useBegun,
} from "@coralhub/ui";
import { saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, DatePicker, Segmented, Select } from "antd";
import { useEffect, useRef, useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { asOfQuery, calls, statementQuery } from "./statements-calls.ts";
import "./statements.css";

const ALL = "ALL";
const GRAINS = (Object.keys(STATEMENT_GRAINS) as StatementGrain[]).map((value) => ({
  value,
  label: STATEMENT_GRAINS[value],
}));
const CURRENCY_OPTIONS = [
  { value: ALL, label: "全部币种" },
  ...CURRENCY_CODES.map((value) => ({ value: value as string, label: `${CURRENCIES[value].name} ${value}` })),
];
type StatementFile = { label: string; format: StatementFormat; language: StatementLanguage };
/** Before a period is over, accounting programs are given the messages that say so. */
function filesOf({ provisional }: Pick<Statement, "provisional">): StatementFile[] {
  const label = (format: StatementFormat) => STATEMENT_FORMATS[format][provisional ? "interim" : "label"];
  return [
    { label: "PDF 中文", format: "pdf", language: "zh" },
    { label: "PDF English", format: "pdf", language: "en" },
    ...(["xlsx", "csv"] as const).map((format) => ({ label: label(format), format, language: "zh" as const })),
    ...(["mt940", "camt053"] as const).map((format) => ({ label: label(format), format, language: "en" as const })),
  ];
}

/** A file that is there sooner is there before one could read how far it is. */
const SHOWN_AFTER_MS = 400;
const NEWLINE = 10;
function linesIn(piece: Uint8Array): number {
  let lines = 0;
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}

/** /bigIncome/statements: a day or a month, one currency or all, as a paper or for an accounting program. */
export function StatementsPage() {
  const today = beijingDay();
  const asked = new URLSearchParams(useUrlState().search).get("currency");
  const [request, setRequest] = useState<StatementRequest>(() => ({
    grain: "month",
    period: today.slice(0, 7),
    currency: CURRENCY_CODES.find((code) => code === asked),
  }));
  const { data, error, isFetching, isPending, refetch } = useQuery(statementQuery(request));
  const begun = useBegun(!isPending);
  return (
    <>
      <PageHeader
        title="对账单"
        intro="收款账户、钱包和卡里全部自有资金的进出；内部划转和冻结不算。其中收入、支出与收支明细一致。时间按北京时间"
        back={{ label: "收支明细", to: addressOf("moneyEvents") }}
      />
      <div className="statements">
        <Chooser request={request} today={today} onChange={setRequest} />
        {data && <Sections statement={data} />}
        {data && <Files request={request} statement={data} />}
        {!data && !error && <RowsSkeleton rows={3} />}
        {!data && error && (
          <Panel>
            <ErrorState
              title="没能取到对账单"
              onRetry={() => void refetch()}
              retrying={isFetching}
              reference={failureOf(error).reference}
            >
              {error.message}
            </ErrorState>
          </Panel>
        )}
        {begun && <AsOf />}
      </div>
    </>
  );
}

type ChooserProps = { request: StatementRequest; today: string; onChange: (request: StatementRequest) => void };
function Chooser({ request, today, onChange }: ChooserProps) {
  const { grain, currency } = request;
  return (
    <Panel>
      <div className="statement-choice">
        <Segmented
          aria-label="对账单周期"
          options={GRAINS}
          value={grain}
          onChange={(next: StatementGrain) =>
            onChange({ ...request, grain: next, period: next === "day" ? today : today.slice(0, 7) })
          }
        />
        <DatePicker
          key={grain}
          aria-label={grain === "day" ? "日期" : "月份"}
          picker={grain === "day" ? "date" : "month"}
          placeholder={request.period}
          allowClear={false}
          onChange={(_day, text) => typeof text === "string" && text !== "" && onChange({ ...request, period: text })}
        />
        <Select
          aria-label="币种"
          value={currency ?? ALL}
          options={CURRENCY_OPTIONS}
          onChange={(next: string) => onChange({ ...request, currency: next === ALL ? undefined : (next as Currency) })}
        />
      </div>
    </Panel>
  );
}

function Sections({ statement }: { statement: Statement }) {
  const { sections, provisional, until } = statement;
  if (sections.length === 0)
    return (
      <Panel>
        <EmptyState title="还没有账目">收到第一笔款后，这里可以下载对账单</EmptyState>
      </Panel>
    );
  return (
    <>
      {provisional && <Notice tone="info">{`这段时间到 ${inTable(until)} 结束，结束一小时后内容不再变化`}</Notice>}
      <Panel flush>
        <table className="statement-table">
          <caption className="visually-hidden">各币种期初、进出和期末</caption>
          <thead>
            <tr>
              <th scope="col">币种</th>
              <th scope="col">期初余额</th>
              <th scope="col">增加</th>
              <th scope="col">减少</th>
              <th scope="col">期末余额</th>
              <th scope="col">笔数</th>
            </tr>
          </thead>
          <tbody>
            {sections.map((section) => (
              <SectionRow key={section.currency} section={section} statement={statement} />
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  );
}

/** The list's own rows of what was corrected by hand in the period; each leads on to what it takes back. */
function correctionsIn({ from, until }: Statement, currency: Currency) {
  const days = [from, new Date(until.getTime() - 1)].map((at) => toShanghaiTime(at).slice(0, 10));
  const kind = ["adjustmentIn", "adjustmentOut", "adjustmentMoved"].join(",");
  return addressOf("moneyEvents", { kind, currency, countedAt: days.join("~") });
}

function SectionRow({ section, statement }: { section: StatementSection; statement: Statement }) {
  const { currency, opening, credits, debits, closing, entries, corrections, business } = section;
  const digits = (value: typeof opening) => amountText(formatMoney(value), currency);
  return (
    <>
      <tr>
        <th scope="row">
          <span className="statement-name">
            <CurrencyTile currency={currency} /> {CURRENCIES[currency].name}
          </span>
        </th>
        <td data-label="期初余额">{digits(opening)}</td>
        <td data-label="增加">{digits(credits)}</td>
        <td data-label="减少">{digits(debits)}</td>
        <td data-label="期末余额" className="statement-main">
          {digits(closing)}
        </td>
        <td data-label="笔数">
          {entries}
          {corrections > 0 && (
            <>
              （<Link to={correctionsIn(statement, currency)}>更正 {corrections}</Link>）
            </>
          )}
        </td>
      </tr>
      <tr className="statement-parts">
        <td colSpan={6}>
          <ul aria-label={`${CURRENCIES[currency].name}按收支明细`}>
            {toldBusiness(business).map((name) => (
              <li key={name}>
                {STATEMENT_BUSINESS[name].zh} {digits(business[name])}
              </li>
            ))}
          </ul>
        </td>
      </tr>
    </>
  );
}

/** One file at a time, with how many lines of it have come; giving one up is no failure. */
function useStatementFile(request: StatementRequest) {
  const [lines, setLines] = useState(0);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const file = useMutation({
    mutationFn: async ({ format, language }: StatementFile) => {
      setLines(0);
      const { signal } = (leaving.current = new AbortController());
      // Only a file of lines can tell how far it is while it comes.
      const onReceived = (piece: Uint8Array) => setLines((sofar) => sofar + linesIn(piece));
      const options = format === "csv" ? { signal, onReceived } : { signal };
      return calls.statementFile({ ...request, format, language }, options).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
    onSuccess: (received) => received && saveFile(received),
  });
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!file.isPending) return;
    const timer = setTimeout(() => setLong(true), SHOWN_AFTER_MS);
    return () => (clearTimeout(timer), setLong(false));
  }, [file.isPending]);
  return {
    take: file.mutate,
    cancel: () => leaving.current?.abort(),
    coming: file.isPending ? file.variables : undefined,
    isLong,
    // The first line names the columns.
    lines: Math.max(lines - 1, 0),
    error: file.error,
  };
}

function introOf(files: readonly StatementFile[], { provisional }: Statement): string {
  const bankFiles = files.slice(-2).map(({ label }) => label);
  const until = provisional ? "（日间报告）；内容还可能增加，文件名带「未结束」" : "";
  return `PDF 给人看，Excel 和 CSV 给表格，${bankFiles.join(" 和 ")} 给财务软件${until}`;
}

function FileHash({ hash }: Pick<Statement, "hash">) {
  return (
    <div className="statement-hash">
      <span className="statement-note">内容指纹（SHA-256）。同一段时间再下载一次，指纹相同</span>
      <span>
        <code>{hash}</code> <CopyButton text={hash} label="复制指纹" />
      </span>
    </div>
  );
}

function Files({ request, statement }: { request: StatementRequest; statement: Statement }) {
  const { take, cancel, coming, isLong, lines, ...file } = useStatementFile(request);
  const entries = statement.sections.reduce((sum, section) => sum + section.entries, 0);
  const month = request.period.slice(0, 7);
  const more = useMutation({
    mutationFn: (what: VoucherFormat | "pack") =>
      what === "pack" ? calls.monthPack({ month }) : calls.voucherFile({ month, format: what }),
    onSuccess: saveFile,
  });
  const error = file.error ?? more.error;
  const files = filesOf(statement);
  return (
    <Panel title="下载" intro={introOf(files, statement)}>
      <div className="statement-files">
        {files.map((one) => (
          <Button
            key={one.label}
            loading={coming?.label === one.label}
            disabled={coming !== undefined}
            onClick={() => take(one)}
          >
            {one.label}
          </Button>
        ))}
      </div>
      <div className="statement-files">
        <Button
          type="primary"
          loading={more.isPending && more.variables === "pack"}
          onClick={() => more.mutate("pack")}
        >
          {month} 对账包
        </Button>
        {VOUCHER_FORMAT_NAMES.map((format) => (
          <Button
            key={format}
            loading={more.isPending && more.variables === format}
            onClick={() => more.mutate(format)}
          >
            {VOUCHER_FORMATS[format].label}
          </Button>
        ))}
        <span className="statement-note">
          对账包是当月的对账单、回单、收入、支出、订单、费用和凭证；凭证按入账当天的中间价折合人民币
        </span>
      </div>
      {isLong && coming && coming.format !== "csv" && (
        <div className="statement-files">
          <Button onClick={cancel}>取消生成 {coming.label}</Button>
        </div>
      )}
      {isLong && coming?.format === "csv" && (
        <LongWork
          title={`正在生成 ${coming.label}`}
          done={Math.min(lines, entries)}
          total={entries}
          unit="笔"
          onCancel={cancel}
          leaveHint="离开本页会停止生成"
        />
      )}
      {error && <Notice tone="danger" title={error.message} />}
      <FileHash hash={statement.hash} />
    </Panel>
  );
}

/** What there was at a moment: as the books said then, and as they say now about then. */
function AsOf() {
  const [at, setAt] = useState<Date>();
  return (
    <Panel title="某一刻的余额" intro="当时的账上是多少，和把后来的红冲算回去是多少">
      <DatePicker
        showTime
        aria-label="时间"
        placeholder="选择日期和时间"
        onChange={(_day, text) => setAt((typeof text === "string" && parseShanghaiTime(text)) || undefined)}
      />
      {at && <AsOfTable at={at} />}
    </Panel>
  );
}

function AsOfTable({ at }: { at: Date }) {
  const { data, error } = useQuery(asOfQuery(at));
  if (error) return <Notice tone="danger" title={error.message} />;
  if (!data) return <RowsSkeleton rows={2} />;
  if (data.length === 0) return <p className="statement-note">还没有账目</p>;
  return (
    <table className="statement-table">
      <caption className="visually-hidden">{inTable(at)} 的余额</caption>
      <thead>
        <tr>
          <th scope="col">币种</th>
          <th scope="col">当时的账</th>
          <th scope="col">按现在知道的</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ currency, knownThen, knownNow }) => (
          <tr key={currency}>
            <th scope="row">
              <span className="statement-name">
                <CurrencyTile currency={currency} /> {CURRENCIES[currency].name}
              </span>
            </th>
            <td data-label="当时的账">
              <MoneyOf value={knownThen} />
            </td>
            <td data-label="按现在知道的">
              <MoneyOf value={knownNow} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
