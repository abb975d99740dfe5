import { cardPaymentList, listInput, type CardControlsView } from "@coralhub/contract";
import { negateMoney, parseMoney, type Money } from "@coralhub/domain";
import { createCards, type CardsHouse } from "../../modules/cards/index.ts";
import { createSandboxIssuer, type SandboxIssuer, type SandboxIssuerDeps } from "../../rails/card-issuer/index.ts";
import { later, momentOf, type Moment } from "../past/moments.ts";
import type { Past } from "../past/past.ts";
import { CARD_STORIES, type CardPlan, type CardStep, type CardStory } from "./stories.ts";

export type CardsWorld = CardsHouse & Pick<SandboxIssuerDeps, "secrets" | "statements" | "middleRate">;

const CODE = { verifyCode: "000000", channel: "sms" } as const;
const OPENS_AFTER_HOURS = 0.001;
const usd = (amount: string): Money => parseMoney(amount, "USD");
const storyOf = (merchantId: string) => CARD_STORIES.find(({ merchant }) => merchant.merchantId === merchantId);

/** What happened with the cards of one demo merchant: the capability's own use cases, one after the other, in their time. */
export async function tellCards(world: CardsWorld, past: Past, merchantId: string, now: Date): Promise<void> {
  const story = storyOf(merchantId);
  if (!story) return;
  const stage = setStage(world, past, story);
  const moments = story.steps.flatMap((step) => momentsOf(stage, step, momentOf(step, now)));
  for (const { at, act } of moments.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (at > now) continue;
    past.setTo(at);
    await act();
    await stage.deliver();
  }
}

type Stage = ReturnType<typeof setStage>;
function setStage(world: CardsWorld, past: Past, { merchant, account }: CardStory) {
  const issuer = createSandboxIssuer({ ...world, ...past.house, railMode: () => Promise.resolve("normal") });
  const {
    handlers,
    outbox = {},
    take,
  } = createCards({
    ...world,
    ...past.house,
    rails: { ...world.rails, cardIssuer: issuer },
    // The present listens to the bank; the past only moves what is there.
    accounts: { ...world.accounts, takeAt: () => undefined },
  });
  const cards = new Map<string, { id: string; token: string }>();
  let token = "";
  issuer.listen({
    ...take,
    opened(reference, card) {
      ({ token } = card);
      return take.opened(reference, card);
    },
  });
  return {
    past,
    issuer,
    handlers,
    account,
    refuse: take.refused,
    ctx: () => past.contextOf(merchant),
    idOf: (card: string) => cards.get(card)!.id,
    tokenOf: (card: string) => cards.get(card)!.token,
    holder: merchant.certification.name!,
    merchantId: merchant.merchantId,
    deliver: () => past.deliver(outbox),
    keep: (card: string, id: string) => void cards.set(card, { id, token }),
  };
}

function requestOf({ name, limits = {}, only, ...plan }: CardPlan, cardholder: string, load: string | null) {
  const limit = (amount: string | undefined) => (amount === undefined ? null : usd(amount));
  const controls: Partial<CardControlsView> = {
    limits: { perTransaction: limit(limits.perTransaction), day: null, month: limit(limits.month), life: null },
    ...(only && { categories: { mode: "only", items: only } }),
  };
  return { ...plan, cardName: name, cardholder, firstLoad: load === null ? null : usd(load), controls };
}

async function openCard(stage: Stage, { card, plan, load }: Extract<CardStep, { what: "apply" }>): Promise<void> {
  const { past, handlers, issuer } = stage;
  const request = requestOf(plan, stage.holder, load);
  const { ids } = await handlers.applyForCards(stage.ctx(), { userCardDTO: [request] });
  await stage.deliver();
  past.setTo(later(past.house.clock.now(), OPENS_AFTER_HOURS));
  for (const { run } of Object.values(issuer.jobs)) await run({});
  stage.keep(card, ids[0]!);
}

/** The issuer's no: what the card would have cost is back at once. */
async function refuseCard(stage: Stage, { plan, reason }: Extract<CardStep, { what: "refuse" }>): Promise<void> {
  const request = requestOf(plan, stage.holder, null);
  const { ids } = await stage.handlers.applyForCards(stage.ctx(), { userCardDTO: [request] });
  stage.past.forget();
  const reference = `CD${stage.merchantId}${ids[0]!}`.replaceAll("-", "").toUpperCase();
  await stage.refuse(reference, reason);
}

type Payment = Extract<CardStep, { what: "pay" | "payAndReturn" }>;
function payMoments(stage: Stage, step: Payment, at: Date): Moment[] {
  const { issuer } = stage;
  let networkId = "";
  let approved = false;
  /** A shop that was told no asks for nothing more. */
  const act = async (action: Parameters<SandboxIssuer["act"]>[0]["action"], amount?: string) =>
    approved &&
    issuer.act({ networkId, action, more: false, times: 1, ...(amount !== undefined && { amount: usd(amount) }) });
  const swipe = async () => {
    const request = { token: stage.tokenOf(step.card), amount: step.amount, shop: step.shop, partial: false, times: 1 };
    ({ paymentReference: networkId, approved } = await issuer.swipe(request));
  };
  const settled = step.what === "pay" ? step.settled : { hours: step.hours };
  return [
    { at, act: swipe },
    ...(settled ? [{ at: later(at, settled.hours), act: () => act("settle", settled.amount) }] : []),
    ...(step.what === "payAndReturn" ? [{ at: later(at, step.refundDays * 24), act: () => act("refund") }] : []),
  ];
}

async function dispute({ handlers, ctx }: Stage, { shop, statement }: Extract<CardStep, { what: "dispute" }>) {
  const { records } = await handlers.cardTransactions(ctx(), listInput(cardPaymentList).parse({ pageSize: 50 }));
  const { id, amount } = records.find(({ shopName, state }) => shopName === shop && state === "settled")!;
  const whole = amount.minor < 0n ? negateMoney(amount) : amount;
  await handlers.disputePayment(ctx(), { id, reason: "notReceived", statement, amount: whole });
}

/** Nearly everything happens at once; a purchase goes on later. */
function momentsOf(stage: Stage, step: CardStep, at: Date): Moment[] {
  if (step.what === "pay" || step.what === "payAndReturn") return payMoments(stage, step, at);
  return [{ at, act: () => take(stage, step) }];
}

async function take(stage: Stage, step: Exclude<CardStep, Payment>): Promise<unknown> {
  const { handlers, ctx, idOf } = stage;
  switch (step.what) {
    case "fund":
      return handlers.fundCardWallet(ctx(), { accountId: stage.account, amount: usd(step.amount), ...CODE });
    case "announce": {
      const { serialNumber } = await handlers.serialNumber(ctx(), { type: 1 });
      return handlers.announceOfflineFunding(ctx(), { serialNumber, amount: usd(step.amount), payer: step.payer });
    }
    case "book": {
      const limits = { day: null, month: usd(step.month), life: null };
      const { id: bookId } = await handlers.saveCardBook(ctx(), { id: null, name: step.name, limits });
      for (const card of step.cards) await handlers.updateCard(ctx(), { id: idOf(card), bookId });
      return undefined;
    }
    case "contact":
      return handlers.saveWarnContact(ctx(), { id: null, name: step.name, address: step.email });
    case "apply":
      return openCard(stage, step);
    case "refuse":
      return refuseCard(stage, step);
    case "load":
      return handlers.rechargeCard(ctx(), { cardId: idOf(step.card), rechargeAmount: usd(step.amount) });
    case "freeze":
      return handlers.suspendCard(ctx(), { id: idOf(step.card) });
    case "close":
      return handlers.closeCard(ctx(), { id: idOf(step.card) });
    case "dispute":
      return dispute(stage, step);
  }
}
