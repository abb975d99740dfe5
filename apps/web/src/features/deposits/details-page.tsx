import type { CallOutput, depositEndpoints, PlacementDetail } from "@coralhub/contract";
import {
  addressOf,
  formatMoney,
  MATURITY_INSTRUCTION_NAMES,
  MATURITY_INSTRUCTIONS,
  moneyOf,
  placementLifecycle,
  readAmount,
  toShanghaiTime,
  type DepositCurrency,
  type MaturityInstruction,
  maturityText,
} from "@coralhub/domain";
import {
  beijingDay,
  Copyable,
  CurrencyTile,
  DetailPage,
  ErrorState,
  Link,
  moneyText,
  Notice,
  PageSkeleton,
  Panel,
  RowsSkeleton,
  StateTag,
  toast,
  type Fact,
  type TimelineNode,
} from "@coralhub/ui";
import { CodeField, TextField, Button as LightButton } from "@coralhub/ui/light";
import { saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Modal, Radio } from "antd";
import { useState } from "react";
import { NotOpened } from "../../platform/not-opened.tsx";
import { SentTo } from "../../platform/sent-to.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { useForm } from "../../platform/use-form.ts";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { breakQuery, calls, inForm, interestQuery, placementQuery, refreshDeposits } from "./deposit-calls.ts";
import { dayText, instructionText } from "./words.ts";
import "./deposits.css";

const BACK = { label: "定期存款", to: addressOf("personalFinance") };

/** /buyDetails?id=…: one deposit in full. */
export function DetailsPage() {
  const { search } = useUrlState();
  const id = new URLSearchParams(search).get("id") ?? "";
  const { data, error, refetch, isFetching } = useQuery(placementQuery(id));
  if (data) return <Details placement={data} />;
  if (!error) return <PageSkeleton />;
  return <NotOpened title="定期存款" back={BACK} what="这笔存款" query={{ error, refetch, isFetching }} />;
}

function Details({ placement }: { placement: PlacementDetail }) {
  const { id, state, principal, may, reason } = placement;
  const [open, setOpen] = useState<"instruct" | "break" | null>(null);
  const certificate = useMutation({
    mutationFn: () => calls.depositCertificate({ id }),
    onSuccess: saveFile,
  });
  const close = () => setOpen(null);
  return (
    <>
      <DetailPage
        title={`${placement.termMonths} 个月定期`}
        tile={<CurrencyTile currency={principal.currency} />}
        state={<StateTag lifecycle={placementLifecycle} state={state} />}
        back={BACK}
        amount={{ label: "本金", value: <MoneyOf value={principal} size="figure" /> }}
        hold={
          state === "refused" && (
            <Notice
              tone="danger"
              title={reason ?? "银行未受理"}
              action={<Link to={addressOf("placeDeposit")}>重新存</Link>}
            >
              资金已退回钱包
            </Notice>
          )
        }
        facts={factsOf(placement)}
        timeline={timelineOf(placement)}
        actions={
          <>
            {state !== "pending" && state !== "refused" && (
              <Button loading={certificate.isPending} onClick={() => certificate.mutate()}>
                存款证明
              </Button>
            )}
            {may.break && <Button onClick={() => setOpen("break")}>提前支取</Button>}
            {may.instruct && (
              <Button type="primary" onClick={() => setOpen("instruct")}>
                修改到期安排
              </Button>
            )}
          </>
        }
      >
        <InterestPanel id={id} />
      </DetailPage>
      {open === "instruct" && <InstructDialog placement={placement} onClose={close} />}
      {open === "break" && <BreakDialog placement={placement} onClose={close} />}
    </>
  );
}

function factsOf(p: PlacementDetail): Fact[] {
  const today = beijingDay();
  return [
    { label: "年利率", value: `${p.rate}%，一年按 ${p.yearDays} 天` },
    { label: "起息", value: dayText(p.valueDate, today) },
    { label: "到期", value: `${dayText(p.maturesOn, today)}，${p.days} 天` },
    { label: "到期利息", value: <MoneyOf value={p.interest} sign="both" /> },
    p.paidInterest
      ? { label: "实付利息", value: <MoneyOf value={p.paidInterest} sign="both" /> }
      : { label: "已计利息", value: <MoneyOf value={p.accrued} sign="both" /> },
    {
      label: "到期怎么办",
      value: (
        <>
          {instructionText(p.instruction)}
          {p.renewAmount && (
            <>
              （续存 <MoneyOf value={p.renewAmount} />）
            </>
          )}
        </>
      ),
    },
    ...(p.may.instruct ? [{ label: "可以修改到", value: toShanghaiTime(p.instructionUntil).slice(0, 16) }] : []),
    ...(p.renewedFrom
      ? [{ label: "由此续存", value: <Link to={addressOf("deposit", { id: p.renewedFrom })}>上一笔</Link> }]
      : []),
    ...(p.renewedTo
      ? [{ label: "续存到", value: <Link to={addressOf("deposit", { id: p.renewedTo })}>下一笔</Link> }]
      : []),
    { label: "存款编号", value: <Copyable text={p.reference} /> },
  ];
}

function timelineOf({ timeline, state, maturesOn }: PlacementDetail): TimelineNode[] {
  const past = timeline.map(({ label, note, at }, place): TimelineNode => ({
    title: label,
    note: note ?? undefined,
    when: inTable(at),
    state: place === timeline.length - 1 && state !== "pending" && state !== "held" ? "current" : "done",
  }));
  const ahead: TimelineNode[] = [
    ...(state === "pending" ? [{ title: "银行确认，开始计息", state: "current" as const }] : []),
    ...(state === "pending" || state === "held"
      ? [{ title: `${maturityText(maturesOn)} 到期`, state: "next" as const }]
      : []),
  ];
  return [...past, ...ahead];
}

function InterestPanel({ id }: { id: string }) {
  const { data, isError, refetch, isFetching } = useQuery(interestQuery(id));
  return (
    <Panel title="每天的利息" flush>
      {data ? (
        data.length > 0 ? (
          <div className="deposit-scroll deposit-days" role="region" aria-label="每天的利息表" tabIndex={0}>
            <table className="deposit-table">
              <thead>
                <tr>
                  <th scope="col">日期</th>
                  <th scope="col" className="deposit-number">
                    当天
                  </th>
                  <th scope="col" className="deposit-number">
                    累计
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.map(({ day, amount, total }) => (
                  <tr key={day}>
                    <td>{day}</td>
                    <td className="deposit-number">
                      <MoneyOf value={amount} sign="both" />
                    </td>
                    <td className="deposit-number">
                      <MoneyOf value={total} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          <p className="deposit-empty">起息后，从第二天起每天早上计入前一天的利息</p>
        )
      ) : isError ? (
        <ErrorState compact title="没能取到利息" onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <RowsSkeleton rows={3} />
      )}
    </Panel>
  );
}

type DialogProps = { placement: PlacementDetail; onClose: () => void };

function InstructDialog({ placement, onClose }: DialogProps) {
  const currency = placement.principal.currency as DepositCurrency;
  const [instruction, setInstruction] = useState<MaturityInstruction>(placement.instruction);
  const [text, setText] = useState(placement.renewAmount ? formatMoney(placement.renewAmount) : "");
  const part = readAmount(text, currency);
  const save = useMutation({
    mutationFn: () =>
      inForm.modifyMaturityInstruction({
        id: placement.id,
        instruction,
        renewAmount: instruction === "renewPart" ? (part.amount ?? null) : null,
      }),
    onSuccess: async () => {
      toast.done("到期安排已修改");
      await refreshDeposits();
      onClose();
    },
  });
  return (
    <Modal
      open
      title="到期怎么办"
      onCancel={onClose}
      okText="保存"
      cancelText="取消"
      confirmLoading={save.isPending}
      onOk={() => save.mutate()}
    >
      <div className="deposit-stack">
        {save.error && <Notice tone="danger" title={save.error.message} />}
        <Radio.Group
          className="deposit-choices"
          value={instruction}
          onChange={(event) => setInstruction(event.target.value as MaturityInstruction)}
        >
          {MATURITY_INSTRUCTION_NAMES.map((name) => (
            <Radio key={name} value={name}>
              {MATURITY_INSTRUCTIONS[name].label}
              <span className="deposit-note">{MATURITY_INSTRUCTIONS[name].about}</span>
            </Radio>
          ))}
        </Radio.Group>
        {instruction === "renewPart" && (
          <TextField
            label="续存多少"
            inputMode="decimal"
            autoComplete="off"
            prefix={currency}
            value={text}
            error={part.problem}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <p className="deposit-note">{toShanghaiTime(placement.instructionUntil).slice(0, 16)} 前可以再改</p>
      </div>
    </Modal>
  );
}

/** What is lost is said first; then the code, then it is done. */
function BreakDialog({ placement, onClose }: DialogProps) {
  const { id } = placement;
  const trial = useQuery(breakQuery(id, true));
  const form = useForm({
    initial: { verifyCode: "" },
    rules: { verifyCode: codeMistake },
    places: {
      "identity.code_wrong": "verifyCode",
      "identity.code_dead": "verifyCode",
      "identity.code_too_soon": "verifyCode",
      "identity.code_day_limit": "verifyCode",
    },
    submit: async ({ verifyCode }): Promise<void> => {
      await inForm.breakPlacement({ id, verifyCode });
      toast.done("已提前支取，本金和利息已转入钱包");
      await refreshDeposits();
      onClose();
    },
  });
  const sms = useSentCode(() => inForm.sendBreakCode({ id }), form.refuse);
  return (
    <Modal open title="提前支取" onCancel={onClose} footer={null}>
      <form className="deposit-form" {...form.props}>
        {trial.error && <Notice tone="danger" title={trial.error.message} />}
        {trial.data ? <BreakOutcome trial={trial.data} /> : !trial.error && <RowsSkeleton rows={3} />}
        {form.message && <Notice tone="danger" title={form.message} />}
        <CodeField
          label="短信验证码"
          hint={sms.sentTo ? <SentTo to={sms.sentTo} /> : "验证码只对这笔存款有效"}
          {...form.bind("verifyCode")}
          {...sms.field}
          onSend={sms.askAtOnce}
        />
        <LightButton type="submit" variant="primary" loading={form.busy} disabled={!trial.data}>
          支取{trial.data ? ` ${moneyText(formatMoney(trial.data.total), trial.data.total.currency)}` : ""}
        </LightButton>
      </form>
    </Modal>
  );
}

type BreakTrial = CallOutput<typeof depositEndpoints.breakTrial.output>;

function BreakOutcome({ trial }: { trial: BreakTrial }) {
  return (
    <dl className="deposit-outcome">
      <div>
        <dt>拿回本金</dt>
        <dd>
          <MoneyOf value={trial.principal} />
        </dd>
      </div>
      <div>
        <dt>
          利息，按 {trial.rate}% 算 {trial.days} 天
        </dt>
        <dd>
          <MoneyOf value={trial.interest} sign="both" />
        </dd>
      </div>
      <div>
        <dt>比原来的利率少拿</dt>
        <dd>
          <MoneyOf value={moneyOf(trial.forgone.currency, -trial.forgone.minor)} sign="both" />
        </dd>
      </div>
      <div className="deposit-sum">
        <dt>合计转入钱包</dt>
        <dd>
          <MoneyOf value={trial.total} size="figure" />
        </dd>
      </div>
    </dl>
  );
}
