import { addressOf, incomeLifecycle } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import type { MoneyMatter } from "../../platform/capability.ts";
import { returnReference } from "./income-postings.ts";
import { findByReferences } from "./income-totals-store.ts";
import { payerText } from "./tell-merchant.ts";

/** The books know amounts; whose money it is, the payment knows: its platform, its store, and where it is read. */
export async function recogniseActivity(
  db: Db,
  merchantId: string,
  matters: readonly MoneyMatter[],
): Promise<MoneyMatter[]> {
  const references = matters.flatMap(({ kind, reference }) => (kind === "income" && reference ? [reference] : []));
  const payments = new Map<string, Awaited<ReturnType<typeof findByReferences>>[number]>();
  for (const payment of references.length > 0
    ? await findByReferences(db, merchantId, withoutReturns(references))
    : []) {
    payments.set(payment.reference, payment).set(returnReference(payment), payment);
  }
  return matters.map((matter) => {
    const { kind, reference } = matter;
    const payment = kind === "income" && reference !== null ? payments.get(reference) : undefined;
    if (!payment) return matter;
    return {
      ...matter,
      platform: payment.platform,
      title: payerText(payment),
      // One payment has one state, in one word and one colour, wherever it stands.
      state: incomeLifecycle.states[payment.state],
      body: [payment.storeName, matter.body].filter(Boolean).join("，"),
      path: addressOf("income", { open: payment.id }),
    };
  });
}

/** A return is booked under a number of its own, made from the payment's. */
const RETURNED = returnReference({ reference: "" });
const withoutReturns = (references: readonly string[]): string[] => [
  ...references,
  ...references.filter((one) => one.endsWith(RETURNED)).map((one) => one.slice(0, -RETURNED.length)),
];
