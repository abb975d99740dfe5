import type { ReceivingAccountRow } from "@coralhub/contract";
import { type Address, addressOf, placeName, receivingAccountLifecycle } from "@coralhub/domain";
import { CurrencyTile, icons, Link, Masked, RowsSkeleton, Sep, StateDot } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { Select } from "antd";
import { lastFour } from "../../platform/account-numbers.ts";

type Props = { accounts: ReceivingAccountRow[] | undefined; current: string };
const pathOf = (id: string): Address => addressOf("account", { id });

/** All accounts beside the open one; in a smaller window a choice above it. */
export function AccountSwitcher({ accounts, current }: Props) {
  return (
    <nav className="account-switcher" aria-label="收款账户">
      <Link to={addressOf("accounts")} className="page-back">
        <icons.ChevronLeft size={16} />
        全部收款账户
      </Link>
      <div className="account-list panel">
        {accounts ? (
          <ul>
            {accounts.map((account) => (
              <li key={account.id}>
                <Link
                  to={pathOf(account.id)}
                  className="account-choice"
                  aria-current={account.id === current ? "page" : undefined}
                >
                  <CurrencyTile currency={account.currency} active={account.id === current} />
                  <span className="account-name">
                    <span className="account-title">{placeName(account)}</span>
                    <span className="account-note">
                      {account.accountNumber ? <Masked end={lastFour(account.accountNumber)} /> : "还没有账号"}
                      <Sep />
                      {account.stores.length} 家店铺
                    </span>
                  </span>
                  {account.state === "open" ? (
                    <icons.ChevronRight size={16} />
                  ) : (
                    <StateDot lifecycle={receivingAccountLifecycle} state={account.state} />
                  )}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <RowsSkeleton rows={4} />
        )}
      </div>
      {accounts && accounts.length > 1 && (
        <Select
          className="account-select"
          aria-label="换一个收款账户"
          value={current}
          onChange={(id) => goTo(pathOf(id))}
          options={accounts.map((account) => ({
            value: account.id,
            label: `${placeName(account)}${account.accountNumber ? `，尾号 ${lastFour(account.accountNumber)}` : ""}`,
          }))}
        />
      )}
    </nav>
  );
}
