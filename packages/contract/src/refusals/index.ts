import { REFUSALS, type RefusalName } from "../capabilities.ts";
import { fillMessage, type RefusalRow } from "./refusal.ts";

export { fillMessage } from "./refusal.ts";

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
