import { ACCOUNT_KINDS, CURRENCIES } from "@coralhub/domain";
import { CurrencyTile } from "@coralhub/ui";
import { Select } from "antd";
import { MoneyOf } from "../../platform/show.tsx";
import type { CurrencyBooks, WalletAccount } from "./wallet-queries.ts";

type Props = { books: CurrencyBooks[]; account: WalletAccount; onPick: (account: WalletAccount) => void };

/** 「收款账户 8810-01」 */
export const accountName = ({ kind, name }: WalletAccount): string =>
  [ACCOUNT_KINDS[kind].label, name].filter(Boolean).join(" ");

/** Every currency with what can be used and what is held; below, the accounts of the chosen one if there are several. */
export function AccountPicker({ books, account, onPick }: Props) {
  const chosen = books.find(({ currency }) => currency === account.available.currency)!;
  return (
    <div className="wallet-pick">
      <ul className="wallet-currencies" aria-label="各币种余额">
        {books.map((book) => (
          <li key={book.currency}>
            <button type="button" aria-pressed={book === chosen} onClick={() => onPick(book.accounts[0]!)}>
              <CurrencyTile currency={book.currency} active={book === chosen} />
              <span className="wallet-currency">
                <span className="wallet-note">{CURRENCIES[book.currency].name}</span>
                <MoneyOf value={book.available} size="figure" />
                <span className="wallet-note">
                  {book.processing.minor > 0n && (
                    <>
                      处理中 <MoneyOf value={book.processing} />{" "}
                    </>
                  )}
                  {book.held.minor > 0n && (
                    <>
                      暂扣 <MoneyOf value={book.held} />
                    </>
                  )}
                  {book.processing.minor + book.held.minor === 0n && "没有占用"}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {chosen.accounts.length > 1 && (
        <Select
          className="wallet-accounts"
          aria-label="选择账户"
          value={account.code}
          options={chosen.accounts.map((one) => ({
            value: one.code,
            label: (
              <span className="wallet-option">
                <span>{accountName(one)}</span>
                <MoneyOf value={one.available} />
              </span>
            ),
          }))}
          onChange={(code) => onPick(chosen.accounts.find((one) => one.code === code)!)}
        />
      )}
    </div>
  );
}
