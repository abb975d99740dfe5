import { payeeLifecycle } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import { listTurnedDown } from "./beneficiaries-store.ts";
import type { BeneficiariesDeps } from "./deps.ts";
import { addedRecord, writtenOf, type By, type Prepared } from "./save-payee.ts";

/**
 * Payees of a sheet, written with a few statements however many they are: each is added, and usable at once where nobody has to
 * look. They are told of together, when the sheet is confirmed. Answers their ids in the same order.
 */
export async function addMany(
  deps: BeneficiariesDeps,
  tx: Tx,
  by: By,
  prepared: readonly Prepared[],
): Promise<string[]> {
  const { merchantId } = by;
  const added = prepared.map(({ draft, doubt }) => {
    const written = writtenOf(deps, { merchantId, id: deps.ids.next() }, draft, null);
    return { written, doubt };
  });
  const turnedDown = await listTurnedDown(
    tx,
    merchantId,
    added.map(({ written }) => written),
  );
  const isClear = ({ written, doubt }: (typeof added)[number]) =>
    doubt === undefined && !turnedDown.has(Buffer.from(written.numberIndex).toString("hex"));
  await deps.lifecycles.enterMany(
    tx,
    payeeLifecycle,
    added.map((one) => {
      const { at, id, maximum, merchantId: _owner, ...values } = one.written;
      return {
        key: { merchantId, id },
        values: { ...values, maximumMinor: maximum?.minor ?? null, isDefault: false, createdAt: at, changedAt: at },
        steps: [
          { action: "add", at, by: merchantActor(by) },
          ...(isClear(one) ? [{ action: "clear", at, by: SYSTEM }] : []),
        ],
      };
    }),
  );
  await deps.audit.recordMany(
    tx,
    added.map(({ written }) => addedRecord(by, written, "payee.added")),
  );
  return added.map(({ written }) => written.id);
}
