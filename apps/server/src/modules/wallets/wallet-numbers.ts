import { walletNumber } from "@coralhub/domain";
import type { WalletsDeps } from "./deps.ts";
import { findNumber, insertNumber } from "./wallets-store.ts";

const FIRST_DIGIT = "8";
const DIGITS = 10;

/** Made when it is first asked for, and then for good. */
export async function numberOf(
  deps: Pick<WalletsDeps, "database" | "random" | "clock">,
  merchantId: string,
): Promise<string> {
  const { db } = deps.database;
  for (;;) {
    const known = await findNumber(db, merchantId);
    if (known !== undefined) return known;
    const digits = Array.from({ length: DIGITS }, () => deps.random.below(10)).join("");
    await insertNumber(db, walletNumber(FIRST_DIGIT + digits), merchantId, deps.clock.now());
  }
}
