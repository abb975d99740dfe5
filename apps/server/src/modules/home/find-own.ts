import { FOUND_KINDS, type FoundKind, type FoundOwn } from "@coralhub/contract";
import { CURRENCY_CODES, readAmount, type Money } from "@coralhub/domain";
import type { HomeDeps } from "./deps.ts";

const FINDS_OF_A_KIND = 5;
const ORDER = Object.keys(FOUND_KINDS) as FoundKind[];

/** What is written as an amount may be one in any currency that has so many digits. */
function amountsIn(text: string): Money[] {
  return CURRENCY_CODES.flatMap((currency) => {
    const { amount } = readAmount(text, currency);
    return amount && amount.minor > 0n ? [amount] : [];
  });
}

/** Everything of the merchant's own that the words name: number, name or amount. */
export async function findOwn({ together }: Pick<HomeDeps, "together">, merchantId: string, text: string) {
  const finds = await together.find(merchantId, { text, amounts: amountsIn(text), limit: FINDS_OF_A_KIND });
  const place = ({ kind }: FoundOwn) => ORDER.indexOf(kind);
  return finds.toSorted((a, b) => place(a) - place(b));
}
