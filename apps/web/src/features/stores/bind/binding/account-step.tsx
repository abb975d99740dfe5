import { addressOf, receivingAccountLifecycle, type Platform } from "@coralhub/domain";
import { Link, StateDot, type ControlProps, type Field } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { usableAccountsQuery } from "../../../../platform/store-calls.ts";
import { beside } from "../connect-words.ts";
import { QuestionForm } from "./question-form.tsx";
import type { Binding } from "./use-binding.ts";

type Account = Awaited<ReturnType<Extract<typeof usableAccountsQuery.queryFn, (...given: never[]) => unknown>>>[number];

/** Accounts the platform can pay into. */
export const accountsFor = (platform: Platform, accounts: readonly Account[]): Account[] =>
  accounts.filter(({ currency, country }) =>
    platform.options.some((option) => option.currency === currency && option.country === country),
  );

/** 「USD 美国账户 •••• 0831」 */
export const accountTail = ({ accountNumber }: Account): string =>
  accountNumber === null ? "账号待开通" : `尾号 ${accountNumber.slice(-4)}`;

type Props = { binding: Binding; formId: string; onNext: () => void };

/** Where the platform is to pay: a new account, or one that takes other shops' money already. */
export function AccountStep({ binding, formId, onNext }: Props) {
  const { platform, answers } = binding;
  const { data = [] } = useQuery(usableAccountsQuery);
  const usable = accountsFor(platform, data);
  const shared = answers["accountBy"] === "shared";
  const choice: Field = {
    kind: "choice",
    name: "accountBy",
    label: "收款账户",
    options: [
      { value: "new", label: "新开一个收款账户", note: "审核通过后自动申请，银行开通后通知您" },
      { value: "shared", label: "用已有的收款账户", note: "几家店铺共用一个账户，户名和币种不变" },
    ],
  };
  const existing: Field = {
    kind: "own",
    name: "foreignBankAccountId",
    label: "选择账户",
    width: "full",
    render: (control) => <SharedAccounts control={control} platform={platform} accounts={usable} />,
  };
  return (
    <QuestionForm
      binding={binding}
      step="account"
      formId={formId}
      onNext={onNext}
      lead={{
        title: "这家店铺的钱收到哪里",
        intro: beside("", platform, `打款：${platform.payoutRhythm}`),
        fields: shared ? [choice, existing] : [choice],
      }}
      sections={shared ? [] : [{ title: "新账户", names: ["expectCurrency", "expectAccountName"] }]}
    />
  );
}

type SharedProps = { control: ControlProps; platform: Platform; accounts: readonly Account[] };

function SharedAccounts({ control, platform, accounts }: SharedProps) {
  if (accounts.length === 0)
    return (
      <p id={control.id} className="shared-none">
        {beside("还没有", platform, "能用的收款账户，请选「新开一个收款账户」")}
      </p>
    );
  return (
    <div id={control.id} role="radiogroup" aria-label="选择账户" className="shared-accounts">
      {accounts.map((account) => {
        const option = platform.options.find(
          ({ currency, country }) => currency === account.currency && country === account.country,
        );
        return (
          <label key={account.id} className={`choice ${control.value === account.id ? "choice-on" : ""}`}>
            <input
              type="radio"
              name={control.id}
              checked={control.value === account.id}
              onChange={() => control.onChange(account.id)}
            />
            <span className="shared-words">
              <span className="choice-words">{option?.label}</span>
              <span className="choice-note">
                {account.holderName}，{accountTail(account)}
              </span>
            </span>
            <StateDot lifecycle={receivingAccountLifecycle} state={account.state} />
          </label>
        );
      })}
      <span className="shared-link">
        <Link to={addressOf("accounts")}>查看收款账户</Link>
      </span>
    </div>
  );
}
