import { beneficiaryEndpoints as calls, payoutFamilies } from "@coralhub/contract";
import { englishName } from "../certification/simulate-fixture.ts";
import type { Chance } from "@coralhub/testkit/simulate/chance";
import type { Merchant, MerchantStep, Simulation, Step } from "@coralhub/testkit/simulate";

const isAbroad = ({ kind }: Merchant) => kind === "hongkong" || kind === "overseas";
const accountCode = (me: Merchant) => me.code(() => me.call(calls.sendAccountCode, {}));

/** An own account: CITIC on the mainland, one of Hong Kong's banks for a Hong Kong company. */
async function addOwn({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.payees, { filters: { kind: ["own"] } });
  const { holderName } = await me.call(payoutFamilies.withdrawal.overview, {});
  if (records.length >= 2 || holderName === null) return;
  me.name = holderName;
  const verificationCode = await accountCode(me);
  const number = String(1_000_000 + me.number * 1000 + chance.below(1000));
  const mainland = {
    currency: "CNY" as const,
    bankCountryCode: "CN" as const,
    bank: "中信银行",
    clearCode: "302584044253",
    bankNo: `811030101${number}456`,
  };
  const hongkong = {
    currency: "HKD" as const,
    bankCountryCode: "HK" as const,
    bankCode: "004",
    branchCode: "808",
    bankNo: `${number.slice(1)}`,
  };
  await me.call(calls.addOwnAccount, {
    ...(isAbroad(me) ? hongkong : mainland),
    nameOfAccountHolder: isAbroad(me) ? englishName(me.number) : me.name,
    verificationCode,
  });
}

async function first(step: MerchantStep): Promise<boolean> {
  if (step.me.memory.has("payee") || !step.me.memory.has("store")) return false;
  await addOwn(step);
  step.me.memory.set("payee", true);
  return true;
}
async function welcome(step: MerchantStep): Promise<void> {
  await first(step);
  await addSupplier(step);
  await step.world.settle();
  await review(step);
}
async function addSupplier({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.payees, { filters: { kind: ["supplier", "service"] } });
  if (records.length >= 4) return;
  await me.call(chance.may(0.6) ? calls.addSupplier : calls.addServiceProvider, await supplierOf(me, chance));
}
async function supplierOf(me: Merchant, chance: Chance) {
  const at = me.number * 100 + chance.below(100);
  const name = chance.may(0.1) ? "GOLDEN DUNE SHIPPING FZE" : `SUPPLIER ${at} LLC`;
  return supplierAt(at, name, await accountCode(me));
}
function supplierAt(at: number, name: string, verificationCode: string) {
  return {
    supplierName: name,
    bankAccount: String(4_830_000_000 + at),
    bankCurrency: "USD" as const,
    supplierCountryCode: "US" as const,
    clearCode: "021000021",
    bankAccountType: "checking",
    companyAddress: "12 Harbor Street, Portland",
    bankAccountHolder: name,
    firstName: name,
    lastName: "",
    verificationCode,
  };
}
/** A supplier types its own account behind a link; the merchant takes it over, or takes the link back. */
async function sendLink({ me, world, chance }: MerchantStep): Promise<void> {
  const links = await me.call(calls.payeeLinks, {});
  const filled = links.find(({ filledAt }) => filledAt !== null);
  if (filled && chance.may(0.7)) {
    const verificationCode = await accountCode(me);
    return void (await me.call(calls.acceptLink, { id: filled.id, verificationCode }));
  }
  if (links.length > 1) return void (await me.call(calls.withdrawLink, { id: chance.pick(links).id }));
  const at = me.number * 100 + chance.below(100);
  const request = { name: `LINKED ${at} LLC`, country: "US", currency: "USD" } as const;
  const { secret } = await me.call(calls.sendLink, request);
  if (chance.may(0.2)) return;
  const supplier = world.visitor(`10.5.0.${1 + (me.number % 250)}`);
  await supplier.attempt(calls.openLink, { secret });
  const { verificationCode: _theirs, ...account } = supplierAt(at, request.name, "");
  await supplier.attempt(calls.fillLink, { ...account, secret });
}
async function tend({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.payees, {});
  if (records.length === 0) return;
  const { id, kind, state } = chance.pick(records);
  await me.call(calls.payee, { id });
  if (state === "disabled") return;
  if (kind === "supplier" && chance.may(0.5))
    return void (await me.call(calls.changeSupplier, { ...(await supplierOf(me, chance)), supplierId: id }));
  if (!chance.may(0.35)) return;
  if (kind === "own") await me.attempt(calls.removeOwnAccount, { bid: id });
  else if (kind === "supplier") await me.attempt(calls.removeSupplier, { id });
  else if (kind === "service") await me.attempt(calls.removeServiceProvider, { id });
  else await me.attempt(calls.disablePayee, { id });
}
async function review({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", 2);
  const { records } = await reviewer.call(calls.payeeDeskRows, {
    filters: { state: ["pending", "approved"] },
    pageSize: 50,
  });
  for (const { merchantId, id, state } of records) {
    const ref = { merchantId, id };
    if (state === "pending")
      await reviewer.attempt(calls.decidePayee, {
        ...ref,
        decision: chance.may(0.7) ? "approve" : chance.pick(["decline", "askUpdate"] as const),
        reason: "已核对",
      });
    else if (chance.may(0.04))
      await reviewer.attempt(calls.decidePayee, { ...ref, decision: "askUpdate", reason: "请更新开户证明" });
  }
}

export const beneficiariesSimulation: Simulation = {
  first,
  welcome,
  actors: [
    { name: "商户添加提现账户", by: "merchant", weight: 2, act: addOwn },
    { name: "商户添加供应商", by: "merchant", weight: 2, act: addSupplier },
    { name: "商户请供应商自填账户", by: "merchant", weight: 0.7, act: sendLink },
    { name: "商户打理收款人", by: "merchant", weight: 1, act: tend },
    { name: "审核员处理收款人", by: "operator", perDay: 1, act: review },
  ],
};
