import { CallRefused, type CardFundSource } from "@coralhub/contract";
import { addressOf, formatMoney, QUOTE_SECONDS, SERIAL_BUSINESSES, type Money } from "@coralhub/domain";
import { Copyable, Facts, FormPage, Notice, Panel, toast, useDebounced } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Segmented } from "antd";
import { useState } from "react";
import { promisedPrice } from "../../platform/promised-price.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { SmsCode } from "../../platform/sms-code.tsx";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { WaitingPage } from "../../platform/waiting-page.tsx";
import { calls, refreshCards, sourcesQuery, transferQuery } from "./cards-calls.ts";
import { keyOf, SourceChoice } from "./source-choice.tsx";
import { CARD_PATHS, readAmount } from "./words.ts";
import "./cards.css";

type FundingPrice = Awaited<ReturnType<typeof calls.quoteCardFunding>>;
const QUOTE_AGAIN_MS = (QUOTE_SECONDS - 6) * 1_000;

const WAYS = [
  { value: "books", label: "收款账户或钱包" },
  { value: "offline", label: "线下汇款" },
] as const;

/** /vcc/wallet/recharge: from a receiving account, the wallet, or a transfer with a serial number. */
export function FundPage() {
  const [way, setWay] = useState<(typeof WAYS)[number]["value"]>("books");
  const aside = (
    <Segmented className="card-choice" aria-label="充值方式" options={[...WAYS]} value={way} onChange={setWay} />
  );
  return way === "books" ? <FromBooks aside={aside} /> : <FromBank aside={aside} />;
}

/** What was chosen and typed, what it costs, and the way on. */
function useFunding() {
  const sources = useQuery(sourcesQuery);
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState("");
  const { amount, problem } = readAmount(text);
  const asked = useDebounced(amount ? formatMoney(amount) : "", 300);
  const price = useQuery({
    queryKey: ["cards", "fundingFee", asked],
    queryFn: () => calls.quoteCardFunding({ amount: readAmount(asked).amount! }),
    enabled: asked !== "",
    ...promisedPrice(QUOTE_AGAIN_MS, ({ quoteId }: FundingPrice) => quoteId),
  });
  const source =
    sources.data?.find((one) => keyOf(one) === chosen) ?? sources.data?.find((one) => one.problem === null);
  const proof = useProof(source, amount && !problem ? amount : undefined);
  const fund = useMutation({
    mutationFn: ({ amount: given, quoteId }: FundingPrice) =>
      calls.fundCardWallet({ accountId: source!.accountId, amount: given, quoteId, verifyCode: proof.code }),
    // What was promised may have gone to another page: the next press is about the price of then. While nobody knows what
    // became of the first, it stays: the second press is the same funding.
    onError: (error) => {
      if (!(error instanceof CallRefused)) return;
      if (isAboutCode(error)) proof.refuse(error.message);
      void price.refetch();
    },
    onSuccess: async ({ id }) => {
      toast.done("卡钱包已到账");
      goTo(addressOf("cardWallet", { view: "recharges", open: id }));
      await refreshCards();
    },
  });
  const tooMuch = amount && source && amount.minor > source.available.minor ? "超过可用余额" : undefined;
  // A price is for the very amount that stands there.
  const promised = amount && price.data?.amount.minor === amount.minor ? price.data : undefined;
  return { sources, source, setChosen, text, setText, problem: problem ?? tooMuch, price: promised, fund, proof };
}

const isAboutCode = (error: unknown): boolean =>
  error instanceof CallRefused && error.reason?.startsWith("identity.code") === true;

const CHANGED = "来源或金额已改，需要新的验证码";

/** The code from the phone, for what stands there: one sent for something else is worthless, and said to be. */
function useProof(source: CardFundSource | undefined, amount: Money | undefined) {
  const [code, setCode] = useState("");
  const [problem, refuse] = useState<string>();
  const request = source && amount ? `${keyOf(source)} ${amount.minor}` : undefined;
  const [sentFor, setSentFor] = useState<string>();
  const isStale = sentFor !== undefined && sentFor !== request;
  const sms = useSentCode(
    async () => {
      setSentFor(request);
      try {
        return await calls.sendCardFundingCode({ accountId: source!.accountId, amount: amount! });
      } catch (error) {
        // Refused, nothing was sent; where only the answer was lost, the code may well have come.
        if (error instanceof CallRefused) setSentFor(sentFor);
        throw error;
      }
    },
    (error) => refuse(error instanceof CallRefused ? error.message : undefined),
  );
  const askAtOnce = (): undefined => {
    if (source && amount) sms.askAtOnce();
    else refuse("请先填写充值金额");
  };
  const onType = (typed: string) => {
    setCode(typed);
    refuse(undefined);
  };
  const isTyped = (): boolean => {
    const mistake = isStale ? CHANGED : codeMistake(code);
    if (mistake) refuse(mistake);
    return mistake === undefined;
  };
  const hint = isStale ? CHANGED : "验证码只对这个来源和金额有效";
  const shown = { ...sms, askAtOnce, sentTo: isStale ? null : sms.sentTo };
  return { code, isTyped, refuse, field: { sms: shown, hint, code, problem, onType } };
}

const WAITING = { title: "充值卡钱包", back: { label: "卡钱包", to: CARD_PATHS.wallet }, what: "充值" };
const WAITING_FOR_BANK = { title: "充值卡钱包", back: { label: "卡钱包", to: CARD_PATHS.wallet }, what: "汇款资料" };

function FromBooks({ aside }: { aside: React.ReactNode }) {
  const { sources, source, setChosen, text, setText, problem, price, fund, proof } = useFunding();
  if (!sources.data) return <WaitingPage {...WAITING} queries={[sources]} />;
  return (
    <FormPage
      title="充值卡钱包"
      intro={aside}
      back={{ label: "卡钱包", to: CARD_PATHS.wallet }}
      actions={{
        note: price && (
          <>
            手续费 <MoneyOf value={price.fee} />
            {price.feeLines
              .filter(({ amount: { minor } }) => minor < 0n)
              .map(({ label, amount: saved }) => (
                <span key={label}>
                  （{label} <MoneyOf value={saved} />）
                </span>
              ))}
            ，到账 <MoneyOf value={price.arrives} />
          </>
        ),
        secondary: <Button onClick={() => goTo(CARD_PATHS.wallet)}>取消</Button>,
        primary: (
          <Button
            type="primary"
            loading={fund.isPending}
            disabled={!price || !source || problem !== undefined}
            onClick={() => price && proof.isTyped() && fund.mutate(price)}
          >
            充值
          </Button>
        ),
      }}
    >
      <div className="card-stack">
        {fund.error && !isAboutCode(fund.error) && <Notice tone="danger" title={fund.error.message} />}
        <Panel flush title="从哪里转入">
          <SourceChoice
            label="从哪里转入"
            sources={sources.data}
            chosen={source && keyOf(source)}
            onChoose={setChosen}
          />
        </Panel>
        <Panel title="充值金额">
          <TextField
            label="金额"
            inputMode="decimal"
            autoComplete="off"
            prefix="USD"
            value={text}
            error={problem}
            onChange={(event) => setText(event.target.value)}
          />
        </Panel>
        <Panel title="短信验证">
          <SmsCode {...proof.field} />
        </Panel>
      </div>
    </FormPage>
  );
}

function FromBank({ aside }: { aside: React.ReactNode }) {
  const info = useQuery(transferQuery);
  const serial = useQuery({
    queryKey: ["cards", "serial"],
    queryFn: () => calls.serialNumber({ type: SERIAL_BUSINESSES.walletOffline.wire }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [text, setText] = useState("");
  const [payer, setPayer] = useState("");
  const { amount, problem } = readAmount(text);
  const announce = useMutation({
    mutationFn: (given: Money) =>
      calls.announceOfflineFunding({ serialNumber: serial.data!.serialNumber, amount: given, payer: payer.trim() }),
    onSuccess: async () => {
      toast.done("已登记，到账后自动入卡钱包");
      goTo(addressOf("cardWallet", { view: "recharges" }));
      await refreshCards();
    },
  });
  if (!info.data || !serial.data) return <WaitingPage {...WAITING_FOR_BANK} queries={[info, serial]} />;
  return (
    <FormPage
      title="充值卡钱包"
      intro={aside}
      back={{ label: "卡钱包", to: CARD_PATHS.wallet }}
      actions={{
        note: "汇款附言只写流水号",
        secondary: <Button onClick={() => goTo(CARD_PATHS.wallet)}>取消</Button>,
        primary: (
          <Button
            type="primary"
            loading={announce.isPending}
            disabled={!amount || payer.trim().length < 2}
            onClick={() => amount && announce.mutate(amount)}
          >
            登记汇款
          </Button>
        ),
      }}
    >
      <div className="card-stack">
        {announce.error && <Notice tone="danger" title={announce.error.message} />}
        <TransferTo serial={serial.data.serialNumber} info={info.data} />
        <Panel title="登记这笔汇款">
          <div className="card-form">
            <TextField
              label="汇款金额"
              inputMode="decimal"
              prefix="USD"
              value={text}
              error={problem}
              onChange={(event) => setText(event.target.value)}
            />
            <TextField
              label="汇款人"
              maxLength={140}
              placeholder="与银行账户户名一致"
              value={payer}
              onChange={(event) => setPayer(event.target.value)}
            />
          </div>
        </Panel>
      </div>
    </FormPage>
  );
}

type Info = Awaited<ReturnType<typeof calls.offlineFundingInfo>>;
function TransferTo({ serial, info }: { serial: string; info: Info }) {
  return (
    <Panel title="汇到这个账户" intro="附言里的流水号说明这笔钱是您的">
      <Facts
        facts={[
          { label: "流水号（附言）", value: <Copyable text={serial} /> },
          ...info.fields.map(({ label, value }) => ({ label, value: <Copyable text={value} /> })),
        ]}
      />
      <ul className="card-help-list">
        {info.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Panel>
  );
}
