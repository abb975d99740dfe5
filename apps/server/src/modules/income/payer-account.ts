import { openCell, sealCell } from "../../platform/sealed-cells.ts";
import type { IncomeDeps } from "./deps.ts";
import type { Income, IncomeKey } from "./incomes-store.ts";
import type { UnclaimedIncome } from "./unclaimed-store.ts";

type Deps = Pick<IncomeDeps, "secrets">;
type Sealed = Uint8Array | null;

/** The number a payer paid from is somebody's bank account: only the desk reads it, so it lies sealed. */
export const sealPayer = ({ secrets }: Deps, { merchantId, id }: IncomeKey, account: string | null): Sealed =>
  account === null ? null : sealCell(secrets, "income.payer_account", [merchantId, id], account);

export const openPayer = ({ secrets }: Deps, { merchantId, id, payerAccount }: Income): string | null =>
  payerAccount && openCell(secrets, "income.payer_account", [merchantId, id], payerAccount);

export const sealUnclaimedPayer = ({ secrets }: Deps, id: string, account: string | null): Sealed =>
  account === null ? null : sealCell(secrets, "unclaimed_income.payer_account", [id], account);

export const openUnclaimedPayer = ({ secrets }: Deps, { id, payerAccount }: UnclaimedIncome): string | null =>
  payerAccount && openCell(secrets, "unclaimed_income.payer_account", [id], payerAccount);
