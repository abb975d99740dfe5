import { certificationRefusals } from "../certification/refusals.ts";
import { collectionsRefusals } from "../income/refusals.ts";
import { connectionRefusals } from "../stores/connection-refusals.ts";
import { depositRefusals } from "../services/refusals.ts";
import { fileRefusals } from "./files.ts";
import { identityRefusals } from "../identity/refusals.ts";
import { exchangeRefusals } from "../exchange/refusals.ts";
import { messageRefusals } from "../messages/refusals.ts";
import { kernelRefusals } from "./kernel.ts";
import { ledgerRefusals } from "../ledger/refusals.ts";
import { operationsRefusals } from "../operations/refusals.ts";
import { payoutRefusals } from "../payouts/refusals.ts";
import { storeRefusals } from "../stores/refusals.ts";
import { recordRefusals } from "../income/record-refusals.ts";
import { fillMessage, type RefusalRow } from "./refusal.ts";

export { fillMessage } from "./refusal.ts";

/** Every refusal of the product. Modules add their own table here. */
export const REFUSALS = {
  ...kernelRefusals,
  ...fileRefusals,
  ...ledgerRefusals,
  ...identityRefusals,
  ...messageRefusals,
  ...certificationRefusals,
  ...operationsRefusals,
  ...depositRefusals,
  ...recordRefusals,
  ...collectionsRefusals,
  ...storeRefusals,
  ...connectionRefusals,
  ...payoutRefusals,
  ...exchangeRefusals,
} as const;
export type RefusalName = keyof typeof REFUSALS;

/** Thrown by any module to say no: the HTTP layer turns it into the envelope, nothing else needs to know. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reason: RefusalName;
  readonly values: Record<string, string | number>;
  /** Field name to what is wrong with it. */
  readonly fields: Record<string, string> | undefined;
  constructor(reason: RefusalName, values: Record<string, string | number> = {}, fields?: Record<string, string>) {
    super(fillMessage(REFUSALS[reason].message, values));
    this.reason = reason;
    this.values = values;
    this.fields = fields;
  }
  get row(): RefusalRow {
    return REFUSALS[this.reason];
  }
}
