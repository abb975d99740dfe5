import { Refusal } from "@coralhub/contract";
import type { Tx } from "../../platform/db.ts";
import type { MerchantContext } from "../../platform/context.ts";
import type { CodeProof } from "./codes.ts";

type Codes<Use> = { prove(use: Use): Promise<CodeProof>; spend(tx: Tx, proof: CodeProof): Promise<void> };

/** `refused` says beforehand that it will throw: what costs something is not begun then. */
export type SpendCode = ((tx: Tx) => Promise<void>) & { readonly refused: boolean };

/**
 * Every guess counts, before anything else happens; the code itself is spent with its effect. A refusal waits until then,
 * too: whoever repeats a call that has succeeded gets its answer again, though the code is used up by now. A program has
 * proven itself by its signature, and has no phone.
 */
export async function proveCode<Use>(
  codes: Codes<Use>,
  use: Use,
  { app }: Pick<MerchantContext, "app"> = {},
): Promise<SpendCode> {
  if (app) return Object.assign(() => Promise.resolve(), { refused: false });
  const proof: CodeProof | Refusal = await codes.prove(use).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  const spend = async (tx: Tx): Promise<void> => {
    if (proof instanceof Refusal) throw proof;
    await codes.spend(tx, proof);
  };
  return Object.assign(spend, { refused: proof instanceof Refusal });
}
