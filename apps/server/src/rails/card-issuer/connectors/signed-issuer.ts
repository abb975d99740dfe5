import { money, Refusal, wireTime } from "@coralhub/contract";
import { CARD_MESSAGE_KIND_NAMES, DISPUTE_NOTICES, formatMoney, LARGEST_TRANSFER } from "@coralhub/domain";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { SignedServiceConfig } from "../../../platform/config.ts";
import { askSigned, postSigned } from "../../../platform/signed-post.ts";
import type { CardIssuer, IssuerNotice, SignedNotice } from "../index.ts";

const TIMEOUT_MS = 10_000;
/** A notice is believed this long after it was signed: one caught on the way is worth nothing later. */
const FRESH_SECONDS = 300;

const token = z.string().regex(/^[A-Za-z0-9_-]{8,60}$/, "token");
const id = z.string().regex(/^[A-Za-z0-9_.-]{4,80}$/, "id");
const digits = z.string().regex(/^\d{13,19}$/, "number");
const notice = z.discriminatedUnion("notice", [
  z.object({
    notice: z.literal("payment"),
    id,
    kind: z.enum(CARD_MESSAGE_KIND_NAMES),
    token,
    networkId: id,
    amount: money,
    original: money,
    shop: z.object({
      id: z.string().min(1).max(40),
      name: z.string().trim().min(1).max(80),
      code: z.string().regex(/^\d{4}$/, "code"),
      country: z.string().length(2),
    }),
    at: wireTime,
    partial: z.boolean().default(false),
    final: z.boolean().default(true),
    approved: z.boolean().default(true),
    adviceOf: id.nullable().default(null),
    refundOf: id.nullable().default(null),
  }),
  z.object({
    notice: z.literal("card.opened"),
    reference: id,
    token,
    lastFour: z.string().regex(/^\d{4}$/, "lastFour"),
    number: digits,
    expiry: z.string().regex(/^\d{2}\/\d{2}$/, "expiry"),
  }),
  z.object({ notice: z.literal("card.refused"), reference: id, reason: z.string().min(1).max(200) }),
  z.object({ notice: z.literal("card.expired"), token }),
  z.object({
    notice: z.literal("dispute"),
    disputeId: z.uuid(),
    answer: z.enum(DISPUTE_NOTICES),
    note: z.string().max(200).default(""),
  }),
]);

const macOf = (key: string, { timestamp, payload }: Omit<SignedNotice, "signature">): string =>
  createHmac("sha256", key).update(`${timestamp}.${payload}`).digest("hex");

/** What the issuer's side does; here for whoever plays it. */
export function signIssuerNotice(key: string, now: Date, content: object): SignedNotice {
  const unsigned = { timestamp: String(Math.floor(now.getTime() / 1000)), payload: JSON.stringify(content) };
  return { ...unsigned, signature: macOf(key, unsigned) };
}

/** The signature covers the very text, so it is checked before a single sign of it is read. */
function readNotice(key: string, signed: SignedNotice, now: Date): IssuerNotice {
  const expected = Buffer.from(macOf(key, signed), "hex");
  const given = Buffer.from(signed.signature, "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal("card.signature_wrong");
  const age = Math.abs(now.getTime() / 1000 - Number(signed.timestamp));
  // What is no number is no time either.
  if (Number.isNaN(age) || age > FRESH_SECONDS) throw new Refusal("card.signature_old");
  const read = notice.safeParse(contentOf(signed.payload));
  if (!read.success) {
    // The field's name only: what stands in it may be a number nobody may read.
    throw new Refusal("card.notice_wrong", { problem: read.error.issues[0]?.path.join(".") || "notice" });
  }
  // More than one transfer of the books can be is no purchase.
  const beyond = (minor: bigint) => minor < 0n || minor > LARGEST_TRANSFER;
  if ("amount" in read.data && beyond(read.data.amount.minor))
    throw new Refusal("card.notice_wrong", { problem: "amount" });
  if ("original" in read.data && beyond(read.data.original.minor))
    throw new Refusal("card.notice_wrong", { problem: "original" });
  return read.data;
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("card.notice_wrong", { problem: "payload" });
  }
}

/** An issuer that takes signed instructions; what comes of them it tells through the signed hook. */
export function createConnectedIssuer(service: SignedServiceConfig): CardIssuer {
  const instruct = async (instruction: object) =>
    void (await postSigned(service, instruction, { timeoutMs: TIMEOUT_MS }));
  return {
    name: "card-issuer",
    isOpen: true,
    requestCard: (request) => instruct({ instruction: "card.create", ...request }),
    setCardState: (card, state) => instruct({ instruction: "card.state", token: card, state }),
    async cvvOf(card) {
      const shape = z.object({ cvv: z.string().regex(/^\d{3,4}$/) });
      return (await askSigned(service, { instruction: "card.cvv", token: card }, { shape, timeoutMs: TIMEOUT_MS })).cvv;
    },
    fileChargeback: ({ amount, ...dispute }) =>
      instruct({
        instruction: "dispute.file",
        ...dispute,
        amount: { currency: amount.currency, amount: formatMoney(amount) },
      }),
    pursueChargeback: ({ disputeId, step }) => instruct({ instruction: `dispute.${step}`, disputeId }),
    readNotice: (signed, now) => readNotice(service.key, signed, now),
  };
}
