import { Refusal } from "@coralhub/contract";
import { cardText, REVEAL_SECONDS, toShanghaiTime } from "@coralhub/domain";
import { createHash } from "node:crypto";
import type { MerchantContext } from "../../platform/context.ts";
import type { PageMaker } from "../../platform/page.ts";
import { findCard, type CardKey } from "./cards-store.ts";
import { requireUse } from "./change-card.ts";
import type { CardsDeps } from "./deps.ts";
import { proveCode } from "../identity/index.ts";
import { REVEAL_SCRIPT_HASH, revealPage } from "./reveal-page.ts";
import { insertTicket, takeTicket } from "./reveal-store.ts";
import { readNumber } from "./vault-store.ts";

/** Where the number is shown: a page of its own, in a frame that has nothing of the portal's. */
export const REVEAL_PATH = "/card-vault";
const FRAMED = { scriptHash: REVEAL_SCRIPT_HASH };
const TICKET_BYTES = 32;
const hashOf = (ticket: string): Buffer => createHash("sha256").update(ticket).digest();

type Input = { id: string; verifyCode: string; channel: "sms" | "email" };
/** A fresh code opens one look. It is written down and told to the owner before anything is shown. */
export async function revealCard(deps: CardsDeps, ctx: MerchantContext, { id, verifyCode, channel }: Input) {
  const { merchantId } = ctx;
  const key = { merchantId, id };
  const card = await findCard(deps.database.db, key);
  if (!card) throw new Refusal("not_found");
  requireUse(card, "reveal");
  const spendCode = await proveCode(deps.codes, { merchantId, purpose: "card", code: verifyCode, channel });
  const ticket = deps.random.bytes(TICKET_BYTES).toString("base64url");
  await ctx.once(async (tx) => {
    await spendCode(tx);
    const expiresAt = new Date(ctx.now.getTime() + REVEAL_SECONDS * 1000);
    await insertTicket(tx, hashOf(ticket), key, expiresAt);
    await deps.audit.record(tx, {
      actor: { kind: "merchant", id: merchantId, personId: ctx.personId },
      action: "card.number_viewed",
      subject: `card:${id}`,
      address: ctx.address,
      detail: { merchantId, lastFour: card.lastFour },
    });
    await deps.sendMessage(tx, {
      event: "card.revealed",
      merchantId,
      data: { card: cardText(card), at: toShanghaiTime(ctx.now), from: ctx.address, cardId: id },
    });
  });
  return { path: `${REVEAL_PATH}/${ticket}`, seconds: REVEAL_SECONDS };
}

/** The frame's page. A ticket works once; without one there is nothing to see. */
export const createRevealPage =
  (deps: CardsDeps): PageMaker =>
  async (path) => {
    const key: CardKey | undefined = await takeTicket(deps.database.db, hashOf(path), deps.clock.now());
    const card = key && (await findCard(deps.database.db, key));
    if (!card?.token) return { status: 404, html: revealPage({ problem: "已经失效，请重新验证" }), framed: FRAMED };
    try {
      const [kept, cvv] = await Promise.all([readNumber(deps, card), deps.issuer.cvvOf(card.token)]);
      if (!kept) return { status: 404, html: revealPage({ problem: "没有找到卡号，请联系客服" }), framed: FRAMED };
      return { status: 200, html: revealPage({ ...kept, cvv }), framed: FRAMED };
    } catch (error) {
      // Never the error's own words: they might quote what must not be read.
      deps.log.warn(
        { cardId: card.id, kind: error instanceof Error ? error.name : "unknown" },
        "a card number cannot be shown",
      );
      return { status: 503, html: revealPage({ problem: "发卡方暂时没有答复，请稍后再试" }), framed: FRAMED };
    }
  };
