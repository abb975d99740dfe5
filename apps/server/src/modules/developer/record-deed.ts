import type { AuditAction } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import type { DeveloperDeps } from "./deps.ts";

type Deed = {
  action: Extract<AuditAction, `developer.${string}`>;
  /** The app's name; without one it is about the merchant. */
  appId?: string;
  detail?: Record<string, unknown>;
};
/** What a person of the merchant has done, or a program in its name. */
export const recordDeed = (
  { audit }: Pick<DeveloperDeps, "audit">,
  tx: Tx,
  { merchantId, personId, address }: MerchantContext,
  { action, appId, detail = {} }: Deed,
): Promise<void> =>
  audit.record(tx, {
    actor: { kind: "merchant", id: merchantId, personId },
    action,
    subject: appId === undefined ? `merchant:${merchantId}` : `open_app:${appId}`,
    detail,
    address,
  });
