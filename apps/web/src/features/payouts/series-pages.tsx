import { payoutSeriesList, type PayoutSeriesDetail } from "@coralhub/contract";
import {
  addressOf,
  formatMoney,
  PAYOUT_KINDS,
  PAYOUT_WAYS,
  payoutLifecycle,
  payoutSeriesLifecycle,
  SERIES_RHYTHMS,
} from "@coralhub/domain";
import {
  CurrencyTile,
  DetailPage,
  Link,
  ListPage,
  Masked,
  moneyText,
  NameCell,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  StateDot,
  StateTag,
  toast,
  useList,
  pastNodes,
} from "@coralhub/ui";
import { CodeField } from "@coralhub/ui/light";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { NotOpened } from "../../platform/not-opened.tsx";
import { SentTo } from "../../platform/sent-to.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { useForm } from "../../platform/use-form.ts";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { refreshPayouts, seriesCalls, seriesListQuery, seriesQuery } from "./payouts-calls.ts";
import { payeeText, recordOf } from "./words.ts";
import "./payouts.css";

const BACK = { label: "定期付款", to: addressOf("paymentSeries") };

/** /bigPayment/series: what is paid again and again. */
export function SeriesListPage() {
  const list = useList(payoutSeriesList, useUrlState());
  const rows = useQuery(seriesListQuery(list.input));
  return (
    <ListPage
      spec={payoutSeriesList}
      list={list}
      title="定期付款"
      intro="验证一次，以后每次按当天的价格付给供应商或服务商；可以暂停和结束"
      tabs={{ filter: "state" }}
      actions={
        <>
          <Button onClick={() => goTo(addressOf("payService"))}>给服务商</Button>
          <Button type="primary" onClick={() => goTo(addressOf("paySupplier"))}>
            给供应商
          </Button>
        </>
      }
      rowKey={(row) => row.id}
      unit="个"
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      columns={["payeeName", "kind", "rhythm", "nextOn", "runs", "amount", "state"]}
      roomyColumns={["runs"]}
      tile={(row) => <CurrencyTile currency={row.amount.currency} />}
      cells={{
        payeeName: (row) => (
          <NameCell
            tile={<CurrencyTile currency={row.amount.currency} />}
            name={<Link to={addressOf("paymentSeriesOne", { id: row.id })}>{row.payeeName}</Link>}
            note={
              <>
                {row.payeeBank} <Masked end={row.payeeLastFour} />
              </>
            }
          />
        ),
        runs: (row) => (row.mostRuns === null ? `${row.runs} 次` : `${row.runs} / ${row.mostRuns} 次`),
        nextOn: (row) => row.nextOn ?? "—",
        amount: (row) => <MoneyOf value={row.amount} />,
        state: (row) => <StateDot lifecycle={payoutSeriesLifecycle} state={row.state} />,
      }}
      empty={{ title: "还没有定期付款", text: "付款时在「什么时候付」选定期" }}
    />
  );
}

/** /bigPayment/series/detail?id=: the code first, then how it goes. */
export function SeriesPage() {
  const id = new URLSearchParams(useUrlState().search).get("id") ?? "";
  const { data, error, refetch, isFetching } = useQuery(seriesQuery(id));
  if (data) return data.state === "unverified" ? <VerifySeries series={data} /> : <Detail series={data} />;
  if (!error) return <PageSkeleton />;
  return <NotOpened title="定期付款" back={BACK} what="这个定期付款" query={{ error, refetch, isFetching }} />;
}

const rhythmText = ({ rhythm, firstOn, mostRuns }: PayoutSeriesDetail): string =>
  `${SERIES_RHYTHMS[rhythm]}，${firstOn} 起，${mostRuns === null ? "直到结束" : `共 ${mostRuns} 次`}`;

const factsOf = (series: PayoutSeriesDetail) => [
  { label: "收款人", value: `${series.payeeName}，${payeeText(series)}` },
  { label: "每次金额", value: <MoneyOf value={series.amount} /> },
  { label: "约定到账", value: <MoneyOf value={series.agreed} /> },
  { label: "最多少到", value: `${series.toleranceBasisPoints / 100}%` },
  { label: "多久一次", value: rhythmText(series) },
  { label: "下一次", value: series.nextOn ?? "—" },
  { label: "已执行", value: `${series.runs} 次` },
  { label: "方式", value: PAYOUT_WAYS[series.way].label },
  ...(series.remittance ? [{ label: "附言", value: series.remittance }] : []),
  ...(series.adviceEmail ? [{ label: "付款通知", value: series.adviceEmail }] : []),
];

const MOVES = { pause: "已暂停", resume: "已继续", end: "已结束", cancel: "已取消" } as const;
type Move = keyof typeof MOVES;
const send = {
  pause: seriesCalls.pauseSeries,
  resume: seriesCalls.resumeSeries,
  end: seriesCalls.endSeries,
  cancel: seriesCalls.cancelSeries,
};

function useMove(id: string) {
  return useMutation({
    mutationFn: (move: Move) => send[move]({ id }),
    onSuccess: (_answer, move) => {
      toast.done(MOVES[move]);
      return refreshPayouts();
    },
    onError: (error) => toast.failed(error.message),
  });
}

function Detail({ series }: { series: PayoutSeriesDetail }) {
  const { id, kind, state, may, reason, amount, payments, timeline } = series;
  const move = useMove(id);
  const button = (name: Move, label: string) =>
    may.includes(name) && (
      <Button key={name} loading={move.isPending} onClick={() => move.mutate(name)}>
        {label}
      </Button>
    );
  return (
    <DetailPage
      title={`${PAYOUT_KINDS[kind].label}：${series.payeeName}`}
      tile={<CurrencyTile currency={amount.currency} />}
      state={<StateTag lifecycle={payoutSeriesLifecycle} state={state} />}
      back={BACK}
      amount={{ label: "每次", value: <MoneyOf value={amount} size="figure" /> }}
      hold={state === "paused" && reason && <Notice tone="warning" title={reason} />}
      facts={factsOf(series)}
      timeline={pastNodes(timeline)}
      actions={[button("pause", "暂停"), button("resume", "继续"), button("end", "结束")]}
    >
      <Panel title="各次付款" flush>
        {payments.length === 0 && <p className="pay-row">还没有执行过</p>}
        {payments.map((run) => (
          <div key={run.id} className="pay-row">
            <span className="withdraw-words">
              <Link to={recordOf(run.id)}>{run.scheduledFor ?? "一次付款"}</Link>
              <span className="withdraw-note">
                {run.arrives ? `到账 ${moneyText(formatMoney(run.arrives), run.arrives.currency)}` : (run.reason ?? "")}
              </span>
            </span>
            <StateDot lifecycle={payoutLifecycle} state={run.state} />
          </div>
        ))}
      </Panel>
    </DetailPage>
  );
}

function VerifySeries({ series }: { series: PayoutSeriesDetail }) {
  const { id, amount, expiresAt } = series;
  const move = useMove(id);
  const form = useForm({
    initial: { verifyCode: "" },
    rules: { verifyCode: codeMistake },
    places: { "identity.code_wrong": "verifyCode", "identity.code_dead": "verifyCode" },
    submit: async ({ verifyCode }): Promise<unknown> => {
      await seriesCalls.confirmSeries({ id, verifyCode });
      return refreshPayouts();
    },
  });
  const sms = useSentCode(() => seriesCalls.sendSeriesCode({ id }), form.refuse);
  return (
    <>
      <PageHeader title="确认定期付款" intro={`${series.payeeName}，${payeeText(series)}`} back={BACK} />
      <div className="withdraw-verify">
        <Panel title="约定">
          <p>{rhythmText(series)}</p>
          <p>
            每次 <MoneyOf value={amount} />
            ，按现在的价格到账 <MoneyOf value={series.agreed} />
          </p>
          <p className="withdraw-note">
            以后每次按当天的价格付，少到超过 {series.toleranceBasisPoints / 100}% 就不付，会告诉您
          </p>
        </Panel>
        <Panel title="短信验证" intro={expiresAt ? `请在 ${inTable(expiresAt)} 前确认，对全部次数有效` : undefined}>
          <form className="withdraw-form" {...form.props}>
            {form.message && <Notice tone="danger" title={form.message} />}
            <CodeField
              label="短信验证码"
              hint={sms.sentTo ? <SentTo to={sms.sentTo} /> : "验证码只对这个收款人和金额有效"}
              {...form.bind("verifyCode")}
              {...sms.field}
              onSend={sms.askAtOnce}
            />
            <div className="withdraw-buttons">
              <Button loading={move.isPending} onClick={() => move.mutate("cancel")}>
                取消
              </Button>
              <Button type="primary" htmlType="submit" loading={form.busy}>
                开始定期付款
              </Button>
            </div>
          </form>
        </Panel>
      </div>
    </>
  );
}
