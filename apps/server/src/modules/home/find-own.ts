import { FOUND_KINDS, type FoundKind, type FoundOwn } from "@coralhub/contract";
import { CURRENCY_CODES, readAmount, type Money } from "@coralhub/domain";
import type { HomeDeps } from "./deps.ts";

const FINDS_OF_A_KIND = 5;
const ORDER = Object.keys(FOUND_KINDS) as FoundKind[];

/** Lists show amounts with a sign and a currency before them; a bare one may be any currency that has so many digits. */
function amountsIn(text: string): Money[] {
  const [, before, plain, after] = /^[-+−\s]*([A-Za-z]{3})?[-+−\s]*([\d.,，\s]+?)\s*([A-Za-z]{3})?$/.exec(text) ?? [];
  const named = (before ?? after)?.toUpperCase();
  return CURRENCY_CODES.filter((currency) => named === undefined || currency === named).flatMap((currency) => {
    const { amount } = readAmount(plain ?? "", currency);
    return amount && amount.minor > 0n ? [amount] : [];
  });
}

/** Banks write account numbers in groups. */
const numberIn = (text: string): string => text.replaceAll(/[\s-]/g, "").toUpperCase();

/** Everything of the merchant's own that the words name: number, name or amount. */
export async function findOwn({ together }: Pick<HomeDeps, "together">, merchantId: string, text: string) {
  const finds = await together.find(merchantId, {
    text,
    number: numberIn(text),
    amounts: amountsIn(text),
    limit: FINDS_OF_A_KIND,
  });
  const place = ({ kind }: FoundOwn) => ORDER.indexOf(kind);
  return finds.toSorted((a, b) => place(a) - place(b));
}
