import { payoutBankEndpoints, type CallInput } from "@coralhub/contract";
import {
  moneyText,
  PAYOUT_BANKS,
  SANDBOX_PAYOUT_PLANS,
  type PayoutBankKey,
  type PayoutNoticeOutcome,
  type SandboxPayoutPlan,
} from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, InputNumber, Select } from "antd";
import { useState } from "react";
import { connect } from "../../../platform/api.ts";
import { problemText } from "../../../platform/refusal-fields.ts";

const bank = connect(payoutBankEndpoints);
const settingsQuery = (which: PayoutBankKey) =>
  queryOptions({
    queryKey: ["sandbox", "payoutBank", which],
    queryFn: () => bank.payoutBankSettings({ bank: which }),
  });
const paymentsQuery = queryOptions({
  queryKey: ["sandbox", "payoutBankPayments"],
  queryFn: () => bank.payoutBankPayments({}),
});
const LONGEST_SECONDS = 86_400;

/** What the paying bank does with the next payments, and with one it already has. */
export function PayoutBankCard() {
  return (
    <div className="sandbox-rows">
      <Plan />
      <OnePayment />
    </div>
  );
}

function Plan() {
  const [which, setWhich] = useState<PayoutBankKey>("citic");
  const { data } = useQuery(settingsQuery(which));
  const queries = useQueryClient();
  const set = useMutation({
    mutationFn: (settings: CallInput<typeof payoutBankEndpoints.setPayoutBankSettings.input>) =>
      bank.setPayoutBankSettings(settings),
    onSuccess: () => toast.done("已设定"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  if (!data) return null;
  return (
    <div className="sandbox-card-form">
      <Select<PayoutBankKey>
        className="sandbox-plan"
        aria-label="哪家付款银行"
        value={which}
        options={Object.entries(PAYOUT_BANKS).map(([value, { label }]) => ({ value: value as PayoutBankKey, label }))}
        onChange={setWhich}
      />
      <Select<SandboxPayoutPlan>
        className="sandbox-plan"
        aria-label="付款银行怎样处理"
        value={data.plan}
        loading={set.isPending}
        options={Object.entries(SANDBOX_PAYOUT_PLANS).map(([value, label]) => ({ value, label }))}
        onChange={(plan) => set.mutate({ ...data, bank: which, plan })}
      />
      <span>
        收到指令{" "}
        <InputNumber
          key={data.delaySeconds}
          size="small"
          aria-label="付款延时秒数"
          min={0}
          max={LONGEST_SECONDS}
          defaultValue={data.delaySeconds}
          onBlur={(event) => {
            const seconds = Number(event.target.value);
            if (Number.isInteger(seconds) && seconds !== data.delaySeconds)
              set.mutate({ ...data, bank: which, delaySeconds: seconds });
          }}
        />{" "}
        秒后
      </span>
    </div>
  );
}

const STATES = { taken: "没有结果", paid: "已付款", refused: "已拒绝", returned: "已退回" } as const;
const AGAIN = [
  { decision: "tellAgain", label: "再通知一次" },
  { decision: "contradict", label: "改口" },
] as const;
const DECISIONS = {
  taken: [
    { decision: "pay", label: "付款" },
    { decision: "refuse", label: "拒绝" },
  ],
  paid: [{ decision: "return", label: "退回" }, { decision: "returnShort", label: "扣费退回" }, ...AGAIN],
  refused: AGAIN,
  returned: AGAIN,
} as const;
const OUTCOMES: Record<PayoutNoticeOutcome, string> = {
  completed: "付款已完成",
  failed: "付款失败，款项已退回余额",
  returned: "付款被退回，款项已退回余额",
  repeated: "认出重复，没有再记账",
  unknown: "没有这笔付款",
  contradicted: "与之前说的相反或金额不符，没有记账，等人核对",
};

function OnePayment() {
  const { data = [], isPending } = useQuery(paymentsQuery);
  const [reference, setReference] = useState<string>();
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (request: CallInput<typeof payoutBankEndpoints.decidePayment.input>) => bank.decidePayment(request),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  const chosen = data.find((payment) => payment.reference === reference);
  return (
    <div className="sandbox-card-form">
      <div className="sandbox-choice">
        <Select
          aria-label="银行收到的付款"
          placeholder="选择一笔付款"
          loading={isPending}
          notFoundContent="银行还没有收到付款指令"
          showSearch={{ optionFilterProp: "label" }}
          value={reference ?? null}
          options={data.map((payment) => ({
            value: payment.reference,
            label: `${moneyText(payment.amount)} 给 ${payment.payee}，${STATES[payment.state]}`,
          }))}
          onChange={(next: string | null) => setReference(next ?? undefined)}
        />
        {decide.data && (
          <p className="second-line" role="status">
            {decide.data.outcomes.map((outcome) => OUTCOMES[outcome]).join("，")}
          </p>
        )}
        {decide.error && <Notice tone="danger" title={problemText(decide.error)} />}
      </div>
      {chosen && (
        <div className="sandbox-quick">
          {DECISIONS[chosen.state].map(({ decision, label }) => (
            <Button
              key={decision}
              loading={decide.isPending}
              onClick={() => decide.mutate({ reference: chosen.reference, decision })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
