import {
  depositEndpoints as calls,
  depositPartnerEndpoints as partner,
  walletEndpointTable as walletCalls,
} from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import type { Merchant, MerchantStep, Simulation, Step, World } from "@coralhub/testkit/simulate";
import { ANSWERS } from "./deposits-fixture.ts";

/** As far as it goes in one sitting, or not quite. */
async function open(step: MerchantStep): Promise<void> {
  for (let more = step.chance.between(1, 3); more > 0; more--) {
    await openFurther(step);
    await step.world.settle();
  }
}
async function openFurther({ me, world, chance }: MerchantStep): Promise<void> {
  const { state, needsOperators, operators } = await me.call(calls.moduleInfo, {});
  if (state === "none" || state === "declined")
    await me.call(calls.applyForModule, { currencies: ["USD", "HKD"], agreed: true });
  if (state === "filling" || state === "none" || state === "declined") {
    await me.call(calls.saveFinancialForm, { answers: ANSWERS });
    if (needsOperators && operators.length === 0) await appoint(me);
    if (chance.may(0.9)) await me.call(calls.openDepositAccount, {});
  } else if (state === "verifying") await verify(me, world);
  else if (state === "asked") await me.call(calls.answerPartner, { answer: "资金来自店铺销售" });
  else if (state === "expired") await me.call(calls.reauthorise, { agreed: true });
}
/** Pages show it with its middle hidden; whoever was appointed reads their own letters. */
const emailOf = (me: Merchant, duty: string): string => `${duty}-${me.number}@shop.example.com`;
async function appoint(me: Merchant): Promise<void> {
  const members = await me.call(calls.searchMembers, {});
  for (const [at, duty] of (["maker", "checker"] as const).entries())
    await me.call(calls.saveOperator, {
      name: members[at % Math.max(1, members.length)]?.name ?? me.name,
      duty,
      email: emailOf(me, duty),
    });
}
async function verify(me: Merchant, world: World): Promise<void> {
  const { operators } = await me.call(calls.moduleInfo, {});
  for (const { id, duty, verifiedAt } of operators) {
    if (verifiedAt !== null) continue;
    world.clock.advance({ seconds: 61 });
    await me.call(calls.resendOperatorCode, { id });
    const code = await world.codeFor(emailOf(me, duty));
    if (code) await me.attempt(calls.verifyOperator, { id, code });
  }
}

async function place(step: MerchantStep): Promise<void> {
  const { me, chance } = step;
  const { state } = await me.call(calls.moduleInfo, {});
  if (state !== "open") return open(step);
  const { wallets } = await me.call(walletCalls.walletOverview, {});
  const products = await me.call(calls.depositProducts, {});
  const offered = products.flatMap(({ currency, minimum, maximum, offers }) => {
    const available = wallets.find((wallet) => wallet.available.currency === currency)?.available.minor ?? 0n;
    return available >= minimum.minor ? [{ currency, minimum, maximum, offers, available }] : [];
  });
  if (offered.length === 0) return;
  const { currency, minimum, maximum, offers, available } = chance.pick(offered);
  const wanted = available / BigInt(chance.pick([1, 2, 3]));
  const minor = wanted < minimum.minor ? minimum.minor : wanted > maximum.minor ? maximum.minor : wanted;
  const { sessionId } = await me.call(calls.openPlacementSession, {
    amount: moneyOf(currency, minor),
    termMonths: chance.may(0.6) ? 1 : chance.pick(offers).termMonths,
    instruction: chance.pick(["payOut", "renewPrincipal", "renewAll"] as const),
  });
  const verifyCode = await me.code(() => me.call(calls.sendPlacementCode, { sessionId }));
  await me.call(calls.confirmPlacement, { sessionId, verifyCode });
}
async function tend({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.placements, { filters: { state: ["held"] } });
  if (records.length === 0) return;
  const { id } = chance.pick(records);
  await me.call(calls.placement, { id });
  if (chance.may(0.6))
    return void (await me.call(calls.modifyMaturityInstruction, {
      id,
      instruction: chance.pick(["payOut", "renewAll"] as const),
    }));
  await me.call(calls.breakTrial, { id });
  const verifyCode = await me.code(() => me.call(calls.sendBreakCode, { id }));
  await me.call(calls.breakPlacement, { id, verifyCode });
}
async function changeRates({ world, chance }: Step): Promise<void> {
  const from = new Date(world.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
  const request = { currency: "USD" as const, termMonths: 1 as const, rate: chance.pick(["3.10", "3.35"]), from };
  const proposed = await world.operator("finance", 1).attempt(calls.proposeDepositRate, request);
  if (!proposed) return;
  const decision = chance.may(0.7) ? ("approve" as const) : ("reject" as const);
  const alone = await world
    .operator("finance", 1)
    .attempt(calls.decideDepositRate, { ...proposed, decision: "approve" });
  if (alone) world.broken("两个人才改得了的价格", "one person changed a deposit rate");
  await world.operator("finance", 2).attempt(calls.decideDepositRate, { ...proposed, decision });
}
async function mood({ world, chance }: Step): Promise<void> {
  await world.lever.call(partner.setDepositPartnerSettings, {
    openings: chance.pick(["accept", "accept", "ask", "refuse", "silent"] as const),
    placements: chance.pick(["accept", "accept", "refuse", "silent", "lost", "repeat"] as const),
    delaySeconds: chance.pick([0, 3_600]),
  });
}
async function decide({ world, chance }: Step): Promise<void> {
  const requests = await world.lever.call(partner.depositPartnerRequests, {});
  if (requests.length === 0) return;
  await world.lever.attempt(partner.decidePartnerRequest, {
    reference: chance.pick(requests).reference,
    decision: chance.pick(["accept", "accept", "refuse", "ask", "tellAgain"] as const),
  });
}
const usual = { openings: "accept", placements: "accept", delaySeconds: 0 } as const;
async function calm({ lever }: World): Promise<void> {
  await lever.call(partner.setDepositPartnerSettings, usual);
  for (const { reference, state, kind } of await lever.call(partner.depositPartnerRequests, {}))
    if (state === "taken" || (state === "asked" && kind === "placement"))
      await lever.attempt(partner.decidePartnerRequest, { reference, decision: "accept" });
}

/** What is placed lies in the books, and the page adds it up. */
async function wealthIsBooks({ database }: World, me: Merchant): Promise<string[]> {
  const { holdings } = await me.call(calls.userWealth, {});
  const rows = await database.query<{ currency: string; own: string }>(
    "select currency, sum(balance)::text as own from ledger_account where merchant_id = $1 and kind = 'deposit' group by 1",
    [me.userId],
  );
  return rows.flatMap(({ currency, own }) => {
    const shown = holdings.find((one) => one.currency === currency)?.principal.minor ?? 0n;
    return shown === BigInt(own) ? [] : [`${currency}: page ${shown}, books ${own}`];
  });
}

/** What is placed is on the page, with the day it comes back; until then it can be had before that day. */
async function comesBack({ database }: World, me: Merchant): Promise<string[]> {
  const rows = await database.query<{ code: string; balance: string }>(
    "select code, balance::text from ledger_account where merchant_id = $1 and kind = 'deposit' and balance > 0",
    [me.userId],
  );
  const problems: string[] = [];
  for (const { code, balance } of rows) {
    const id = code.split(":")[2];
    const found = id && (await me.attempt(calls.placement, { id }));
    if (!found) problems.push(`${code} keeps ${balance}, and no page knows of it`);
    else if (found.state === "held" && !(await me.attempt(calls.breakTrial, { id })))
      problems.push(`${code} keeps ${balance}, and nothing says what it would come back as`);
  }
  return problems;
}

export const depositsSimulation: Simulation = {
  prepare: async ({ lever }) => void (await lever.call(partner.setDepositPartnerSettings, usual)),
  calm,
  actors: [
    { name: "商户开通定期存款", by: "merchant", weight: 2, act: open },
    { name: "商户存定期", by: "merchant", weight: 2, act: place },
    { name: "商户打理定期", by: "merchant", weight: 1, act: tend },
    { name: "财务调整存款利率", by: "operator", perDay: 0.1, act: changeRates },
    { name: "存款银行换脾气", by: "rail", perDay: 0.3, act: mood },
    { name: "存款银行改主意", by: "rail", perDay: 0.5, act: decide },
  ],
  laws: [
    { name: "定期存款页就是账", when: "daily", violations: wealthIsBooks },
    { name: "存进去的钱取得出来", when: "daily", violations: comesBack },
  ],
};
