import { addressOf } from "@coralhub/domain";
import type { MoneyMatter } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";
import { findByReferences } from "./payments-store.ts";

/** The books know amounts; which shop it was, and where that is read, the purchase knows. */
export async function recogniseCards(
  db: Db,
  merchantId: string,
  matters: readonly MoneyMatter[],
): Promise<MoneyMatter[]> {
  const references = matters.flatMap(({ reference }) =>
    /^(NW|MS)[0-9A-Z]+$/.test(reference ?? "") ? [reference!] : [],
  );
  if (references.length === 0) return [...matters];
  const found = new Map((await findByReferences(db, merchantId, references)).map((one) => [one.reference, one]));
  return matters.map((matter) => {
    const payment = found.get(matter.reference ?? "");
    if (!payment) return matter;
    const body = matter.body.replace(matter.reference!, payment.shopName);
    return { ...matter, body, path: addressOf("cardRecords", { open: payment.id }) };
  });
}
