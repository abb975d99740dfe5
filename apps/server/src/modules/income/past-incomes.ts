import { incomeLifecycle } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Entrance, Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { IncomeStep } from "./income-events-store.ts";
import { claimReferences, type NewIncome, type Proposal } from "./incomes-store.ts";

type Column = (typeof incomeLifecycle)["stored"]["columns"][number];
/** A payment of the past: what its announcement said, and every step it took from there. */
export type IncomeHistory = Omit<NewIncome, "payerCountry" | "payerAccount" | "remittance"> & {
  storeId: string | null;
  platform: string | null;
  proposal: Proposal | null;
  steps: readonly (Entrance<Column>["steps"][number] & { action: IncomeStep })[];
};

/** When it took a step; undefined where it never did. */
export const momentOf = ({ steps }: IncomeHistory, step: IncomeStep): Date | undefined =>
  steps.find(({ action }) => action === step)?.at;

/** Their postings stand in the books already. */
export async function enterPastIncomes(
  { lifecycles }: { lifecycles: Lifecycles },
  tx: Tx,
  histories: readonly IncomeHistory[],
): Promise<void> {
  await claimReferences(tx, histories);
  await lifecycles.enterMany(tx, incomeLifecycle, histories.map(entranceOf));
}

const entranceOf = ({ steps, ...history }: IncomeHistory): Entrance<Column> => {
  const { merchantId, id, accountId, amount, reference, proposal, ...rest } = history;
  return {
    key: { merchantId, id },
    values: {
      ...rest,
      receivingAccountId: accountId,
      currency: amount.currency,
      amountMinor: amount.minor,
      railReference: reference,
      ...(proposal && {
        proposed: proposal.what,
        proposalReason: proposal.reason,
        proposedBy: proposal.by,
        proposedName: proposal.name,
        proposedAt: proposal.at,
      }),
    },
    steps,
  };
};
