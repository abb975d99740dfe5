import { Refusal, type CardTrialView } from "@coralhub/contract";
import {
  cardText,
  convertMoney,
  moneyOf,
  moneyText,
  SHOP_CATEGORIES,
  type Money,
  type ShopCategory,
} from "@coralhub/domain";
import { readDecisionFacts, standingOf } from "./authorise.ts";
import { beforeOf, countingOf } from "./authorise-in.ts";
import type { Card } from "./cards-store.ts";
import type { CardsDeps } from "./deps.ts";
import { requireOwnCard, traceView } from "./describe.ts";
import { foreignFee } from "./foreign-fee.ts";
import { judgePurchase, type Help } from "./judge-purchase.ts";
import { findPayment, type Payment } from "./payments-store.ts";

type Trial = {
  id: string;
  amount: Money;
  shopName: string;
  category: ShopCategory;
  country: string;
  moreOf?: string | undefined;
};
/** What would happen, by the very decision: nothing is held, nothing is counted, and no money is fetched. */
export async function tryPurchase(deps: CardsDeps, merchantId: string, trial: Trial): Promise<CardTrialView> {
  const card = await requireOwnCard(deps, { merchantId, id: trial.id });
  const shop = {
    id: "trial",
    name: trial.shopName.toUpperCase(),
    code: trial.category === "other" ? "8398" : (SHOP_CATEGORIES[trial.category].codes[0] ?? "5999"),
    country: trial.country,
  };
  const before = trial.moreOf === undefined ? undefined : await requireOpen(deps, card, trial.moreOf);
  const billed = await billedFor(deps, card, trial.amount);
  const { db } = deps.database;
  const [facts, standing, fee] = await Promise.all([
    readDecisionFacts(deps, db, card, { shop, networkId: "trial", counted: before && countingOf(before) }),
    standingOf(deps, merchantId),
    foreignFee(deps, card, { original: trial.amount, amount: billed }),
  ]);
  const amount = moneyOf(card.currency, billed.minor + fee);
  const ask = {
    amount,
    original: trial.amount,
    shop,
    ...(before && { before: beforeOf({ amount: billed, original: trial.amount }, before) }),
  };
  const isMore = before !== undefined;
  const { decision, help } = await judgePurchase(deps, db, { card, facts: facts!, standing, ask, isMore });
  return {
    approved: decision.approved,
    sentence: decision.approved ? null : decision.sentence,
    code: decision.approved ? "00" : decision.code,
    remedies: decision.approved ? [] : decision.remedies,
    trace: traceView(decision.trace),
    charged: amount,
    fee: moneyOf(card.currency, fee),
    help: help ? helpText(card, help) : null,
  };
}

/** A purchase of this card that a shop may still ask more for. */
async function requireOpen({ database }: CardsDeps, { merchantId, id }: Card, paymentId: string): Promise<Payment> {
  const payment = await findPayment(database.db, { merchantId, id: paymentId });
  if (payment?.cardId !== id) throw new Refusal("not_found");
  if (payment.held === 0n) throw new Refusal("card.payment_over");
  return payment;
}

/** As the network bills it: by the middle rate of now, because nobody knows that of then. */
async function billedFor({ fxRates }: CardsDeps, { currency }: Card, amount: Money): Promise<Money> {
  if (amount.currency === currency) return amount;
  const billed = convertMoney(amount, currency, (await fxRates.reference(amount.currency, currency)).mid, "halfUp");
  if (billed.minor === 0n) throw new Refusal("input.invalid", {}, { amount: `折算不足 ${currency} 最小单位` });
  return billed;
}

function helpText({ currency }: Card, help: Help): string {
  const amount = moneyText(moneyOf(currency, help.minor));
  return "topUp" in help ? `从卡钱包自动充值 ${amount}` : `从备用卡「${cardText(help.backup)}」补足 ${amount}`;
}
