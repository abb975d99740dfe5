import type { ReceivingAccountRow } from "@coralhub/contract";
import {
  addressOf,
  CURRENCIES,
  formatMoney,
  placeName,
  receivingAccountLifecycle,
  type Money as Amount,
} from "@coralhub/domain";
import {
  amountText,
  CopyButton,
  CurrencyTile,
  ErrorState,
  icons,
  Link,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  promiseDay,
  StateDot,
} from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { asDay, MoneyOf } from "../../platform/show.tsx";
import { failureOf } from "../../platform/failure.ts";
import { accountsQuery } from "../../platform/store-calls.ts";
import { readableNumber } from "../../platform/account-numbers.ts";
import { venmoQuery } from "./accounts-calls.ts";
import { byCurrency, processingOf, type CurrencyGroup } from "./account-words.ts";
import { useRedirect } from "./use-redirect.ts";
import "./accounts.css";

/** /bigAccount/account: where platforms pay in, by currency, and what lies there. */
export function AccountsPage() {
  const { data, error, refetch, isFetching } = useQuery(accountsQuery);
  useRedirect(data?.length === 0 ? addressOf("noAccount") : undefined);
  if (!data || data.length === 0)
    return error ? (
      <>
        <PageHeader title="收款账户" />
        <Panel>
          <ErrorState
            title="没能取到收款账户"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          >
            服务暂时没有答复，您的资金不受影响
          </ErrorState>
        </Panel>
      </>
    ) : (
      <PageSkeleton />
    );
  return (
    <>
      <PageHeader
        title="收款账户"
        intro="把账户填到平台后台，平台打款直接进来；每个账户可以给多家店铺用"
        actions={<AccountActions />}
      />
      <VenmoRule />
      <Panel flush>
        <ul className="accounts">
          {byCurrency(data).map((group) => (
            <CurrencyRows key={group.currency} group={group} />
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** Venmo pays only when it is told to, and only from a business profile: who has a shop there is reminded. */
function VenmoRule() {
  const { data } = useQuery(venmoQuery);
  if (!data?.contain) return null;
  return (
    <Notice tone="info" title="Venmo 不会自动打款">
      请在 Venmo 用商家资料（Business profile）发起提现，1–3 个工作日到账
    </Notice>
  );
}

function AccountActions() {
  return (
    <>
      <Button onClick={() => goTo(addressOf("charges"))}>开户费</Button>
      <Button onClick={() => goTo(addressOf("pooling"))}>资金归集</Button>
      <Button icon={<icons.Plus size={16} />} onClick={() => goTo(addressOf("bind"))}>
        申请新账户
      </Button>
    </>
  );
}

/** One line for the currency where it has several accounts; a single one says it all by itself. */
function CurrencyRows({ group: { currency, accounts, ...sums } }: { group: CurrencyGroup }) {
  return (
    <>
      {accounts.length > 1 && (
        <li className="account-currency">
          <h2 className="type-label">
            {CURRENCIES[currency].name}，{accounts.length} 个账户
          </h2>
          <Sums {...sums} />
        </li>
      )}
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} />
      ))}
    </>
  );
}

type SumsProps = { available: Amount; processing: Amount; held: Amount; inTransit: Amount; accountId?: string };

/** What can be used; below, what is on its way and what is held, each leading to the payments it is made of. */
function Sums({ available, processing, held, inTransit, accountId }: SumsProps) {
  const payments = (state: string) =>
    addressOf("income", { state, currency: available.currency, receivingAccountId: accountId });
  return (
    <div className="account-balance">
      <MoneyOf value={available} />
      <span className="account-note">
        {inTransit.minor > 0n && <Link to={payments("announced")}>在途 {digitsOf(inTransit)}</Link>}
        {processing.minor > 0n && <Link to={processingOf(available.currency)}>处理中 {digitsOf(processing)}</Link>}
        {held.minor > 0n && (
          <Link className="account-held" to={payments("needsEvidence,abnormal,reviewing")}>
            暂扣 {digitsOf(held)}
          </Link>
        )}
      </span>
    </div>
  );
}

const digitsOf = (value: Amount): string => amountText(formatMoney(value), value.currency);

function AccountRow({ account }: { account: ReceivingAccountRow }) {
  const { id, currency, accountNumber, stores, state } = account;
  const open = state === "refused" ? "重新申请" : "查看";
  return (
    <li className="account-row">
      <CurrencyTile currency={currency} active={state === "open"} />
      <div className="account-name">
        <Link to={addressOf("account", { id })} className="account-title">
          {placeName(account)}
        </Link>
        <span className="account-note">{storeWords(stores)}</span>
      </div>
      <div className="account-number">
        {accountNumber ? (
          <>
            <span className="mono">{readableNumber(accountNumber)}</span>
            <CopyButton text={accountNumber} label={`复制账号 ${accountNumber}`} />
          </>
        ) : (
          <span className="account-note">{state === "applying" ? "开通后显示账号" : "没有账号"}</span>
        )}
      </div>
      <Sums {...account} accountId={id} />
      <div className="account-state">
        <StateDot lifecycle={receivingAccountLifecycle} state={state} note={stateWords(account)} />
      </div>
      <Link
        to={addressOf("account", { id })}
        className="account-open"
        aria-label={`${open} ${placeName(account)} 账户`}
      >
        {open}
      </Link>
    </li>
  );
}

const storeWords = (stores: ReceivingAccountRow["stores"]): string =>
  stores.length === 0
    ? "还没有关联店铺"
    : stores.length <= 2
      ? stores.map(({ name }) => name).join("、")
      : `${stores[0]!.name}等 ${stores.length} 家店铺`;

const stateWords = ({ state, expectedBy, lastIncomeAt }: ReceivingAccountRow): string | undefined => {
  if (state === "applying") return expectedBy ? `预计 ${promiseDay(asDay(expectedBy))} 前` : undefined;
  if (state === "open") return lastIncomeAt ? `最近打款 ${asDay(lastIncomeAt).slice(5)}` : "还没有收款";
  return undefined;
};
