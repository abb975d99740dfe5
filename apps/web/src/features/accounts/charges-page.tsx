import type { AccountCharge, ReceivingAccountRow } from "@coralhub/contract";
import { addressOf, moneyText, placeName } from "@coralhub/domain";
import { CurrencyTile, EmptyState, ErrorState, Link, PageHeader, PageSkeleton, Panel } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { accountsQuery } from "../../platform/store-calls.ts";
import { chargesQuery, openingPriceQuery } from "./accounts-calls.ts";
import { lastFour } from "../../platform/account-numbers.ts";
import { Charge } from "./opening-fee.tsx";
import "./accounts.css";

/** /bigAccount/charges: what opening accounts has cost, what of it is still to be paid, and what the next one costs. */
export function ChargesPage() {
  const { data, error, refetch, isFetching } = useQuery(chargesQuery);
  const accounts = useQuery(accountsQuery);
  const price = useQuery(openingPriceQuery);
  if (!data && !error) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        back={{ label: "收款账户", to: addressOf("accounts") }}
        title="开户费"
        intro={
          price.data &&
          (price.data.free
            ? "现在开立收款账户不收费"
            : `现在开立美元账户收 ${moneyText(price.data.price)}，从该账户的余额支付`)
        }
      />
      <Panel flush>
        {data ? (
          <Charges charges={data} accounts={accounts.data ?? []} />
        ) : (
          <ErrorState
            title="没能取到开户费"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={error && failureOf(error).reference}
          >
            {error?.message}
          </ErrorState>
        )}
      </Panel>
    </>
  );
}

function Charges({ charges, accounts }: { charges: AccountCharge[]; accounts: ReceivingAccountRow[] }) {
  if (charges.length === 0)
    return (
      <EmptyState title="没有开户费" action={<Button onClick={() => goTo(addressOf("accounts"))}>查看收款账户</Button>}>
        您的账户都没有收开户费；若以后有收费，会先在这里写明金额，由您支付
      </EmptyState>
    );
  return (
    <ul className="accounts">
      {charges.map((charge) => {
        const account = accounts.find(({ id }) => id === charge.accountId);
        const { currency } = charge.amount;
        return (
          <li key={charge.id} className="charge-row">
            <CurrencyTile currency={currency} />
            <div className="account-name">
              <Link to={addressOf("account", { id: charge.accountId })} className="account-title">
                {account ? placeName(account) : currency}
              </Link>
              <span className="account-note">
                {charge.accountNumber ? `尾号 ${lastFour(charge.accountNumber)}` : "还没有账号"}
              </span>
            </div>
            <Charge charge={charge} usable={account?.state === "open"} />
          </li>
        );
      })}
    </ul>
  );
}
