import { cardDeskEndpoints, cardIssuerEndpoints, type CallInput } from "@coralhub/contract";
import {
  cardDisputeLifecycle,
  CURRENCY_CODES,
  moneyText,
  parseMoney,
  SANDBOX_ISSUER_PLANS,
  type CardDisputeState,
  type CardMessageOutcome,
  type Currency,
  type SandboxIssuerPlan,
} from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox, Input, Select } from "antd";
import { useState, type ReactNode } from "react";
import { connect } from "../../../platform/api.ts";
import { problemText } from "../../../platform/refusal-fields.ts";

const issuer = connect(cardIssuerEndpoints);
const settingsQuery = queryOptions({ queryKey: ["sandbox", "cardIssuer"], queryFn: () => issuer.issuerSettings({}) });
const cardsQuery = queryOptions({ queryKey: ["sandbox", "issuerCards"], queryFn: () => issuer.issuerCards({}) });
const paymentsQuery = queryOptions({
  queryKey: ["sandbox", "issuerPayments"],
  queryFn: () => issuer.issuerPayments({}),
});
/** Where the network still has something to say. */
const AT_THE_NETWORK: CardDisputeState[] = ["chargeback", "representment", "preArbitration", "arbitration"];
const MOST_DISPUTES = 100;
const desk = connect(cardDeskEndpoints);
const disputesQuery = queryOptions({
  queryKey: ["sandbox", "issuerDisputes"],
  queryFn: () => desk.cardDisputeDesk({ pageSize: MOST_DISPUTES, filters: { state: AT_THE_NETWORK } }),
});

const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="sandbox-field">
    <span className="type-label">{label}</span>
    {children}
  </label>
);

const OUTCOMES: Record<CardMessageOutcome, string> = {
  approved: "批准",
  partial: "部分批准",
  declined: "拒绝",
  done: "已入账",
  repeated: "认出重复",
  early: "先到，已记住",
  unknown: "不认识的卡",
};

/** Cards are swiped, shops settle, give back and change their minds; the network answers a chargeback. */
export function CardIssuerCard() {
  return (
    <div className="sandbox-rows">
      <Plan />
      <SwipeForm />
      <OnePayment />
      <Chargeback />
    </div>
  );
}

const useRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["sandbox"] });
};

function Plan() {
  const { data } = useQuery(settingsQuery);
  const refresh = useRefresh();
  const set = useMutation({
    mutationFn: (settings: CallInput<typeof cardIssuerEndpoints.setIssuerSettings.input>) =>
      issuer.setIssuerSettings(settings),
    onSuccess: () => toast.done("已设定"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: refresh,
  });
  if (!data) return null;
  return (
    <div className="sandbox-card-form">
      <Field label="发卡方怎样行事">
        <Select<SandboxIssuerPlan>
          aria-label="发卡方怎样行事"
          value={data.plan}
          loading={set.isPending}
          options={Object.entries(SANDBOX_ISSUER_PLANS).map(([value, label]) => ({
            value: value as SandboxIssuerPlan,
            label,
          }))}
          onChange={(plan) => set.mutate({ ...data, plan })}
        />
      </Field>
    </div>
  );
}

type Told = Awaited<ReturnType<typeof issuer.swipe>>;
const answerText = ({ approved, code, amount, outcomes, standIn }: Told): string =>
  [
    approved ? `批准${amount ? ` ${moneyText(amount)}` : ""}` : `拒绝，应答码 ${code}`,
    standIn ? "代授权" : "",
    outcomes.map((outcome) => OUTCOMES[outcome]).join("、"),
  ]
    .filter(Boolean)
    .join("，");

const FIRST_SWIPE = {
  amount: "35.90",
  currency: "USD" as Currency,
  shopName: "FACEBK ADS",
  code: "7311",
  country: "US",
};
type Swipe = typeof FIRST_SWIPE;

function SwipeForm() {
  const { data = [] } = useQuery(cardsQuery);
  const refresh = useRefresh();
  const [token, setToken] = useState<string>();
  const [given, setGiven] = useState(FIRST_SWIPE);
  const [partial, setPartial] = useState(false);
  const swipe = useMutation({
    mutationFn: (forced: boolean) => {
      const { amount, currency, ...shop } = given;
      const request = { ...shop, token: token!, amount: parseMoney(amount, currency) };
      return forced ? issuer.forcePost(request) : issuer.swipe({ ...request, partial });
    },
    onSettled: refresh,
  });
  return (
    <div className="sandbox-card-form">
      <div className="sandbox-choice">
        <div className="sandbox-field-grid">
          <Field label="刷哪张卡">
            <Select
              aria-label="刷哪张卡"
              placeholder="选择一张卡"
              notFoundContent="还没有开通的卡"
              showSearch={{ optionFilterProp: "label" }}
              value={token ?? null}
              options={data.map((card) => ({
                value: card.token,
                label: `尾号 ${card.lastFour} ${card.holder} ${card.token.slice(-6)}`,
              }))}
              onChange={(next: string | null) => setToken(next ?? undefined)}
            />
          </Field>
          <ShopFields given={given} put={(change) => setGiven((before) => ({ ...before, ...change }))} />
        </div>
        <Checkbox checked={partial} onChange={(event) => setPartial(event.target.checked)}>
          商户接受部分批准
        </Checkbox>
        {swipe.data && (
          <p className="second-line" role="status">
            {answerText(swipe.data)}
          </p>
        )}
        {swipe.error && <Notice tone="danger" title={problemText(swipe.error)} />}
      </div>
      <div className="sandbox-quick">
        <Button loading={swipe.isPending} disabled={!token} onClick={() => swipe.mutate(false)}>
          刷卡
        </Button>
        <Button loading={swipe.isPending} disabled={!token} onClick={() => swipe.mutate(true)}>
          无授权清算
        </Button>
      </div>
    </div>
  );
}

function ShopFields({ given, put }: { given: Swipe; put: (change: Partial<Swipe>) => void }) {
  return (
    <>
      <Field label="商户名称">
        <Input value={given.shopName} onChange={(event) => put({ shopName: event.target.value })} />
      </Field>
      <Field label="刷卡金额">
        <Input inputMode="decimal" value={given.amount} onChange={(event) => put({ amount: event.target.value })} />
      </Field>
      <Field label="刷卡币种">
        <Select<Currency>
          aria-label="刷卡币种"
          value={given.currency}
          options={CURRENCY_CODES.map((value) => ({ value, label: value }))}
          onChange={(currency) => put({ currency })}
        />
      </Field>
      <Field label="商户类别码">
        <Input
          inputMode="numeric"
          maxLength={4}
          value={given.code}
          onChange={(event) => put({ code: event.target.value })}
        />
      </Field>
      <Field label="商户国家">
        <Input
          maxLength={2}
          value={given.country}
          onChange={(event) => put({ country: event.target.value.toUpperCase() })}
        />
      </Field>
    </>
  );
}

const ACTIONS = [
  ["settle", "清算"],
  ["increment", "追加"],
  ["reverse", "撤销"],
  ["refund", "退款"],
  ["expire", "到期"],
  ["repeat", "重发这条通知"],
] as const;

function OnePayment() {
  const { data = [], isPending } = useQuery(paymentsQuery);
  const refresh = useRefresh();
  const [reference, setReference] = useState<string>();
  const [amount, setAmount] = useState("");
  const act = useMutation({
    mutationFn: (action: (typeof ACTIONS)[number][0]) =>
      issuer.actOnPayment({
        reference: reference!,
        action,
        ...(amount.trim() && { amount: parseMoney(amount.trim(), "USD") }),
      }),
    onSettled: refresh,
  });
  return (
    <div className="sandbox-card-form">
      <div className="sandbox-choice">
        <div className="sandbox-field-grid">
          <Field label="发卡方的交易">
            <Select
              aria-label="发卡方的交易"
              placeholder="选择一笔交易"
              loading={isPending}
              notFoundContent="还没有交易"
              value={reference ?? null}
              options={data.map((payment) => ({
                value: payment.reference,
                label: `${moneyText(payment.amount)} ${payment.shopName} 尾号 ${payment.lastFour}，${payment.approved ? "批准" : "拒绝"}`,
              }))}
              onChange={(next: string | null) => setReference(next ?? undefined)}
            />
          </Field>
          <Field label="后续金额（USD）">
            <Input
              inputMode="decimal"
              placeholder="空着是全部"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          </Field>
        </div>
        {act.data && (
          <p className="second-line" role="status">
            {answerText(act.data)}
          </p>
        )}
        {act.error && <Notice tone="danger" title={problemText(act.error)} />}
      </div>
      <div className="sandbox-quick">
        {ACTIONS.map(([action, label]) => (
          <Button key={action} loading={act.isPending} disabled={!reference} onClick={() => act.mutate(action)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

const ANSWERS = [
  ["represent", "商户抗辩"],
  ["win", "判胜诉"],
  ["lose", "判败诉"],
] as const;
const TAKEN = { taken: "已受理", repeated: "已有结果，没有再记账", unknown: "没有这件争议" } as const;

function Chargeback() {
  const { data, isPending } = useQuery(disputesQuery);
  const [disputeId, setId] = useState<string>();
  const refresh = useRefresh();
  const answer = useMutation({
    mutationFn: (given: (typeof ANSWERS)[number][0]) =>
      issuer.answerChargeback({ disputeId: disputeId!, answer: given }),
    onSuccess: ({ outcome }) => toast.done(TAKEN[outcome]),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: refresh,
  });
  return (
    <div className="sandbox-card-form">
      <Field label="卡组织那里的争议">
        <Select
          aria-label="卡组织那里的争议"
          placeholder="选择一件争议"
          loading={isPending}
          notFoundContent="没有等卡组织的争议；先在「争议」里发起拒付"
          value={disputeId ?? null}
          options={(data?.records ?? []).map((dispute) => ({
            value: dispute.id,
            label: `${moneyText(dispute.amount)} ${dispute.shopName}，${cardDisputeLifecycle.states[dispute.state].label}`,
          }))}
          onChange={(next: string | null) => setId(next ?? undefined)}
        />
      </Field>
      <div className="sandbox-quick">
        {ANSWERS.map(([given, label]) => (
          <Button
            key={given}
            loading={answer.isPending}
            disabled={disputeId === undefined}
            onClick={() => answer.mutate(given)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
