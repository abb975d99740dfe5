import { receivingAccountLifecycle, toShanghaiTime, type ReceivingAccountAction } from "@coralhub/domain";
import { Copyable, Facts, Notice, StateTag, Timeline } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "../../platform/page.tsx";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { accountQuery, accounts, useStep, type AccountCase, type Ref } from "./income-calls.ts";
import { ReasonedSteps, type Taken } from "./reasoned-steps.tsx";
import { Amount, countryName, merchantFact, nodesOf, platformName } from "./words.tsx";
import "./income.css";

/** One account: whose, where, how much is on it, which shops pay in, and what has happened to it. */
export function AccountDetail(ref: Ref) {
  const self = useSelf();
  const found = useQuery(accountQuery(ref));
  return (
    <QueryView query={found} what="这个收款账户">
      {(shown) => (
        <div className="collection-case">
          <div className="collection-head">
            <Amount of={shown.available} figure />
            <StateTag lifecycle={receivingAccountLifecycle} state={shown.state} />
          </div>
          {shown.reason && <Notice tone="warning" title={shown.reason} />}
          <dl className="collection-sums">
            <Sum label="可用" of={shown.available} />
            <Sum label="待核实" of={shown.held} />
            <Sum label="在途" of={shown.inTransit} />
          </dl>
          <AccountFacts shown={shown} />
          <Ways shown={shown} />
          <section aria-label="办理进度">
            <h2 className="type-label">办理进度</h2>
            <Timeline nodes={nodesOf(shown.timeline)} />
          </section>
          {mayUse(self, "reviewer") && <Moves key={shown.state} shown={shown} />}
        </div>
      )}
    </QueryView>
  );
}

const Sum = ({ label, of }: { label: string; of: AccountCase["available"] }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Amount of={of} />
    </dd>
  </div>
);

const AccountFacts = ({ shown }: { shown: AccountCase }) => (
  <Facts
    facts={[
      merchantFact(shown.merchantId),
      { label: "户名", value: <Copyable text={shown.holderName} /> },
      { label: "账号", value: shown.accountNumber ? <Copyable text={shown.accountNumber} /> : "银行还没有给出" },
      { label: "开户行", value: shown.bankName ?? "—" },
      { label: "国家和地区", value: countryName(shown.country) },
      { label: "申请时的平台", value: platformName(shown.platform) },
      {
        label: "店铺",
        value: shown.stores.length > 0 ? shown.stores.map(({ name }) => name).join("、") : "没有店铺在用",
      },
      { label: "申请时间", value: toShanghaiTime(shown.appliedAt) },
      ...(shown.openedAt ? [{ label: "开通时间", value: toShanghaiTime(shown.openedAt) }] : []),
    ]}
  />
);

function Ways({ shown: { ways } }: { shown: AccountCase }) {
  if (ways.length === 0) return null;
  return (
    <section aria-label="付款资料" className="collection-ways">
      {ways.map(({ way, hint, fields }) => (
        <div key={way}>
          <h2 className="type-label">{way}</h2>
          <Facts facts={fields.map(({ label, value }) => ({ label, value: <Copyable text={value} /> }))} />
          <p className="second-line">{hint}</p>
        </div>
      ))}
    </section>
  );
}

const MOVES = {
  close: { call: accounts.closeReceivingAccount, done: "已关闭，商户会收到通知" },
  unfreeze: { call: accounts.unfreezeReceivingAccount, done: "已解冻，停住的来款会重新核验" },
  freeze: { call: accounts.freezeReceivingAccount, done: "已冻结，商户会收到通知" },
} as const;
type Move = keyof typeof MOVES;
/** The same request is another move of an account that has been closed, or that pays out only. */
const ACTIONS: Record<Move, readonly ReceivingAccountAction[]> = {
  close: ["close", "closeFrozen"],
  unfreeze: ["unfreeze", "unfreezePayingOut", "unfreezeClosed"],
  freeze: ["freeze", "freezePayingOut", "freezeClosed"],
};

function Moves({ shown: { merchantId, id, state } }: { shown: AccountCase }) {
  const taking = useStep<Taken>(
    ({ step, words }) => MOVES[step as Move].call({ merchantId, id, reason: words }),
    ({ step }) => MOVES[step as Move].done,
  );
  const { actions } = receivingAccountLifecycle;
  const open = (Object.keys(MOVES) as Move[]).filter((move) =>
    ACTIONS[move].some((action) => (actions[action].from as readonly string[]).includes(state)),
  );
  if (open.length === 0) return null;
  return (
    <ReasonedSteps
      label="原因"
      hint="商户会看到；冻结后来款照收，停在异常收款"
      taking={taking}
      steps={open.map((move) => ({
        key: move,
        label: `${actions[move].label}账户`,
        shortest: 2,
        missing: "请写明原因，商户会看到",
        primary: move === "unfreeze",
      }))}
    />
  );
}
