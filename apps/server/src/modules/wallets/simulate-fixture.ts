import { walletEndpointTable as calls } from "@coralhub/contract";
import { moneyOf, type Money } from "@coralhub/domain";
import type { Merchant, MerchantStep, Simulation, World } from "@coralhub/testkit/simulate";

async function fund({ me, chance }: MerchantStep): Promise<void> {
  const accounts = await me.call(calls.walletSources, {});
  const filled = accounts.filter(({ available }) => available.minor > 100n);
  if (filled.length === 0) return;
  const { accountId, available } = chance.pick(filled);
  const amount = moneyOf(available.currency, available.minor / BigInt(chance.pick([1, 2, 3])));
  await putInWallet(me, { accountId, amount });
}
export async function putInWallet(me: Merchant, request: { accountId: string; amount: Money }): Promise<void> {
  const verifyCode = await me.code(() => me.call(calls.sendFundingCode, request));
  await me.call(calls.fundWallet, { ...request, verifyCode });
}
async function sweep({ me, chance }: MerchantStep): Promise<void> {
  const accounts = await me.call(calls.walletSources, {});
  if (accounts.length === 0) return;
  const { accountId, available, sweep: standing } = chance.pick(accounts);
  if (standing && chance.may(0.4)) return void (await me.call(calls.removeSweep, { id: standing.id }));
  const request = {
    accountId,
    keep: moneyOf(available.currency, BigInt(chance.pick([0, 100_000]))),
    rhythm: chance.pick(["arrival", "daily"] as const),
  };
  const verifyCode = await me.code(() => me.call(calls.sendSweepCode, request));
  await me.call(calls.setSweep, { ...request, verifyCode });
}
/** To somebody else's wallet, whose number and name one knows; sometimes the wrong name. */
async function transfer({ me, world, chance }: MerchantStep): Promise<void> {
  const others = world.merchants.filter((other) => other && other !== me && other.name !== "");
  const { wallets } = await me.call(calls.walletOverview, {});
  const filled = wallets.filter(({ available }) => available.minor > 1_000n);
  if (others.length === 0 || filled.length === 0) return;
  const other = chance.pick(others);
  const { number } = await other.call(calls.walletOverview, {});
  const { available } = chance.pick(filled);
  const amount = moneyOf(available.currency, available.minor / 4n);
  const name = chance.may(0.1) ? "另一个名字" : other.name;
  const { id } = await me.call(calls.applyWalletTransfer, { number, name, amount });
  if (chance.may(0.3)) return void (await me.call(calls.cancelWalletTransfer, { id }));
  const verifyCode = await me.code(() => me.call(calls.sendWalletCode, { id }));
  await me.call(calls.confirmWalletTransfer, { id, verifyCode });
  await me.call(calls.walletTransfer, { id });
}

async function walletIsBooks({ database }: World, me: Merchant): Promise<string[]> {
  const { wallets } = await me.call(calls.walletOverview, {});
  const rows = await database.query<{ currency: string; balance: string }>(
    "select currency, balance::text from ledger_account where merchant_id = $1 and kind = 'wallet' and balance <> 0",
    [me.userId],
  );
  return rows.flatMap(({ currency, balance }) => {
    const shown = wallets.find(({ available }) => available.currency === currency)?.available.minor;
    return shown === BigInt(balance) ? [] : [`${currency}: wallet page ${shown ?? "nothing"}, books ${balance}`];
  });
}

export const walletsSimulation: Simulation = {
  welcome: fund,
  actors: [
    { name: "商户转入钱包", by: "merchant", weight: 4, act: fund },
    { name: "商户设置自动转入", by: "merchant", weight: 0.4, act: sweep },
    { name: "商户钱包转账", by: "merchant", weight: 1.5, act: transfer },
  ],
  laws: [{ name: "钱包页就是账", when: "daily", violations: walletIsBooks }],
};
