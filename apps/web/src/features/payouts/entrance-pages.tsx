import type { PayoutOverview, PayoutSourceView } from "@coralhub/contract";
import { addressOf, CURRENCIES, moneyOf, type Address, type Currency } from "@coralhub/domain";
import { EmptyState, ErrorState, Link, Masked, PageHeader, Panel, RowsSkeleton } from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { ReactNode } from "react";
import { failureOf } from "../../platform/failure.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { overviewQuery } from "./payouts-calls.ts";
import { withdrawFrom } from "./words.ts";
import "./payouts.css";

type Door = { title: string; text: string; to: Address; label: string };
function Doors({ doors }: { doors: readonly Door[] }) {
  return (
    <div className="pay-doors">
      {doors.map(({ title, text, to, label }) => (
        <Panel key={to} title={title}>
          <div className="pay-door">
            <span className="withdraw-note">{text}</span>
            <Button onClick={() => goTo(to)}>{label}</Button>
          </div>
        </Panel>
      ))}
    </div>
  );
}

const WITHDRAWALS: readonly Door[] = [
  {
    title: "按账户提现",
    text: "看每个收款账户有多少，从其中一个提",
    to: addressOf("withdrawByAccount"),
    label: "选账户",
  },
  { title: "按币种提现", text: "看各币种一共有多少，再选账户", to: addressOf("withdrawByCurrency"), label: "选币种" },
  {
    title: "网商银行",
    text: "绑定网商银行账户，截止时间前提交当日到账",
    to: addressOf("mybank"),
    label: "看网商银行",
  },
  { title: "直接提现", text: "选好账户和金额，比较各种付款方式", to: addressOf("withdraw"), label: "去提现" },
];
/** /wthdrawal/entrance */
export function EntrancePage() {
  return (
    <>
      <PageHeader
        title="提现"
        intro="提到您自己的银行账户，人民币或外币"
        back={{ label: "付款记录", to: addressOf("payouts") }}
        actions={
          <Link to={addressOf("cashCards")} className="small-button">
            提现账户
          </Link>
        }
      />
      <Doors doors={WITHDRAWALS} />
    </>
  );
}

const PAYMENTS: readonly Door[] = [
  {
    title: "供应商付款",
    text: "货款，付到收款人在当地的账户，或走 SWIFT",
    to: addressOf("paySupplier"),
    label: "付给供应商",
  },
  { title: "服务商付款", text: "物流、咨询、代运营等服务费", to: addressOf("payService"), label: "付给服务商" },
  { title: "卖家付款", text: "货到付款的卖家，付到他们的银行卡", to: addressOf("paySeller"), label: "付给卖家" },
  {
    title: "定期付款",
    text: "每周、每月或每季度自动付，验证一次",
    to: addressOf("paymentSeries"),
    label: "看定期付款",
  },
  { title: "提现", text: "提到自己的银行账户", to: addressOf("withdrawals"), label: "去提现" },
  { title: "批量付款", text: "一张表付很多人，最多一万行", to: addressOf("batches"), label: "去批量付款" },
  { title: "供应商", text: "货款付给谁，他们的账户和审核状态", to: addressOf("suppliers"), label: "管理供应商" },
  {
    title: "服务商",
    text: "物流、咨询、代运营等服务商和他们的账户",
    to: addressOf("serviceProviders"),
    label: "管理服务商",
  },
];
/** /bigPayment */
export function PaymentsPage() {
  return (
    <>
      <PageHeader
        title="付款"
        intro="付给供应商、服务商，或提到自己的账户"
        back={{ label: "付款记录", to: addressOf("payouts") }}
      />
      <Doors doors={PAYMENTS} />
    </>
  );
}

const WALLET_PAYMENTS: readonly Door[] = [
  {
    title: "供应商付款",
    text: "货款，从钱包付到收款人在当地的账户，或走 SWIFT",
    to: addressOf("paySupplierFromWallet"),
    label: "付给供应商",
  },
  {
    title: "服务商付款",
    text: "物流、咨询、代运营等服务费",
    to: addressOf("payServiceFromWallet"),
    label: "付给服务商",
  },
  { title: "提现", text: "从钱包提到自己的银行账户", to: addressOf("withdrawByCurrency"), label: "选币种" },
  { title: "转给其他商户", text: "对方也有珊瑚汇钱包，实时到账", to: addressOf("walletTransfer"), label: "去转账" },
  { title: "充值卡钱包", text: "美元钱包的钱转到珊瑚卡", to: addressOf("fundCardWallet"), label: "去充值" },
  { title: "收款人", text: "供应商、服务商和他们的账户", to: addressOf("walletSuppliers"), label: "管理收款人" },
];
/** /bigPaymentWallet */
export function WalletPaymentsPage() {
  return (
    <>
      <PageHeader
        title="钱包付款"
        intro="用钱包里的余额付给供应商、服务商、其他商户，或提到自己的账户"
        back={{ label: "多币种钱包", to: addressOf("wallet") }}
      />
      <Doors doors={WALLET_PAYMENTS} />
    </>
  );
}

function Sources({
  title,
  intro,
  children,
}: {
  title: string;
  intro: string;
  children: (overview: PayoutOverview) => ReactNode;
}) {
  const { data, error, refetch, isFetching } = useQuery(overviewQuery("withdrawal"));
  return (
    <>
      <PageHeader title={title} intro={intro} back={{ label: "提现", to: addressOf("withdrawals") }} />
      {data && data.accounts.length === 0 && (
        <Panel>
          <EmptyState
            title="还没有可以提现的账户"
            action={<Button onClick={() => goTo(addressOf("accounts"))}>查看收款账户</Button>}
          >
            绑定店铺、开通收款账户并收到款后，可以从这里提现
          </EmptyState>
        </Panel>
      )}
      {data && data.accounts.length > 0 && <Panel flush>{children(data)}</Panel>}
      {!data && !error && <RowsSkeleton rows={3} />}
      {!data && error && (
        <Panel>
          <ErrorState
            title="没能取到账户"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          >
            请稍后重试
          </ErrorState>
        </Panel>
      )}
    </>
  );
}

/** /wthdrawal/accountList */
export function AccountListPage() {
  const wanted = new URLSearchParams(useUrlState().search).get("currency");
  return (
    <Sources title="按账户提现" intro={wanted ? `${wanted} 账户` : "选一个账户"}>
      {({ accounts }) =>
        accounts
          .filter(({ currency }) => wanted === null || currency === wanted)
          .map((account) => <SourceRow key={account.accountId} account={account} />)
      }
    </Sources>
  );
}

function SourceRow({
  account: { accountId, label, accountNumber, available, problem },
}: {
  account: PayoutSourceView;
}) {
  return (
    <div className="pay-row">
      <span className="withdraw-words">
        <span>
          {label} {accountNumber && <Masked end={accountNumber.slice(-4)} />}
        </span>
        <span className="withdraw-note">
          可用 <MoneyOf value={available} />
        </span>
        {problem && <span className="withdraw-problem">{problem}</span>}
      </span>
      <Button disabled={problem !== null} onClick={() => goTo(withdrawFrom(accountId))}>
        提现
      </Button>
    </div>
  );
}

/** /wthdrawal/accountCurrency */
export function AccountCurrencyPage() {
  return (
    <Sources title="按币种提现" intro="各币种一共有多少">
      {({ accounts }) =>
        [...Map.groupBy(accounts, ({ currency }) => currency)].map(([currency, own]) => (
          <div key={currency} className="pay-row">
            <span className="withdraw-words">
              <span>
                {currency} {CURRENCIES[currency].name}
              </span>
              <span className="withdraw-note">
                {own.length} 个账户，共 <MoneyOf value={sumOf(currency, own)} />
              </span>
            </span>
            <Button onClick={() => goTo(addressOf("withdrawByAccount", { currency: currency }))}>选账户</Button>
          </div>
        ))
      }
    </Sources>
  );
}
const sumOf = (currency: Currency, accounts: readonly PayoutSourceView[]) =>
  moneyOf(
    currency,
    accounts.reduce((sum, { available }) => sum + available.minor, 0n),
  );
