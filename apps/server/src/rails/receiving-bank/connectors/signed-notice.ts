import { money, Refusal, wireTime } from "@coralhub/contract";
import { LARGEST_TRANSFER } from "@coralhub/domain";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { BankNotice, SignedNotice } from "../index.ts";

/** A notice is believed this long after it was signed: one caught on the way is worth nothing later. */
const FRESH_SECONDS = 300;

const reference = z.string().regex(/^[A-Za-z0-9./_-]{4,150}$/, "reference");
const number = z.string().regex(/^[A-Z0-9-]{4,40}$/, "accountNumber");
const payment = {
  reference: z.string().regex(/^[A-Za-z0-9-]{4,60}$/, "reference"),
  accountNumber: number,
  amount: money,
  payer: z.object({
    name: z.string().trim().min(1).max(140),
    country: z.string().length(2).nullable().default(null),
    account: z.string().max(40).nullable().default(null),
  }),
  remittance: z.string().max(140).default(""),
};
const way = z.object({
  way: z.string().max(60),
  hint: z.string().max(200),
  fields: z.array(z.object({ label: z.string().max(60), value: z.string().max(200) })).max(20),
});
const notice = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("account.opened"),
    reference,
    accountNumber: number,
    bankName: z.string().max(140),
    ways: z.array(way).min(1).max(6),
  }),
  z.object({ kind: z.literal("account.refused"), reference, reason: z.string().min(1).max(200) }),
  z.object({ kind: z.literal("income.announced"), expectedAt: wireTime.nullable().default(null), ...payment }),
  z.object({ kind: z.literal("income.arrived"), ...payment }),
]);

const macOf = (key: string, { timestamp, payload }: Omit<SignedNotice, "signature">): string =>
  createHmac("sha256", key).update(`${timestamp}.${payload}`).digest("hex");

/** What the bank's side does; here for whoever plays it. */
export function signNotice(key: string, now: Date, content: object): SignedNotice {
  const unsigned = { timestamp: String(Math.floor(now.getTime() / 1000)), payload: JSON.stringify(content) };
  return { ...unsigned, signature: macOf(key, unsigned) };
}

/** The signature covers the very text, so it is checked before a single sign of it is read. */
export function readSignedNotice(key: string, signed: SignedNotice, now: Date): BankNotice {
  const expected = Buffer.from(macOf(key, signed), "hex");
  const given = Buffer.from(signed.signature, "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal("bank.signature_wrong");
  const age = Math.abs(now.getTime() / 1000 - Number(signed.timestamp));
  if (Number.isNaN(age) || age > FRESH_SECONDS) throw new Refusal("bank.signature_old");
  const read = notice.safeParse(contentOf(signed.payload));
  if (!read.success) {
    const [first] = read.error.issues;
    throw new Refusal("bank.notice_wrong", { problem: first?.path.join(".") || "kind" });
  }
  if ("amount" in read.data && (read.data.amount.minor < 1n || read.data.amount.minor > LARGEST_TRANSFER))
    throw new Refusal("bank.notice_wrong", { problem: "amount" });
  return read.data;
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("bank.notice_wrong", { problem: "payload" });
  }
}
