import type { PlacementSession } from "@coralhub/contract";
import {
  addressOf,
  DEPOSIT_CURRENCY_CODES,
  DEPOSIT_TERM_MONTHS,
  formatMoney,
  MATURITY_INSTRUCTION_NAMES,
  moneyOf,
  readAmount,
  toShanghaiTime,
  type DepositCurrency,
  type DepositTerm,
  type MaturityInstruction,
} from "@coralhub/domain";
import {
  beijingDay,
  Bone,
  ErrorState,
  Facts,
  moneyText,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  useCountdown,
} from "@coralhub/ui";
import { Button, CodeField } from "@coralhub/ui/light";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { failureOf } from "../../platform/failure.ts";
import { promisedPrice } from "../../platform/promised-price.ts";
import { SentTo } from "../../platform/sent-to.tsx";
import { MoneyOf } from "../../platform/show.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { useForm } from "../../platform/use-form.ts";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { inForm, productsQuery, refreshDeposits, wealthQuery } from "./deposit-calls.ts";
import { PlaceForm, type Input } from "./place-form.tsx";
import { dayText, instructionText } from "./words.ts";
import "./deposits.css";

const BACK = { label: "定期存款", to: addressOf("personalFinance") };
const among = <T extends string | number>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => String(value) === text);

/** What the address asks for, as far as it makes sense. */
function requestOf(search: string): Partial<Input> {
  const given = new URLSearchParams(search);
  const currency = among<DepositCurrency>(DEPOSIT_CURRENCY_CODES, given.get("currency"));
  const termMonths = among<DepositTerm>(DEPOSIT_TERM_MONTHS, given.get("term"));
  const instruction = among<MaturityInstruction>(MATURITY_INSTRUCTION_NAMES, given.get("instruction"));
  return {
    ...(currency && { currency }),
    ...(termMonths && { termMonths }),
    ...(instruction && { instruction }),
    amount: given.get("amount") ?? "",
    renewAmount: given.get("renew") ?? "",
  };
}

const isWhole = (request: Partial<Input>): request is Input =>
  request.currency !== undefined &&
  request.termMonths !== undefined &&
  request.instruction !== undefined &&
  readAmount(request.amount ?? "", request.currency).amount !== undefined;

/** /buyOperation: choose, then confirm. The choice stands in the address, so that going back changes it. */
export function BuyPage() {
  const { search } = useUrlState();
  const request = requestOf(search);
  return isWhole(request) ? <Confirm key={search} request={request} /> : <Choose initial={request} />;
}

function Choose({ initial }: { initial: Partial<Input> }) {
  const products = useQuery(productsQuery);
  const wealth = useQuery(wealthQuery);
  if (!products.data || !wealth.data) {
    const error = products.error ?? wealth.error;
    if (!error) return <PageSkeleton />;
    return (
      <Panel>
        <ErrorState
          title="没能取到利率"
          onRetry={() => void Promise.all([products.refetch(), wealth.refetch()])}
          retrying={products.isFetching || wealth.isFetching}
          reference={failureOf(error).reference}
        />
      </Panel>
    );
  }
  return (
    <>
      <PageHeader title="存一笔定期" intro="从钱包存入，利率现在固定" back={BACK} />
      <div className="deposit-narrow">
        <Panel>
          <PlaceForm products={products.data} spendable={wealth.data.spendable} initial={initial} />
        </Panel>
      </div>
    </>
  );
}

const RATE_AGAIN_MS = 290_000;
/** The rate as it is promised now; asked for again when the promise ends. */
function useSession(request: Input) {
  const amount = readAmount(request.amount, request.currency).amount!;
  const renewAmount =
    request.instruction === "renewPart" ? (readAmount(request.renewAmount, request.currency).amount ?? null) : null;
  return useQuery({
    queryKey: ["deposits", "session", request],
    queryFn: () =>
      inForm.openPlacementSession({
        amount,
        termMonths: request.termMonths,
        instruction: request.instruction,
        renewAmount,
      }),
    ...promisedPrice(RATE_AGAIN_MS, (session: PlacementSession) => session.sessionId),
  });
}

function Confirm({ request }: { request: Input }) {
  const { data, error, refetch, isFetching } = useSession(request);
  const change = () => goTo(addressOf("placeDeposit"));
  return (
    <>
      <PageHeader title="确认存入" back={BACK} />
      <div className="deposit-narrow deposit-stack">
        {error && (
          <Notice tone="danger" title={error.message} action={<Button onClick={change}>修改金额或期限</Button>} />
        )}
        {!error && (
          <Panel title="存款明细" action={data && <PriceClock key={data.sessionId} />}>
            {data ? <SessionFacts session={data} request={request} /> : <Bone width="100%" height={220} />}
          </Panel>
        )}
        {data && <Verify key={data.sessionId} session={data} again={() => void refetch()} busy={isFetching} />}
      </div>
    </>
  );
}

function SessionFacts({ session, request }: { session: PlacementSession; request: Input }) {
  const today = beijingDay();
  const { principal, rate, valueDate, maturesOn, days, interest, yearDays, provisional, instructionUntil } = session;
  return (
    <>
      <Facts
        facts={[
          { label: "本金", value: <MoneyOf value={principal} /> },
          { label: "年利率", value: `${rate}%，一年按 ${yearDays} 天` },
          { label: "起息", value: dayText(valueDate, today) },
          {
            label: "到期",
            value: `${dayText(maturesOn, today)}，${days} 天${provisional ? "，节假日公布后可能顺延" : ""}`,
          },
          { label: "到期怎么办", value: instructionText(request.instruction) },
          { label: "可以修改到", value: toShanghaiTime(instructionUntil).slice(0, 16) },
          { label: "到期利息", value: <MoneyOf value={interest} sign="both" /> },
        ]}
      />
      <div className="deposit-total">
        <span>到期本息</span>
        <MoneyOf value={moneyOf(principal.currency, principal.minor + interest.minor)} size="figure" />
      </div>
    </>
  );
}

function PriceClock() {
  const [left, start] = useCountdown();
  useEffect(() => start(RATE_AGAIN_MS / 1000), [start]);
  return <span className="deposit-note">{left > 0 ? `利率 ${left} 秒内有效` : "正在更新利率"}</span>;
}

type VerifyProps = { session: PlacementSession; again: () => void; busy: boolean };

function Verify({ session, again, busy }: VerifyProps) {
  const { sessionId, principal } = session;
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
      if (error.reason !== "deposit.session_expired" && error.reason !== "deposit.session_unknown") return false;
      again();
      form.setMessage("利率刚刚更新，请核对后再次确认");
      return true;
    },
    submit: async ({ verifyCode }): Promise<void> => {
      const { id } = await inForm.confirmPlacement({ sessionId, verifyCode });
      await refreshDeposits();
      goTo(addressOf("deposit", { id: id }));
    },
  });
  const sms = useSentCode(() => inForm.sendPlacementCode({ sessionId }), form.refuse);
  return (
    <Panel title="短信验证" intro="确认前没有扣款">
      <form className="deposit-form" {...form.props}>
        {form.message && <Notice tone="danger" title={form.message} />}
        <CodeField
          label="短信验证码"
          hint={sms.sentTo ? <SentTo to={sms.sentTo} /> : "验证码只对这个金额和期限有效"}
          {...form.bind("verifyCode")}
          {...sms.field}
          onSend={sms.askAtOnce}
        />
        <Button type="submit" variant="primary" loading={form.busy || busy}>
          确认存入 {moneyText(formatMoney(principal), principal.currency)}
        </Button>
      </form>
    </Panel>
  );
}
