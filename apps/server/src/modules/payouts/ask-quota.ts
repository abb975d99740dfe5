import { accountParts, type Currency, type Money } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Move } from "../orders/index.ts";
import type { PayoutsDeps } from "./deps.ts";
import type { SourcePart } from "./payouts-store.ts";

/** Platforms' money settles in CNY only as far as its trade is proven. */
export const settlesInCny = (arrivesCurrency: Currency): boolean => arrivesCurrency === "CNY";

type Leaving = {
  merchantId: string;
  id: string;
  reference: string;
  amount: Money;
  arrivesCurrency: Currency;
  sources: readonly SourcePart[];
};

/** Whose money lies there; null where money of several lies together. Within a transaction nobody changes it meanwhile. */
async function platformsOf(
  deps: PayoutsDeps,
  { merchantId, sources }: Pick<Leaving, "merchantId" | "sources">,
  tx?: Tx,
): Promise<(string | null)[]> {
  const platforms: (string | null)[] = [];
  for (const { code } of sources) {
    const { kind, owner } = accountParts(code);
    const key = { merchantId, id: owner! };
    const account =
      kind !== "collection"
        ? undefined
        : tx
          ? await deps.receivingAccounts.lock(tx, key)
          : await deps.receivingAccounts.of(merchantId, owner!);
    platforms.push(account?.platform ?? null);
  }
  return platforms;
}

/** Before anybody confirms: what orders are missing for it, by currency. */
export async function missingQuota(
  deps: PayoutsDeps,
  request: Pick<Leaving, "merchantId" | "amount" | "sources" | "arrivesCurrency">,
): Promise<Money[]> {
  if (!settlesInCny(request.arrivesCurrency)) return [];
  const platforms = await platformsOf(deps, request);
  return deps.quota.missingFor(request.merchantId, { amount: request.amount, platforms });
}

/** What is asked of the quota for it; undefined where it does not settle in CNY. */
export async function quotaMove(deps: PayoutsDeps, tx: Tx, leaving: Leaving): Promise<Move | undefined> {
  if (!settlesInCny(leaving.arrivesCurrency)) return undefined;
  const { id, reference, amount } = leaving;
  return { id, kind: "payout", reference, amount, platforms: await platformsOf(deps, leaving, tx) };
}
