import type { ReceivingAccountDetail } from "@coralhub/contract";
import { addressOf, platformName } from "@coralhub/domain";
import { Copyable, icons, Link, Notice, Panel, pastNodes, PlatformLogo, Timeline } from "@coralhub/ui";
import { useState } from "react";
import { asDay, MoneyOf } from "../../platform/show.tsx";
import { readableNumber } from "../../platform/account-numbers.ts";
import { processingOf, STATE_MEANING } from "./account-words.ts";
import { OpeningFee } from "./opening-fee.tsx";
import { ReapplyForm } from "./reapply-form.tsx";

type Props = { account: ReceivingAccountDetail };

/** What the account's state means, what to paste where, who uses it, what lies in it. */
export function AccountInformation({ account }: Props) {
  const { timeline, state } = account;
  return (
    <div className="account-parts">
      <Meaning account={account} />
      {account.ways.length > 0 && <PayIn account={account} />}
      <div className="account-two">
        <StoresPanel account={account} />
        {account.accountNumber !== null && <BalancePanel account={account} />}
      </div>
      {account.accountNumber !== null && <OpeningFee accountId={account.id} state={state} />}
      <Panel title="办理进度">
        <Timeline
          nodes={[
            ...pastNodes(timeline),
            ...(state === "applying" && account.expectedBy
              ? [{ title: "银行开通", when: `预计 ${asDay(account.expectedBy).slice(5)} 前`, state: "next" as const }]
              : []),
          ]}
        />
      </Panel>
    </div>
  );
}

function Meaning({ account }: Props) {
  const { state, reason } = account;
  const words = STATE_MEANING[state];
  if (!words) return null;
  const tone = state === "refused" ? "danger" : state === "frozen" || state === "payingOutFrozen" ? "warning" : "info";
  return (
    <>
      <Notice tone={tone} title={reason ?? words}>
        {reason && words}
      </Notice>
      {state === "refused" && <ReapplyForm account={account} />}
    </>
  );
}

function PayIn({ account: { ways, payoutSteps, platform } }: Props) {
  const [chosen, setChosen] = useState(0);
  const way = ways[chosen] ?? ways[0]!;
  return (
    <Panel
      flush
      footer={
        way.hint && (
          <span className="account-hint">
            <icons.Info />
            {way.hint}
          </span>
        )
      }
    >
      {ways.length > 1 && (
        <div className="tab-bar account-ways" role="group" aria-label="打款方式">
          {ways.map((one, index) => (
            <button key={one.way} type="button" aria-pressed={one === way} onClick={() => setChosen(index)}>
              {one.way}
            </button>
          ))}
        </div>
      )}
      <div className="account-pay-in">
        <dl className="account-fields" aria-label={way.way}>
          {way.fields.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Copyable text={value} mono={isNumber(value)}>
                  {isNumber(value) ? readableNumber(value) : value}
                </Copyable>
              </dd>
            </div>
          ))}
        </dl>
        {payoutSteps.length > 0 && (
          <div className="account-steps">
            <h3 className="type-label">填到 {platformName(platform)} 后台</h3>
            <ol>
              {payoutSteps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
        )}
      </div>
    </Panel>
  );
}

/** Numbers and codes are read in groups, names are not. */
const isNumber = (value: string): boolean => /^[A-Z]{0,4}\d[\dA-Z ]*$/.test(value);

function StoresPanel({ account: { stores } }: Props) {
  return (
    <Panel flush title="使用此账户的店铺" action={<Link to={addressOf("bind")}>绑定店铺</Link>}>
      {stores.length === 0 ? (
        <p className="account-none">还没有店铺用这个账户。绑定店铺时可以选择它</p>
      ) : (
        <ul>
          {stores.map(({ id, name, platform, lastIncomeAt }) => (
            <li key={id} className="account-store">
              <PlatformLogo platform={platform} size={32} />
              <span className="account-name">
                <span className="account-title">{platformName(platform)}</span>
                <span className="account-note">{name}</span>
              </span>
              <span className="account-note">
                {lastIncomeAt ? `最近打款 ${asDay(lastIncomeAt).slice(5)}` : "还没有打款"}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function BalancePanel({ account: { id, available, inTransit, processing, held, creditedThisMonth } }: Props) {
  const list = (state?: string) => addressOf("income", { receivingAccountId: id, state });
  return (
    <Panel title="余额" action={<Link to={list()}>收支明细</Link>}>
      <div className="account-balances">
        <MoneyOf value={available} size="figure" />
        <dl>
          <div>
            <dt>
              <Link to={list("announced")}>在途</Link>
            </dt>
            <dd>
              <MoneyOf value={inTransit} />
            </dd>
          </div>
          {processing.minor > 0n && (
            <div>
              <dt>
                <Link to={processingOf(available.currency)}>处理中</Link>
              </dt>
              <dd>
                <MoneyOf value={processing} />
              </dd>
            </div>
          )}
          <div>
            <dt>
              <Link to={list("needsEvidence,abnormal,reviewing")}>暂扣</Link>
            </dt>
            <dd className={held.minor > 0n ? "account-held" : undefined}>
              <MoneyOf value={held} />
            </dd>
          </div>
          <div>
            <dt>本月已入账</dt>
            <dd>
              <MoneyOf value={creditedThisMonth} />
            </dd>
          </div>
        </dl>
      </div>
    </Panel>
  );
}
