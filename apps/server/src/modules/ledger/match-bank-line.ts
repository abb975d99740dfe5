import { Refusal } from "@coralhub/contract";
import { accountParts, formatMoney, moneyOf, type AccountCode, type Money } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { BankStatements } from "../../rails/bank-statements/index.ts";
import { findNostroMovements, lockBankLine } from "./reconcile-store.ts";

type Adjusted = {
  from: AccountCode;
  to: AccountCode;
  amount: Money;
  corrects: string | null;
  bankReference: string | null;
};
/** One of our accounts with a bank: what the bank says under the reference, and by how much the books would change. */
type BankSide = { rail: string; bank: bigint; change: bigint };

/**
 * What lies at a bank is put right by the bank's own booking, and by nothing else: an adjustment that no statement knows would
 * look like money that is missing there. A reversal is compared with what it takes back.
 */
export async function readBankSides(
  statements: BankStatements,
  { from, to, amount, corrects, bankReference }: Adjusted,
): Promise<BankSide[]> {
  const own = [
    { code: from, change: amount.minor },
    { code: to, change: -amount.minor },
  ].flatMap(({ code, change }) => {
    const { kind, owner } = accountParts(code);
    return kind === "house.nostro" && owner && statements.rails().includes(owner) ? [{ rail: owner, change }] : [];
  });
  if (own.length === 0 || corrects !== null) {
    if (bankReference === null) return [];
    throw new Refusal("input.invalid", {}, { bankReference: "这笔不动有对账单的银行账户，不用填银行参考号" });
  }
  if (bankReference === null) {
    const refusal = new Refusal("ledger.bank_line_needed");
    throw new Refusal("ledger.bank_line_needed", {}, { bankReference: refusal.message });
  }
  return Promise.all(
    own.map(async ({ rail, change }) => {
      const lines = await statements.linesOf(rail, [bankReference]);
      const same = lines.filter((line) => line.amount.currency === amount.currency);
      return { rail, change, bank: same.reduce((sum, line) => sum + line.amount.minor, 0n) };
    }),
  );
}

/** With it the books say what the bank says under this reference; whoever else puts it right waits until this is booked. */
export async function requireMatch(
  tx: Tx,
  { amount, bankReference }: Pick<Adjusted, "amount" | "bankReference">,
  sides: readonly BankSide[],
): Promise<void> {
  if (bankReference === null) return;
  await lockBankLine(tx, bankReference);
  for (const { rail, bank, change } of sides) {
    const booked = (await findNostroMovements(tx, rail, [bankReference])).get(bankReference);
    const books = booked?.currency === amount.currency ? booked.minor : 0n;
    if (books + change === bank) continue;
    const text = (minor: bigint) => formatMoney(moneyOf(amount.currency, minor));
    const values = {
      rail,
      reference: bankReference,
      bank: text(bank),
      books: text(books),
      after: text(books + change),
    };
    const refusal = new Refusal("ledger.bank_line_differs", { ...values, currency: amount.currency });
    throw new Refusal(
      "ledger.bank_line_differs",
      { ...values, currency: amount.currency },
      { bankReference: refusal.message },
    );
  }
}
