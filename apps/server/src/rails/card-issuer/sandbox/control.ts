import { cardIssuerEndpoints } from "@coralhub/contract";
import { CURRENCY_CODES, moneyOf, shopKey } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Capability } from "../../../platform/capability.ts";
import type { IssuerHandlers } from "../index.ts";
import type { SandboxIssuer, SandboxIssuerDeps } from "./issuer.ts";
import { listCards, listPayments, readSettings, saveSettings } from "./issuer-store.ts";

const RECENT = 30;
const MOST_CARDS = 200;

const shopOf = ({ shopName: name, code, country }: { shopName: string; code: string; country: string }) => ({
  id: `SH-${
    shopKey(name)
      .replaceAll(/[^A-Z0-9]+/g, "")
      .slice(0, 20) || "SHOP"
  }`,
  name: name.toUpperCase(),
  code,
  country: country.toUpperCase(),
});

type Deps = Pick<SandboxIssuerDeps, "database" | "audit"> & {
  simulators: { cardIssuer: SandboxIssuer };
  /** Who is told what the issuer has to say. */
  cards: { take: IssuerHandlers };
};

/** The levers of the sandbox's card issuer. */
export function createCardIssuerControl(deps: Deps): Capability<typeof cardIssuerEndpoints> {
  const issuer = deps.simulators.cardIssuer;
  issuer.listen(deps.cards.take);
  const { db } = deps.database;
  const record = (ctx: OperatorContext, detail: object) =>
    ctx.once((tx) =>
      deps.audit.record(tx, {
        actor: { kind: "operator", id: ctx.operator.id },
        action: "sandbox.card_issuer_used",
        subject: "sandbox:cardIssuer",
        address: ctx.address,
        detail: { ...detail },
      }),
    );
  return {
    endpoints: cardIssuerEndpoints,
    jobs: issuer.jobs,
    handlers: {
      issuerSettings: () => readSettings(db),
      setIssuerSettings: async (ctx, settings) => {
        await ctx.once((tx) => saveSettings(tx, settings, ctx.now));
        await record(ctx, settings);
        return null;
      },
      issuerCards: () => listCards(db, MOST_CARDS),
      async issuerPayments() {
        const payments = await listPayments(db, RECENT);
        return payments.map(
          ({ networkId, lastFour, shop, billed, authorised, settled, approved, code, standIn, at }) => ({
            reference: networkId,
            lastFour,
            shopName: shop.name,
            amount: billed,
            authorised: moneyOf(billed.currency, authorised),
            settled: moneyOf(billed.currency, settled),
            approved,
            code,
            standIn,
            at,
          }),
        );
      },
      async swipe(ctx, { token, amount, partial, times, ...shop }) {
        await record(ctx, { swipe: token.slice(-6) });
        return issuer.swipe({ token, amount, partial, times, shop: shopOf(shop) });
      },
      async actOnPayment(ctx, { reference, amount, ...input }) {
        await record(ctx, { reference, action: input.action });
        return issuer.act({ networkId: reference, ...input, ...(amount && { amount }) });
      },
      async forcePost(ctx, { token, amount, ...shop }) {
        await record(ctx, { forcePost: token.slice(-6) });
        return issuer.forcePost({ token, amount, shop: shopOf(shop) });
      },
      async answerChargeback(ctx, { disputeId, answer, note }) {
        await record(ctx, { disputeId, answer });
        return { outcome: await issuer.endChargeback(disputeId, answer, note) };
      },
      issuerCurrencies: () => Promise.resolve([...CURRENCY_CODES]),
    },
  };
}
