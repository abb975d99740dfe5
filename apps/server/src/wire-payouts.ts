import type { CertificationModule } from "./modules/certification/index.ts";
import type { Collections } from "./modules/collections/index.ts";
import type { Identity } from "./modules/identity/index.ts";
import type { Ledger } from "./modules/ledger/index.ts";
import type { Messages } from "./modules/messages/index.ts";
import { createPayouts } from "./modules/payouts/index.ts";
import type { Platform } from "./platform/index.ts";
import type { SandboxStatements } from "./rails/bank-statements/index.ts";
import type { RailModes } from "./rails/modes/index.ts";
import { createPayoutBank, createPayoutBankControl, createSandboxPayoutBank } from "./rails/payout-bank/index.ts";

type PayoutsWiring = {
  ledger: Ledger;
  messages: Messages;
  certification: CertificationModule;
  collections: Collections;
  identity: Identity;
  statements: SandboxStatements;
  railModes: RailModes;
};

/** Money on its way out, with the bank behind it and, in the sandbox, its levers. */
export function wirePayouts(platform: Platform, { certification, collections, identity, ...wired }: PayoutsWiring) {
  const { jobs, sandboxClock } = platform;
  const { railModes, statements, messages, ledger } = wired;
  const simulated = { ...platform, statements, railMode: () => railModes.of("payoutBank") };
  const sandboxBank = sandboxClock && createSandboxPayoutBank(simulated);
  const payouts = createPayouts({
    ...platform,
    ledger,
    banks: { citic: createPayoutBank(sandboxBank) },
    codes: identity.codes,
    receivingAccounts: collections.receivingAccounts,
    sendMessage: messages.send,
    async certifiedAs(merchantId) {
      if (!(await certification.mayMoveMoney(merchantId))) return null;
      const { name, kind } = await certification.briefOf(merchantId);
      return name === null ? null : { name, kind: kind ?? "person" };
    },
  });
  jobs.register(payouts.jobs ?? {});
  if (!sandboxBank) return { payouts };
  sandboxBank.listen(payouts.take("citic"));
  jobs.register(sandboxBank.jobs);
  return { payouts, payoutBank: createPayoutBankControl({ ...simulated, bank: sandboxBank }) };
}
