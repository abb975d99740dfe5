import { ACCOUNT_KIND_NAMES, ACCOUNT_KINDS, formatMoney, type AccountKind, type Currency } from "@coralhub/domain";
import { amountText } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { accountText, partsOf, standing } from "./account-words.tsx";
import { SIDES, type Side } from "./chart.ts";
import { ledger } from "./ledger-calls.ts";

type Props = {
  merchantId: string | undefined;
  currency: Currency;
  value?: string;
  onChange?(code: string): void;
  id?: string;
};

/** Held money moves only with its hold; kinds with an owner exist only where they have been opened. */
const ALWAYS_THERE = ACCOUNT_KIND_NAMES.filter((kind) => !("owner" in ACCOUNT_KINDS[kind]));

/** The merchant's accounts in one currency with what is on them, and the kinds that every merchant has. */
export function AccountField({ merchantId, currency, value, onChange, id }: Props) {
  const opened = useQuery({
    queryKey: ["ledger", "accounts-of", merchantId, currency],
    queryFn: () => ledger.ledgerAccounts({ filters: { merchantId: merchantId!, currency: [currency] }, pageSize: 100 }),
    enabled: merchantId !== undefined,
  });
  const balances = new Map(opened.data?.records.map((row) => [row.code, row.balance]));
  const codes = new Set([
    ...balances.keys(),
    ...ALWAYS_THERE.map((kind) => `${kind}:${currency}`),
    ...(value ? [value] : []),
  ]);
  const kindOf = (code: string): AccountKind => partsOf(code)?.kind ?? "wallet";
  const optionOf = (code: string) => {
    const balance = balances.get(code);
    const stands = balance && standing(balance, kindOf(code));
    const amount = stands ? `余额 ${amountText(formatMoney(stands.amount), currency)} ${stands.side}` : "还没有记过账";
    return { value: code, label: `${accountText(code)}，${amount}` };
  };
  const options = (Object.keys(SIDES) as Side[]).map((side) => ({
    label: SIDES[side],
    options: [...codes]
      .filter((code) => ACCOUNT_KINDS[kindOf(code)].side === side && kindOf(code) !== "hold")
      .toSorted((a, b) => ACCOUNT_KIND_NAMES.indexOf(kindOf(a)) - ACCOUNT_KIND_NAMES.indexOf(kindOf(b)))
      .map(optionOf),
  }));
  return (
    <Select
      {...(id && { id })}
      value={value ?? null}
      onChange={(code: string) => onChange?.(code)}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={merchantId ? "请选择账户" : "请先选择商户"}
      disabled={merchantId === undefined}
      loading={opened.isFetching}
      options={options}
    />
  );
}
