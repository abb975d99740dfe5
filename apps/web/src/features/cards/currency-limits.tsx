import type { CardControlsView } from "@coralhub/contract";
import { CURRENCIES, CURRENCY_CODES, formatMoney, type Currency } from "@coralhub/domain";
import { TextField } from "@coralhub/ui/light";
import { Select } from "antd";
import { readLimit } from "./words.ts";

/** As it is typed: nothing in `most` is no limit. */
export type CurrencyDraft = readonly { currency: Currency; most: string }[];

export const currencyDraftOf = (currencies: CardControlsView["currencies"]): CurrencyDraft =>
  currencies.map(({ currency, perTransaction }) => ({
    currency,
    most: perTransaction === null ? "" : formatMoney(perTransaction),
  }));
/** Undefined where something is no amount. */
export function readCurrencies(draft: CurrencyDraft): CardControlsView["currencies"] | undefined {
  const read = draft.map(({ currency, most }) => ({ currency, perTransaction: readLimit(most, currency) }));
  return read.some(({ perTransaction }) => perTransaction === undefined)
    ? undefined
    : (read as CardControlsView["currencies"]);
}

type Props = { value: CurrencyDraft; onChange: (next: CurrencyDraft) => void; name?: string };

/** What a shop may charge in its own currency: those that are named alone, each with a limit of its own. */
export function CurrencyChoice({ value, onChange, name = "允许的币种" }: Props) {
  const mostOf = (code: Currency) => value.find(({ currency }) => currency === code)?.most ?? "";
  return (
    <div className="card-list-row">
      <span className="type-label">允许的币种</span>
      <Select
        mode="multiple"
        size="large"
        aria-label={name}
        placeholder="不限"
        value={value.map(({ currency }) => currency)}
        options={CURRENCY_CODES.map((code) => ({ value: code, label: `${code} ${CURRENCIES[code].name}` }))}
        showSearch={{ optionFilterProp: "label" }}
        onChange={(codes: Currency[]) => onChange(codes.map((currency) => ({ currency, most: mostOf(currency) })))}
      />
    </div>
  );
}

/** The limits of those that are named, each in its own currency. */
export function CurrencyMosts({ value, onChange }: Props) {
  return value.map(({ currency, most }) => (
    <TextField
      key={currency}
      label={`${currency} 单笔上限`}
      inputMode="decimal"
      prefix={currency}
      placeholder="不限"
      autoComplete="off"
      value={most}
      onChange={({ target }) =>
        onChange(value.map((one) => (one.currency === currency ? { currency, most: target.value } : one)))
      }
    />
  ));
}
