import { Refusal } from "@coralhub/contract";
import { ACCOUNT_KINDS, accountParts, startOfShanghaiDay, type AccountCode } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { LedgerDeps } from "./deps.ts";
import { readStatement } from "./entries-store.ts";
import { proveEntry } from "./prove-entry.ts";
import { readSealedDays } from "./seals-store.ts";

const DAY_MS = 86_400_000;
const SEALS_SHOWN = 400;

/** A merchant sees its own accounts; the house's mirrors in its books are the house's business. */
export function ownAccount(code: string): AccountCode {
  try {
    if (ACCOUNT_KINDS[accountParts(code).kind].side === "merchant") return code as AccountCode;
  } catch {
    // falls through to the refusal
  }
  throw new Refusal("not_found");
}

type Period = { account: string; from: string; until: string; after?: string };

export function createMerchantBooks({ database: { db } }: Pick<LedgerDeps, "database">) {
  return {
    async accountStatement(ctx: MerchantContext, { account, from, until, after }: Period) {
      const statement = await readStatement(db, {
        merchantId: ctx.merchantId,
        code: ownAccount(account),
        from: startOfShanghaiDay(from),
        // Both days are meant whole.
        until: new Date(startOfShanghaiDay(until).getTime() + DAY_MS),
        ...(after === undefined ? {} : { after: BigInt(after) }),
      });
      const { opening, closing, next } = statement;
      const entries = statement.entries.map(
        ({ postingId, line, postedAt, reason, reference, amount, fee, balance }) => ({
          postingId,
          line,
          postedAt,
          reason,
          reference,
          amount,
          fee,
          balance,
        }),
      );
      return { opening, closing, entries, next: next === undefined ? null : next.toString() };
    },
    async entryProof(ctx: MerchantContext, wanted: { postingId: string; line: number; account: string }) {
      const proof = await proveEntry(db, ctx.merchantId, { ...wanted, account: ownAccount(wanted.account) });
      return {
        fileName: `proof-${proof.day.day}-${wanted.postingId}-${wanted.line}.json`,
        contentType: "application/json; charset=utf-8",
        body: Buffer.from(`${JSON.stringify(proof, null, 2)}\n`),
      };
    },
    sealedDays: () => readSealedDays(db, SEALS_SHOWN),
  };
}
