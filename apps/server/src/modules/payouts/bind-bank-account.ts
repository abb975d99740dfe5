import { Refusal, type OwnBankAccount } from "@coralhub/contract";
import { coolingUntil, mainlandAccountProblem, PAYOUT_CHANNELS, type PayoutChannel } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { insertInUse, type BankAccount } from "./bank-accounts-store.ts";
import type { PayoutsDeps } from "./deps.ts";
import { proveCode } from "../identity/index.ts";

/** What a sealed number is good for: moved to another row it does not open. */
export const sealContext = ({ merchantId, id }: Pick<BankAccount, "merchantId" | "id">): string =>
  `own bank account:${merchantId}:${id}`;

export const bankAccountView = (account: BankAccount, now: Date): OwnBankAccount => {
  const { id, holderName, bankName, bankCode, lastFour, boundAt } = account;
  const rests = coolingUntil(boundAt);
  return { id, holderName, bankName, bankCode, lastFour, boundAt, coolingUntil: rests > now ? rests : null };
};

type Binding = { bankCode: string; accountNumber: string; bankName: string; verifyCode: string };

/** An account in the merchant's own certified name, proven by a code; payments go there from now on. */
export async function bindBankAccount(
  deps: PayoutsDeps,
  ctx: MerchantContext,
  channel: PayoutChannel,
  { bankCode, accountNumber, bankName, verifyCode }: Binding,
): Promise<OwnBankAccount> {
  const { merchantId } = ctx;
  const holder = await deps.certifiedAs(merchantId);
  if (!holder) throw new Refusal("access.not_certified");
  const problem = mainlandAccountProblem(accountNumber, holder.kind);
  if (problem !== undefined) throw new Refusal("input.invalid", {}, { accountNumber: problem });
  const spendCode = await proveCode(deps.codes, { merchantId, purpose: "bankAccount", code: verifyCode });
  return ctx.once(async (tx) => {
    await spendCode(tx);
    const { country, currency } = PAYOUT_CHANNELS[channel];
    const key = { merchantId, id: deps.ids.next() };
    const account: BankAccount = {
      ...key,
      country,
      currency,
      holderName: holder.name,
      bankName,
      bankCode,
      sealedNumber: deps.secrets.seal(accountNumber, sealContext(key)),
      lastFour: accountNumber.slice(-4),
      boundAt: deps.clock.now(),
    };
    await insertInUse(tx, account);
    return bankAccountView(account, deps.clock.now());
  });
}
