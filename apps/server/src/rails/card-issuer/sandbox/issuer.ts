import { Refusal } from "@coralhub/contract";
import {
  CARD_YEARS,
  convertMoney,
  DECISION_SECONDS,
  moneyOf,
  negateMoney,
  RAIL_MODES,
  STAND_IN_MINOR,
  type CardMessageKind,
  type CardMessageOutcome,
  type Currency,
  type Money,
  type RailMode,
  type Shop,
} from "@coralhub/domain";
import { setTimeout as sleep } from "node:timers/promises";
import type { Audit } from "../../../platform/audit.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/db.ts";
import type { Ids } from "../../../platform/ids.ts";
import type { Jobs } from "../../../platform/jobs.ts";
import type { Log } from "../../../platform/log.ts";
import type { Capability } from "../../../platform/capability.ts";
import type { Secrets } from "../../../platform/secrets.ts";
import type { SandboxStatements } from "../../bank-statements/index.ts";
import type { CardIssuer, CardRequest, IssuerHandlers, PaymentAnswer, PaymentMessage } from "../index.ts";
import { cvvFor, expiryAfter, expiryText, numberOf } from "./card-secrets.ts";
import {
  changePayment,
  findCard,
  findPayment,
  hasPaid,
  insertCard,
  insertPayment,
  insertPlan,
  listDuePlans,
  listExpiring,
  readSettings,
  returnPlan,
  setCardState,
  takePlan,
  type SimulatedPayment,
} from "./issuer-store.ts";

export type SandboxIssuerDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  ids: Ids;
  jobs: Jobs;
  audit: Audit;
  log: Log;
  secrets: Secrets;
  statements: SandboxStatements;
  middleRate(from: Currency, to: Currency): Promise<string>;
  railMode(): Promise<RailMode>;
};
export type Swipe = { token: string; amount: Money; shop: Shop; partial: boolean; times: number };
export type Act = {
  networkId: string;
  action: "increment" | "reverse" | "settle" | "refund" | "expire" | "repeat";
  amount?: Money;
  more: boolean;
  times: number;
};
export type Told = {
  paymentReference: string;
  outcomes: CardMessageOutcome[];
  approved: boolean;
  code: string;
  amount: Money | null;
  standIn: boolean;
};
export type SandboxIssuer = CardIssuer & {
  listen(handlers: IssuerHandlers): void;
  swipe(swipe: Swipe): Promise<Told>;
  act(act: Act): Promise<Told>;
  forcePost(swipe: Omit<Swipe, "partial" | "times">): Promise<Told>;
  handlers(): IssuerHandlers;
  /** What the network says about a dispute; what was credited provisionally is taken back where it is lost. */
  endChargeback: IssuerHandlers["dispute"];
  jobs: NonNullable<Capability["jobs"]>;
};

/** As its nostro accounts name it. */
export const SANDBOX_ISSUER = "sandbox-issuer";
const TELL_JOB = "cardIssuer.tell";
const MOST_AT_ONCE = 500;
const REFUSED = "发卡方未通过持卡人核验，请核对持卡人姓名";
const BILLING = "USD" as const;

/** The simulated issuer's own parts: what it works with, and who listens to it. */
type Sim = { deps: SandboxIssuerDeps; key: Buffer; listener: { handlers?: IssuerHandlers } };

function handlersOf({ listener }: Sim): IssuerHandlers {
  if (!listener.handlers) throw new Error("nobody listens to the simulated card issuer");
  return listener.handlers;
}

async function answering({ deps }: Sim): Promise<void> {
  const mode = await deps.railMode();
  if (mode === "down") throw new Error("the simulated card issuer is down");
  await sleep(RAIL_MODES[mode].delaySeconds * 1000);
}

const billedFor = async ({ deps }: Sim, amount: Money): Promise<Money> =>
  amount.currency === BILLING
    ? amount
    : convertMoney(amount, BILLING, await deps.middleRate(amount.currency, BILLING), "halfUp");

const newNetworkId = ({ deps }: Sim): string => `NW${deps.ids.next().replaceAll("-", "").slice(0, 22).toUpperCase()}`;

type MessageFacts = Pick<PaymentMessage, "token" | "networkId" | "amount" | "original" | "shop"> &
  Partial<PaymentMessage>;
const messageOf = ({ deps }: Sim, kind: CardMessageKind, facts: MessageFacts): PaymentMessage => ({
  at: deps.clock.now(),
  partial: false,
  final: true,
  approved: true,
  adviceOf: null,
  refundOf: null,
  ...facts,
  id: `MS${deps.ids.next().replaceAll("-", "").slice(0, 26).toUpperCase()}`,
  kind,
});

/** Told once, or as often as the plan says; what moves money stands on the statement first. */
async function tell(sim: Sim, message: PaymentMessage, times: number): Promise<PaymentAnswer[]> {
  const { deps } = sim;
  const { db } = deps.database;
  const { kind, amount, id } = message;
  if ((kind === "settlement" || kind === "refund") && amount.minor !== 0n) {
    const booked = kind === "settlement" ? negateMoney(amount) : amount;
    await deps.statements.book(db, SANDBOX_ISSUER, { reference: id, amount: booked, bookedAt: deps.clock.now() });
  }
  const { plan } = await readSettings(db);
  const answers: PaymentAnswer[] = [];
  for (let told = 0; told < (plan === "double" ? times * 2 : times); told++) {
    answers.push(await handlersOf(sim).payment(message));
  }
  return answers;
}

/** Nobody waits longer than the network does; who does not answer is answered for. */
async function ask(
  sim: Sim,
  message: PaymentMessage,
  times: number,
): Promise<{ answers: PaymentAnswer[]; standIn: boolean }> {
  const { db } = sim.deps.database;
  const { plan } = await readSettings(db);
  if (plan !== "silent") {
    const late = sleep(DECISION_SECONDS * 1000).then(() => undefined);
    const answers = await Promise.race([tell(sim, message, times).catch(() => undefined), late]);
    if (answers) return { answers, standIn: false };
  }
  const approved = (await hasPaid(db, message.token, message.shop.name)) && message.amount.minor <= STAND_IN_MINOR;
  const advice = { ...messageOf(sim, "advice", message), approved, id: `${message.id}A`, adviceOf: message.id };
  const [answer] = await tell(sim, advice, 1);
  return { answers: answer ? [{ ...answer, approved, code: approved ? "00" : "91" }] : [], standIn: true };
}

async function swipe(sim: Sim, { token, amount, shop, partial, times }: Swipe): Promise<Told> {
  const { deps } = sim;
  const { db } = deps.database;
  if (!(await findCard(db, token))) throw new Refusal("not_found");
  const networkId = newNetworkId(sim);
  const facts = { token, networkId, amount: await billedFor(sim, amount), original: amount, shop, partial };
  const message = messageOf(sim, "authorisation", facts);
  const { answers, standIn } = await ask(sim, message, times);
  const first = answers[0] ?? { outcome: "unknown" as const, approved: false, code: "91", amount: null };
  await insertPayment(db, {
    networkId,
    token,
    shop,
    billed: message.amount,
    original: amount,
    authorised: first.approved ? (first.amount?.minor ?? message.amount.minor) : 0n,
    settled: 0n,
    refunded: 0n,
    approved: first.approved,
    code: first.code,
    standIn,
    lastMessage: wireOf(message),
    at: deps.clock.now(),
  });
  await planAfter(sim, networkId, first.approved);
  return told(networkId, answers, standIn);
}

async function planAfter({ deps }: Sim, networkId: string, approved: boolean): Promise<void> {
  const { plan, settleAfterSeconds } = await readSettings(deps.database.db);
  if (!approved || (settleAfterSeconds === null && plan !== "late")) return;
  const dueAt = new Date(deps.clock.now().getTime() + (settleAfterSeconds ?? 0) * 1000);
  await deps.database.transaction(async (tx) => {
    await insertPlan(tx, { id: deps.ids.next(), what: { settle: networkId, expireFirst: plan === "late" } }, dueAt);
    await deps.jobs.send(tx, TELL_JOB, {}, { startAfter: dueAt });
  });
}

const KINDS = {
  increment: "increment",
  reverse: "reversal",
  settle: "settlement",
  refund: "refund",
  expire: "expiry",
} as const;

/** What an action is about where no amount is named: all of it. */
function wholeOf(action: keyof typeof KINDS, { authorised, settled, refunded, billed }: SimulatedPayment): bigint {
  const unsettled = authorised > settled ? authorised - settled : 0n;
  if (action === "increment") return billed.minor;
  if (action === "refund") return settled - refunded;
  return action === "settle" ? unsettled || billed.minor : unsettled;
}

async function act(sim: Sim, { networkId, action, amount, more, times }: Act): Promise<Told> {
  const { db } = sim.deps.database;
  const payment = await findPayment(db, networkId);
  if (!payment) throw new Refusal("not_found");
  if (action === "repeat") {
    return told(networkId, await tell(sim, messageFrom(payment.lastMessage), times), payment.standIn);
  }
  const { token, shop, billed, original } = payment;
  const minor = amount ? (await billedFor(sim, amount)).minor : wholeOf(action, payment);
  if (minor <= 0n && action !== "expire") throw new Refusal("card.payment_over");
  const message = messageOf(sim, KINDS[action], {
    token,
    shop,
    networkId: action === "refund" ? newNetworkId(sim) : networkId,
    amount: moneyOf(billed.currency, minor),
    original: amount ?? original,
    final: !more,
    refundOf: action === "refund" ? networkId : null,
  });
  const answers = action === "increment" ? (await ask(sim, message, times)).answers : await tell(sim, message, times);
  await changePayment(db, networkId, {
    ...(action === "increment" && answers[0]?.approved && { authorised: answers[0].amount?.minor ?? minor }),
    ...((action === "reverse" || action === "expire") && { authorised: -minor }),
    ...(action === "settle" && { settled: minor }),
    ...(action === "refund" && { refunded: minor }),
    lastMessage: wireOf(message),
  });
  return told(networkId, answers, false);
}

async function forcePost(sim: Sim, { token, amount, shop }: Omit<Swipe, "partial" | "times">): Promise<Told> {
  const { db } = sim.deps.database;
  if (!(await findCard(db, token))) throw new Refusal("not_found");
  const networkId = newNetworkId(sim);
  const billed = await billedFor(sim, amount);
  const message = messageOf(sim, "settlement", { token, networkId, amount: billed, original: amount, shop });
  const answers = await tell(sim, message, 1);
  const facts = {
    networkId,
    token,
    shop,
    billed,
    original: amount,
    authorised: 0n,
    settled: billed.minor,
    refunded: 0n,
  };
  const said = { approved: true, code: "00", standIn: false, lastMessage: wireOf(message), at: sim.deps.clock.now() };
  await insertPayment(db, { ...facts, ...said });
  return told(networkId, answers, false);
}

/** What is not understood is told again; it does not keep the others waiting. */
async function runDue(sim: Sim): Promise<void> {
  const { deps } = sim;
  const { db } = deps.database;
  if ((await deps.railMode()) === "down") return;
  for (const { id, what } of await listDuePlans(db, deps.clock.now(), MOST_AT_ONCE)) {
    if (!(await takePlan(db, id, deps.clock.now()))) continue;
    try {
      if (typeof what["open"] === "string") await open(sim, what["open"]);
      else await settleLater(sim, String(what["settle"]), what["expireFirst"] === true);
    } catch (error) {
      await returnPlan(db, id);
      deps.log.warn({ err: error, what: Object.keys(what) }, "card issuer's message not taken");
    }
  }
  for (const card of await listExpiring(db, deps.clock.now(), MOST_AT_ONCE)) {
    await setCardState(db, card.token, "expired");
    await handlersOf(sim).expired(card.token);
  }
}

async function settleLater(sim: Sim, networkId: string, expireFirst: boolean): Promise<void> {
  const base = { networkId, more: false, times: 1 };
  const { billed } = (await findPayment(sim.deps.database.db, networkId))!;
  if (expireFirst) await act(sim, { ...base, action: "expire" });
  await act(sim, { ...base, action: "settle", ...(expireFirst && { amount: billed }) });
}

async function open(sim: Sim, token: string): Promise<void> {
  const { db } = sim.deps.database;
  const card = await findCard(db, token);
  if (card?.state === "refused") return handlersOf(sim).refused(card.reference, REFUSED);
  if (!card || card.state === "closed") return undefined;
  await setCardState(db, token, "active");
  return handlersOf(sim).opened(card.reference, {
    token,
    lastFour: card.lastFour,
    number: numberOf(sim.key, card.bin, token),
    expiry: expiryText(card.expiresAt),
  });
}

async function requestCard(sim: Sim, { reference, bin, holder }: CardRequest): Promise<void> {
  const { deps } = sim;
  await answering(sim);
  const { plan, openingSeconds } = await readSettings(deps.database.db);
  const now = deps.clock.now();
  const token = tokenFor(deps.secrets, reference);
  const dueAt = new Date(now.getTime() + openingSeconds * 1000);
  const isNew = await deps.database.transaction(async (tx) => {
    const state = plan === "refuseCards" ? ("refused" as const) : ("applying" as const);
    const lastFour = numberOf(sim.key, bin, token).slice(-4);
    const card = { token, reference, bin, holder, lastFour, state, expiresAt: expiryAfter(now, CARD_YEARS) };
    if (!(await insertCard(tx, card, now))) return false;
    await insertPlan(tx, { id: deps.ids.next(), what: { open: token } }, dueAt);
    if (openingSeconds > 0) await deps.jobs.send(tx, TELL_JOB, {}, { startAfter: dueAt });
    return true;
  });
  if (isNew && openingSeconds === 0) await runDue(sim);
}

export function createSandboxIssuer(deps: SandboxIssuerDeps): SandboxIssuer {
  const { db } = deps.database;
  const sim: Sim = { deps, key: issuerKey(deps.secrets), listener: {} };
  return {
    name: SANDBOX_ISSUER,
    isOpen: true,
    listen: (handlers) => void (sim.listener.handlers = handlers),
    handlers: () => handlersOf(sim),
    swipe: (wanted) => swipe(sim, wanted),
    act: (wanted) => act(sim, wanted),
    forcePost: (wanted) => forcePost(sim, wanted),
    requestCard: (request) => requestCard(sim, request),
    async setCardState(token, state) {
      await answering(sim);
      await setCardState(db, token, state);
    },
    async cvvOf(token) {
      await answering(sim);
      return cvvFor(sim.key, token);
    },
    async fileChargeback({ disputeId, amount }) {
      await answering(sim);
      const reference = `CB${disputeId}-CB`;
      await deps.statements.book(db, SANDBOX_ISSUER, { reference, amount, bookedAt: deps.clock.now() });
    },
    async pursueChargeback({ disputeId, step }) {
      await answering(sim);
      // Nobody takes back what was never credited.
      const credited = await deps.statements.booked(SANDBOX_ISSUER, `CB${disputeId}-CB`);
      if (step === "accept" && credited) await takeBack(sim, disputeId, credited);
    },
    async endChargeback(disputeId, answer, note) {
      // Nobody answers what has not come to them yet: filed is not delivered.
      const credited = await deps.statements.booked(SANDBOX_ISSUER, `CB${disputeId}-CB`);
      if (!credited) return "unknown";
      const outcome = await handlersOf(sim).dispute(disputeId, answer, note);
      if (answer === "lose" && outcome === "taken") await takeBack(sim, disputeId, credited);
      return outcome;
    },
    readNotice() {
      // The simulated issuer tells in the house; nobody has a key for the hook.
      throw new Refusal("not_found");
    },
    jobs: { [TELL_JOB]: { cron: "* * * * *", run: () => runDue(sim) } },
  };
}

/** The credit of a dispute that is lost stands on the statement once more, the other way. */
async function takeBack({ deps }: Sim, disputeId: string, credited: Money): Promise<void> {
  const line = { reference: `CB${disputeId}-CBR`, amount: negateMoney(credited), bookedAt: deps.clock.now() };
  await deps.statements.book(deps.database.db, SANDBOX_ISSUER, line);
}

const told = (paymentReference: string, answers: readonly PaymentAnswer[], standIn: boolean): Told => ({
  paymentReference,
  outcomes: answers.map(({ outcome }) => outcome),
  approved: answers[0]?.approved ?? false,
  code: answers[0]?.code ?? "91",
  amount: answers[0]?.amount ?? null,
  standIn,
});

const issuerKey = (secrets: Secrets): Buffer => secrets.sign("numbers", "sandbox card issuer");
export const tokenFor = (secrets: Secrets, reference: string): string =>
  `ct_${secrets.sign(reference, "sandbox card token").toString("hex").slice(0, 24)}`;

const amountWire = ({ currency, minor }: Money) => ({ currency, minor: minor.toString() });
const wireOf = (message: PaymentMessage): object => ({
  ...message,
  amount: amountWire(message.amount),
  original: amountWire(message.original),
});
type AmountWire = { currency: Currency; minor: string };
function messageFrom(kept: unknown): PaymentMessage {
  const wire = kept as Omit<PaymentMessage, "amount" | "original" | "at"> & {
    amount: AmountWire;
    original: AmountWire;
    at: string;
  };
  const read = ({ currency, minor }: AmountWire) => moneyOf(currency, BigInt(minor));
  return { ...wire, amount: read(wire.amount), original: read(wire.original), at: new Date(wire.at) };
}
