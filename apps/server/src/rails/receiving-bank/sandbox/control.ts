import { receivingBankEndpoints, Refusal } from "@coralhub/contract";
import { usualPayer } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db.ts";
import type { Capability } from "../../../platform/capability.ts";
import { SANDBOX_BANK } from "../../bank-statements/index.ts";
import type { NoticeHandler, Payment } from "../index.ts";
import { noticesOf, type SandboxBankDeps, type SandboxReceivingBank } from "./bank.ts";
import { findPayment, hasArrived, listPayments, readSettings, saveSettings } from "./bank-store.ts";

type Deps = Omit<SandboxBankDeps, "railMode" | "statements"> & {
  simulators: { receivingBank: SandboxReceivingBank };
  /** Who is told what the bank has to say. */
  accounts: {
    take: NoticeHandler;
    /** The platform an account was opened for, to know under which name money comes. */
    platformOf(db: Db, rail: string, accountNumber: string): Promise<string | undefined>;
  };
};
type PayIn = Parameters<Capability<typeof receivingBankEndpoints>["handlers"]["payIn"]>[1];

const RECENT = 30;

/** The levers of the sandbox's bank. */
export function createReceivingBankControl(deps: Deps): Capability<typeof receivingBankEndpoints> {
  const { audit, clock } = deps;
  const bank = deps.simulators.receivingBank;
  bank.listen(deps.accounts.take);
  const { db } = deps.database;
  const record = (tx: Parameters<typeof audit.record>[0], { operator, address }: OperatorContext, detail: object) =>
    audit.record(tx, {
      actor: { kind: "operator", id: operator.id },
      action: "sandbox.bank_used",
      subject: "sandbox:receivingBank",
      address,
      detail: { ...detail },
    });
  return {
    endpoints: receivingBankEndpoints,
    jobs: bank.jobs,
    handlers: {
      bankSettings: () => readSettings(db),
      setBankSettings: (ctx, settings) =>
        ctx.once(async (tx) => {
          await saveSettings(tx, settings, ctx.now);
          await record(tx, ctx, settings);
          return null;
        }),
      async payIn(ctx, input) {
        const reference = input.reference ?? `FHB-${deps.ids.next().replaceAll("-", "").slice(0, 20).toUpperCase()}`;
        await ctx.once(async (tx) => {
          await bank.receive(tx, await paymentOf(deps, tx, reference, input), input);
          await record(tx, ctx, { reference, accountNumber: input.accountNumber, times: input.times });
        });
        return { reference, outcomes: input.delaySeconds > 0 ? [] : await bank.tellDue(reference) };
      },
      async announceAgain(ctx, { reference }) {
        const payment = await findPayment(db, reference);
        if (!payment) throw new Refusal("not_found");
        const arrived = await hasArrived(db, reference);
        await ctx.once(async (tx) => {
          const stage = arrived ? "arrived" : "announced";
          for (const notice of noticesOf(payment, { stage, times: 1, outOfOrder: false }, clock.now())) {
            await bank.plan(tx, notice, 0);
          }
          await record(tx, ctx, { reference, again: true });
        });
        return { outcomes: await bank.tellDue(reference) };
      },
      bankPayments: () => listPayments(db, RECENT),
    },
  };
}

async function paymentOf({ accounts }: Deps, db: Db, reference: string, input: PayIn): Promise<Payment> {
  const { accountNumber, amount, remittance } = input;
  const platform = input.payer === undefined ? await accounts.platformOf(db, SANDBOX_BANK, accountNumber) : undefined;
  const name = input.payer ?? (platform === undefined ? "UNKNOWN REMITTER" : usualPayer(platform));
  return { reference, accountNumber, amount, payer: { name, country: null, account: null }, remittance };
}
