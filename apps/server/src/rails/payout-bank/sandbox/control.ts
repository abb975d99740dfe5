import { payoutBankEndpoints, Refusal } from "@coralhub/contract";
import type { PayoutBankKey } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import type { Capability } from "../../../platform/capability.ts";
import type { PayoutNoticeHandler } from "../index.ts";
import type { SandboxPayoutBanks, SandboxPayoutBankDeps } from "./bank.ts";
import { findAnywhere, listPayments, readSettings, saveSettings } from "./bank-store.ts";

const RECENT = 30;

type Deps = Omit<SandboxPayoutBankDeps, "railMode" | "statements"> & {
  simulators: { payoutBanks: SandboxPayoutBanks };
  /** Who is told what a bank has to say. */
  payouts: { take(bank: PayoutBankKey): PayoutNoticeHandler };
};

/** The levers of the sandbox's paying banks. */
export function createPayoutBankControl(deps: Deps): Capability<typeof payoutBankEndpoints> {
  const sandboxBanks = deps.simulators.payoutBanks;
  sandboxBanks.listen(deps.payouts.take);
  const { db } = deps.database;
  const record = (tx: Tx, { operator, address }: OperatorContext, detail: object) =>
    deps.audit.record(tx, {
      actor: { kind: "operator", id: operator.id },
      action: "sandbox.payout_bank_used",
      subject: "sandbox:payoutBank",
      address,
      detail: { ...detail },
    });
  return {
    endpoints: payoutBankEndpoints,
    jobs: sandboxBanks.jobs,
    handlers: {
      payoutBankSettings: (_ctx, { bank }) => readSettings(db, bank),
      setPayoutBankSettings: (ctx, { bank, ...settings }) =>
        ctx.once(async (tx) => {
          await saveSettings(tx, bank, settings, ctx.now);
          await record(tx, ctx, { bank, ...settings });
          return null;
        }),
      payoutBankPayments: () => listPayments(db, RECENT),
      async decidePayment(ctx, { reference, decision, tell }) {
        const payment = await findAnywhere(db, reference);
        if (!payment) throw new Refusal("not_found");
        await ctx.once(async (tx) => {
          const isNews =
            decision === "tellAgain" || decision === "contradict"
              ? payment.state !== "taken"
              : await sandboxBanks.decide(tx, payment, decision);
          if (!isNews) throw new Refusal("payout.nothing_to_decide");
          await record(tx, ctx, { reference, decision, tell });
        });
        if (!tell) return { outcomes: [] };
        return { outcomes: await sandboxBanks.tell(payment, 1, { opposite: decision === "contradict" }) };
      },
    },
  };
}
