import { payoutBankEndpoints, Refusal } from "@coralhub/contract";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import type { Capability } from "../../../platform/capability.ts";
import type { PayoutNoticeHandler } from "../index.ts";
import type { SandboxPayoutBank, SandboxPayoutBankDeps } from "./bank.ts";
import { findPayment, listPayments, readSettings, saveSettings } from "./bank-store.ts";

const RECENT = 30;

type Deps = Omit<SandboxPayoutBankDeps, "railMode" | "statements"> & {
  simulators: { payoutBank: SandboxPayoutBank };
  /** Who is told what the bank has to say. */
  payouts: { take(channel: "citic"): PayoutNoticeHandler };
};

/** The levers of the sandbox's paying bank. */
export function createPayoutBankControl(deps: Deps): Capability<typeof payoutBankEndpoints> {
  const bank = deps.simulators.payoutBank;
  bank.listen(deps.payouts.take("citic"));
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
    jobs: bank.jobs,
    handlers: {
      payoutBankSettings: () => readSettings(db),
      setPayoutBankSettings: (ctx, settings) =>
        ctx.once(async (tx) => {
          await saveSettings(tx, settings, ctx.now);
          await record(tx, ctx, settings);
          return null;
        }),
      payoutBankPayments: () => listPayments(db, RECENT),
      async decidePayment(ctx, { reference, decision, tell }) {
        const payment = await findPayment(db, reference);
        if (!payment) throw new Refusal("not_found");
        await ctx.once(async (tx) => {
          const isNews =
            decision === "tellAgain" ? payment.state !== "taken" : await bank.decide(tx, reference, decision);
          if (!isNews) throw new Refusal("payout.nothing_to_decide");
          await record(tx, ctx, { reference, decision, tell });
        });
        return { outcomes: tell ? await bank.tell(reference, 1) : [] };
      },
    },
  };
}
