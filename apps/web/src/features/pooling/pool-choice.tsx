import type { PoolAccount } from "@coralhub/contract";
import { countryName, formatMoney, receivingAccountLifecycle } from "@coralhub/domain";
import { Panel, StateDot } from "@coralhub/ui";
import { Checkbox, Input, Radio } from "antd";
import type { ReactNode } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import { readableNumber } from "../../platform/account-numbers.ts";
import { givers, type Plan, type Draft } from "./pooling-words.ts";

type Props = { accounts: PoolAccount[]; request: Draft; plan: Plan; onChange: (request: Draft) => void };

/** Where to, and from where: how much is said beside each, all of it unless told. */
export function PoolChoice({ accounts, request, plan, onChange }: Props) {
  const sources = givers(accounts, request.targetId);
  const setAmount = (id: string, text: string | undefined) => {
    const { [id]: _old, ...rest } = request.amounts;
    onChange({ ...request, amounts: text === undefined ? rest : { ...rest, [id]: text } });
  };
  const choose = (targetId: string) => {
    const { [targetId]: _own, ...amounts } = request.amounts;
    onChange({ targetId, amounts });
  };
  return (
    <>
      <Panel flush title="归集到">
        <Radio.Group
          className="pool-rows"
          aria-label="归集到"
          value={request.targetId}
          onChange={(event) => choose(event.target.value as string)}
        >
          {accounts.map((account) => (
            <Radio key={account.id} value={account.id} disabled={!account.poolable} className="pool-row">
              <AccountWords account={account} />
            </Radio>
          ))}
        </Radio.Group>
      </Panel>
      <Panel flush title="从这些账户转出">
        {sources.length === 0 ? (
          <p className="pool-none">其余账户没有可用余额</p>
        ) : (
          <ul className="pool-rows">
            {sources.map((account) => (
              <li key={account.id} className="pool-row">
                <Checkbox
                  checked={request.amounts[account.id] !== undefined}
                  onChange={(event) => setAmount(account.id, event.target.checked ? "" : undefined)}
                >
                  <AccountWords account={account} />
                </Checkbox>
                {request.amounts[account.id] !== undefined && (
                  <AmountField
                    account={account}
                    text={request.amounts[account.id]!}
                    problem={plan.problems[account.id]}
                    onChange={(text) => setAmount(account.id, text)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

function AccountWords({ account: { cardNo, country, available, state, poolable } }: { account: PoolAccount }) {
  const note: ReactNode = poolable ? (
    <>
      可用 <MoneyOf value={available} />
    </>
  ) : (
    <StateDot lifecycle={receivingAccountLifecycle} state={state} />
  );
  return (
    <span className="pool-account">
      <span className="mono">{cardNo ? readableNumber(cardNo) : "—"}</span>
      <span className="pool-note">{countryName(country)}</span>
      <span className="pool-note">{note}</span>
    </span>
  );
}

type AmountProps = {
  account: PoolAccount;
  text: string;
  problem: string | undefined;
  onChange: (text: string) => void;
};

function AmountField({ account, text, problem, onChange }: AmountProps) {
  const number = account.cardNo ?? account.id;
  return (
    <span className="pool-amount">
      <Input
        aria-label={`${number} 转出金额`}
        inputMode="decimal"
        prefix={account.available.currency}
        placeholder={`全部 ${formatMoney(account.available)}`}
        value={text}
        {...(problem && { status: "error" as const })}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem && <span className="pool-problem">{problem}</span>}
    </span>
  );
}
