import { CallRefused, type PayoutDetail } from "@coralhub/contract";
import { addressOf, formatMoney, PAYOUT_KINDS, QUOTE_SECONDS } from "@coralhub/domain";
import { Bone, moneyText, Notice, PageHeader, Panel, toast, useCountdown } from "@coralhub/ui";
import { Button, CodeField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { QuotaNotice } from "../../platform/quota-notice.tsx";
import { SentTo } from "../../platform/sent-to.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { useForm } from "../../platform/use-form.ts";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { PriceLines } from "./price-lines.tsx";
import { channelOf, callsOf, refreshPayouts, trialQuery } from "./payouts-calls.ts";
import { againAt, payeeText } from "./words.ts";

const QUOTE_ENDED: readonly (string | undefined)[] = ["quote.expired", "quote.used", "quote.unknown"];

/** The code goes with the price of the moment; one that ended meanwhile is asked for again and shown first. */
function useVerification({ id, kind, way, sources, beneficiaryId, amount, scheduledFor }: PayoutDetail) {
  const parts = sources.length > 1 ? sources.map(({ accountId, amount: part }) => ({ accountId, amount: part })) : [];
  const channel = channelOf({ kind, way });
  const request = { accountId: sources[0]!.accountId, amount, parts, beneficiaryId, way };
  const trial = useQuery({ ...trialQuery(channel, request), enabled: scheduledFor === null });
  const calls = callsOf(channel);
  const form = useForm({
    initial: { verifyCode: "" },
    rules: { verifyCode: codeMistake },
    places: {
      "identity.code_wrong": "verifyCode",
      "identity.code_dead": "verifyCode",
      "identity.code_too_soon": "verifyCode",
      "identity.code_day_limit": "verifyCode",
    },
    onRefused: (error) => {
      if (!QUOTE_ENDED.includes(error.reason)) return false;
      void trial.refetch();
      form.setMessage("汇率刚刚更新，请核对到账金额后再次确认");
      return true;
    },
    submit: async ({ verifyCode }): Promise<unknown> => {
      if (!trial.data && scheduledFor === null) return form.setMessage("还没有取到报价，请稍候");
      await calls.confirm({ id, quoteId: trial.data?.quoteId ?? null, verifyCode });
      return refreshPayouts();
    },
  });
  const sms = useSentCode(() => calls.sendCode({ id }), form.refuse);
  const cancel = useMutation({
    mutationFn: () => calls.cancel({ id }),
    onSuccess: async () => {
      toast.done("已取消，没有扣款");
      goTo(addressOf("payouts"));
      await refreshPayouts();
    },
    onError: (error) => form.setMessage(error.message),
  });
  return { trial, form, sms, cancel };
}
type Verification = ReturnType<typeof useVerification>;

/** The price as it is now, the code for this payee and this amount, and then it goes. */
export function VerifyStep({ payout }: { payout: PayoutDetail }) {
  const { amount, kind, payeeName, expiresAt, scheduledFor, arrivesOn } = payout;
  const { label } = PAYOUT_KINDS[kind];
  const { trial, form, sms, cancel } = useVerification(payout);
  return (
    <>
      <PageHeader
        title={`确认${label}`}
        intro={`${payeeName}，${payeeText(payout)}`}
        back={{ label: "修改金额或收款人", to: againAt(payout) }}
      />
      <div className="withdraw-verify">
        {scheduledFor === null ? (
          <Panel title="到账明细" action={trial.data && <QuoteClock key={trial.data.quoteId} />}>
            <PriceNow trial={trial} />
          </Panel>
        ) : (
          <Notice tone="info" title={`${scheduledFor} 执行`}>
            按当天的汇率和手续费付款，预计 {arrivesOn}到账。执行前可以取消，没有扣款
          </Notice>
        )}
        <Panel title="短信验证" intro={expiresAt ? `请在 ${inTable(expiresAt)} 前确认，确认前没有扣款` : undefined}>
          <form className="withdraw-form" {...form.props}>
            {form.message && <Notice tone="danger" title={form.message} />}
            <CodeField
              label="短信验证码"
              hint={sms.sentTo ? <SentTo to={sms.sentTo} /> : "验证码只对这个收款账户和金额有效"}
              {...form.bind("verifyCode")}
              {...sms.field}
              onSend={sms.askAtOnce}
            />
            <div className="withdraw-buttons">
              <Button onClick={() => cancel.mutate()} loading={cancel.isPending}>
                取消付款
              </Button>
              <Button
                type="submit"
                variant="primary"
                loading={form.busy}
                disabled={scheduledFor === null && trial.data?.missingQuota.length !== 0}
              >
                确认{label} {moneyText(formatMoney(amount), amount.currency)}
              </Button>
            </div>
          </form>
        </Panel>
      </div>
    </>
  );
}

function PriceNow({ trial: { data, error, refetch } }: Pick<Verification, "trial">) {
  if (data)
    return (
      <>
        <PriceLines price={data} />
        <p className="withdraw-note">{data.arrivesOn}到账</p>
        {data.enRoute.minor > 0n && (
          <Notice tone="info">
            中转行可能扣费，约 <MoneyOf value={data.enRoute} />
          </Notice>
        )}
        <QuotaNotice missing={data.missingQuota} />
        {data.approval && <Notice tone="info" title={`${data.approval}，有结果会通知您`} />}
      </>
    );
  if (!error) return <Bone width="100%" height={160} />;
  const retry = !(error instanceof CallRefused) && <Button onClick={() => void refetch()}>重试</Button>;
  return <Notice tone="danger" title={error.message} action={retry} />;
}

/** Counts from when the price came: the server's clock may be another. */
function QuoteClock() {
  const [left, start] = useCountdown();
  useEffect(() => start(QUOTE_SECONDS), [start]);
  return <span className="withdraw-note">{left > 0 ? `报价 ${left} 秒内有效` : "正在更新报价"}</span>;
}
