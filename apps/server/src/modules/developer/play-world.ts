import { Refusal } from "@coralhub/contract";
import { usualPayer, type Money } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { DeveloperDeps } from "./deps.ts";

const ONCE = { stage: "arrived", times: 1, outOfOrder: false, delaySeconds: 0 } as const;

/** The platform pays one of the merchant's own accounts, through the simulated bank and the rules as always. */
export async function payTestIncome(
  deps: DeveloperDeps,
  ctx: MerchantContext,
  { accountId, amount }: { accountId?: string | undefined; amount: Money },
) {
  const bank = deps.simulators?.receivingBank;
  if (!bank) throw new Refusal("developer.sandbox_only");
  const account = (await deps.accounts.list(ctx.merchantId)).find(
    ({ id, currency, state, rail }) =>
      rail === bank.name && state === "open" && currency === amount.currency && (accountId ?? id) === id,
  );
  if (!account || account.accountNumber === null) throw new Refusal("developer.no_account");
  const { accountNumber, platform, id } = account;
  const answer = await ctx.once(async (tx) => {
    const reference = `API-${deps.ids.next().replaceAll("-", "").slice(0, 20).toUpperCase()}`;
    const payer = { name: usualPayer(platform), country: null, account: null };
    await bank.receive(tx, { reference, accountNumber, amount, payer, remittance: "" }, ONCE);
    return { reference, accountId: id };
  });
  await bank.tellDue(answer.reference);
  return answer;
}

export async function proveTestOrders(
  deps: DeveloperDeps,
  ctx: MerchantContext,
  request: { platformCode: string; amount: Money },
) {
  if (!deps.simulators) throw new Refusal("developer.sandbox_only");
  return ctx.once((tx) => deps.orders.market.prove(tx, { merchantId: ctx.merchantId, ...request }));
}
