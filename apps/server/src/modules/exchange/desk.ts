import { Refusal, type JumpView } from "@coralhub/contract";
import {
  addMoney,
  convertMoney,
  CURRENCY_CODES,
  FX_MARKETS,
  FX_PAIRS,
  jumpLimit,
  marketStanding,
  moneyOf,
  parseMoney,
  POSITION_LIMIT_DOLLARS,
  rateJumpLifecycle,
  midOn,
  toShanghaiDay,
  toShanghaiTime,
  type AuditAction,
  type Currency,
  type FxMarket,
  type MarketWindow,
  type Money,
  type RateBoard,
} from "@coralhub/domain";
import type { PutIntoForce } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { operatorActor } from "../../platform/lifecycle-engine.ts";
import type { ExchangeDeps } from "./deps.ts";
import { hourBefore, isFresh, jumpsOf, movedBasisPoints } from "./guard-rates.ts";
import { findJump, keepNewLevel, listJumps, readBaselines, type RateJump } from "./rates-store.ts";
import {
  insertHours,
  insertTerms,
  lastHoursOf,
  lastTermsOf,
  lockSetting,
  readMarkets,
  readSetTerms,
  readSoldOn,
  type Market,
  type Pair,
} from "./terms-store.ts";

const JUMPS_SHOWN = 100;

export const marketView = (market: Market, now: Date) => {
  const standing = marketStanding(market, now);
  const { isOpen } = standing;
  const changesAt = standing.isOpen ? standing.closesAt : standing.opensAt;
  return { market: market.market, label: market.label, isOpen, changesAt };
};

const boardNow = (deps: ExchangeDeps): Promise<RateBoard | undefined> => deps.fxRates.board().catch(() => undefined);

function inDollars(board: RateBoard | undefined, amount: Money): Money<"USD"> | null {
  const mid = board && midOn(board, amount.currency, "USD");
  return mid === undefined ? null : convertMoney(amount, "USD", mid, "halfEven");
}

/**
 * What the house is long or short of, what it would be worth to close it now, and what it has earned. A merchant's books
 * mirror the house's accounts, so the house's position is the sum of the mirrors, the other way round for the house.
 */
export async function readExposure(deps: ExchangeDeps) {
  const [board, totals, terms, sold] = await Promise.all([
    boardNow(deps),
    deps.ledger.houseTotals(["house.fx", "house.fees", "house.rounding"]),
    readSetTerms(deps.database.db),
    readSoldOn(deps.database.db, toShanghaiDay(deps.clock.now())),
  ]);
  const limit = parseMoney(String(POSITION_LIMIT_DOLLARS), "USD");
  const sumOf = (kind: string, currency: Currency) =>
    totals.find((row) => row.kind === kind && row.total.currency === currency)?.total ?? moneyOf(currency, 0n);
  const currencies = CURRENCY_CODES.flatMap((currency) => {
    const position = sumOf("house.fx", currency);
    const [margin, rounding] = [sumOf("house.fees", currency), sumOf("house.rounding", currency)];
    if (position.minor === 0n && margin.minor === 0n && rounding.minor === 0n) return [];
    const worth = inDollars(board, position);
    const size = worth && (worth.minor < 0n ? -worth.minor : worth.minor);
    return [{ currency, position, inDollars: worth, overLimit: size !== null && size > limit.minor, margin, rounding }];
  });
  const worths = currencies.map((row) => row.inDollars);
  return {
    asOf: board?.at ?? null,
    positionLimit: limit,
    result: worths.reduce<Money<"USD"> | null>((sum, one) => sum && one && addMoney(sum, one), moneyOf("USD", 0n)),
    currencies,
    pairs: sold.map(({ sell, buy, sold: soldToday }) => ({
      sell,
      buy,
      soldToday,
      dayLimit: terms({ sell, buy }).dayLimit,
    })),
  };
}

export async function listPairs(deps: ExchangeDeps) {
  const terms = await readSetTerms(deps.database.db);
  return FX_PAIRS.map(terms);
}

type PairChange = Pair & { isOpen: boolean; minimum: string; maximum: string; dayLimit: string; reason: string };

/** Stopping a pair takes one and counts at once; opening one, or moving its limits, takes two. */
export async function setPair(
  deps: ExchangeDeps,
  ctx: OperatorContext,
  { reason, ...wanted }: PairChange,
): Promise<{ approvalId: string | null }> {
  const { sell, buy, isOpen, minimum, maximum, dayLimit } = wanted;
  const [least, most, day] = [minimum, maximum, dayLimit].map((text) => amountIn(text, sell));
  if (!FX_PAIRS.some((pair) => pair.sell === sell && pair.buy === buy)) throw new Refusal("not_found");
  if (least! < 1n || least! > most! || most! > day!) throw new Refusal("fx.terms_wrong");
  return ctx.once(async (tx) => {
    await lockSetting(tx, subjectOf(wanted));
    if (!isOpen) {
      await putPair(deps, tx, ctx, { ...wanted, reason });
      return { approvalId: null };
    }
    return deps.approvals.propose(tx, ctx, {
      kind: "fx.pair",
      subject: subjectOf(wanted),
      what: `${sell} → ${buy}，单笔 ${minimum} 至 ${maximum}，每日 ${dayLimit}`,
      facts: [
        { label: "币种对", value: `${sell} → ${buy}` },
        { label: "可换", value: "是" },
        { label: "单笔最少", value: `${minimum} ${sell}` },
        { label: "单笔最多", value: `${maximum} ${sell}` },
        { label: "每日额度", value: `${dayLimit} ${sell}` },
      ],
      content: { ...wanted, seen: await lastTermsOf(tx, wanted) } satisfies StoredPair,
      reason,
    });
  });
}
/**
 * `seen`: what was in force when it was proposed. Whoever stopped the pair since then is not overruled by it. Those of the
 * time before it was kept have none, and are judged by the two alone.
 */
type StoredPair = Omit<PairChange, "reason"> & { seen?: string | null };
const subjectOf = ({ sell, buy }: Pair): string => `fx:${sell}-${buy}`;

async function putPair(
  deps: ExchangeDeps,
  tx: Tx,
  ctx: OperatorContext,
  { sell, buy, reason, proposedBy, ...terms }: PairChange & { proposedBy?: string },
): Promise<void> {
  const { isOpen, minimum, maximum, dayLimit } = terms;
  const made = { id: deps.ids.next(), reason, madeBy: proposedBy ?? ctx.operator.id, madeAt: deps.clock.now() };
  await insertTerms(tx, { sell, buy }, { isOpen, minimum, maximum, dayLimit }, made);
  const detail = { isOpen, minimum, maximum, dayLimit, reason, proposedBy };
  await audit(deps, tx, ctx, { action: "fx.pair_set", subject: subjectOf({ sell, buy }), detail });
}

export const putPairIntoForce =
  (deps: ExchangeDeps): PutIntoForce =>
  async (tx, ctx, { content, reason, proposedBy }) => {
    const { seen, ...change } = content as StoredPair;
    await lockSetting(tx, subjectOf(change));
    if (seen !== undefined && (await lastTermsOf(tx, change)) !== seen) throw new Refusal("fx.changed_since");
    await putPair(deps, tx, ctx, { ...change, reason, proposedBy });
  };

function amountIn(text: string, currency: Currency): bigint {
  try {
    return parseMoney(text, currency).minor;
  } catch {
    throw new Refusal("fx.terms_wrong");
  }
}

export async function listMarkets(deps: ExchangeDeps) {
  const markets = await readMarkets(deps.database.db);
  return Object.values(markets).map((market) => ({
    ...marketView(market, deps.clock.now()),
    hours: [...market.hours],
    holidays: market.holidays,
  }));
}

type HoursChange = { market: FxMarket; hours: MarketWindow[]; keepsHolidays: boolean; reason: string };

type StoredHours = Omit<HoursChange, "reason"> & Pick<StoredPair, "seen">;
const marketSubject = (market: FxMarket): string => `fx:${market}`;
const WEEKDAYS = ["一", "二", "三", "四", "五", "六", "日"];

/** Closing a market altogether takes one and counts at once; any other hours take two. */
export async function setHours(
  deps: ExchangeDeps,
  ctx: OperatorContext,
  { reason, ...change }: HoursChange,
): Promise<{ approvalId: string | null }> {
  const { market, keepsHolidays } = change;
  if (change.hours.some(({ from, to }) => from >= to)) throw new Refusal("fx.hours_wrong");
  const hours = change.hours.toSorted((a, b) => a.weekday - b.weekday || (a.from < b.from ? -1 : 1));
  return ctx.once(async (tx) => {
    await lockSetting(tx, marketSubject(market));
    if (hours.length === 0) {
      await putHours(deps, tx, ctx, { ...change, reason });
      return { approvalId: null };
    }
    const { label } = FX_MARKETS[market];
    return deps.approvals.propose(tx, ctx, {
      kind: "fx.hours",
      subject: marketSubject(market),
      what: `${label}的开市时间`,
      facts: [
        { label: "市场", value: label },
        ...WEEKDAYS.map((day, index) => ({
          label: `周${day}`,
          value:
            hours.flatMap(({ weekday, from, to }) => (weekday === index + 1 ? [`${from} 至 ${to}`] : [])).join("，") ||
            "休市",
        })),
        { label: "节假日", value: keepsHolidays ? "休市" : "照常" },
      ],
      content: { market, hours, keepsHolidays, seen: await lastHoursOf(tx, market) } satisfies StoredHours,
      reason,
    });
  });
}

async function putHours(
  deps: ExchangeDeps,
  tx: Tx,
  ctx: OperatorContext,
  { market, hours, keepsHolidays, reason, proposedBy }: HoursChange & { proposedBy?: string },
): Promise<void> {
  const made = { id: deps.ids.next(), reason, madeBy: proposedBy ?? ctx.operator.id, madeAt: deps.clock.now() };
  await insertHours(tx, market, { hours, keepsHolidays }, made);
  const detail = { hours, keepsHolidays, reason, proposedBy };
  await audit(deps, tx, ctx, { action: "fx.hours_set", subject: marketSubject(market), detail });
}

export const putHoursIntoForce =
  (deps: ExchangeDeps): PutIntoForce =>
  async (tx, ctx, { content, reason, proposedBy }) => {
    const { seen, ...change } = content as StoredHours;
    await lockSetting(tx, marketSubject(change.market));
    if (seen !== undefined && (await lastHoursOf(tx, change.market)) !== seen) throw new Refusal("fx.changed_since");
    await putHours(deps, tx, ctx, { ...change, reason, proposedBy });
  };

export async function listRates(deps: ExchangeDeps) {
  const now = deps.clock.now();
  const [board, baselines] = await Promise.all([boardNow(deps), readBaselines(deps.database.db, hourBefore(now))]);
  const jumped = board ? jumpsOf(board, baselines).map(({ currency }) => currency) : [];
  return CURRENCY_CODES.map((currency) => {
    const perDollar = board?.perDollar[currency] ?? null;
    return {
      currency,
      perDollar,
      at: perDollar === null ? null : board!.at,
      source: perDollar === null ? null : board!.source,
      baseline: baselines.get(currency)?.perDollar ?? null,
      jumpLimit: jumpLimit(currency),
      isFresh: perDollar !== null && isFresh(board!.at, now),
      isSuspended: jumped.includes(currency),
    };
  });
}

const jumpView = ({ id, currency, before, after, source, noticedAt, state, note, decidedAt }: RateJump): JumpView => ({
  id,
  currency,
  before,
  after,
  basisPoints: movedBasisPoints(before, after),
  source,
  noticedAt,
  state,
  note,
  decidedAt,
});

export const readJumps = async (deps: ExchangeDeps) => (await listJumps(deps.database.db, JUMPS_SHOWN)).map(jumpView);

type JumpDecision = { id: string; decision: "accept" | "refuse"; note: string };
/**
 * A new level becomes the measure once two have looked at it; a wrong rate changes nothing and takes one: quotes stay stopped
 * until the source is right again.
 */
export const decideJump = (
  deps: ExchangeDeps,
  ctx: OperatorContext,
  { id, decision, note }: JumpDecision,
): Promise<{ approvalId: string | null }> =>
  ctx.once(async (tx) => {
    const jump = await findJump(tx, id);
    if (!jump) throw new Refusal("not_found");
    if (decision === "refuse") {
      await endJump(deps, tx, ctx, { jump, decision, note });
      return { approvalId: null };
    }
    if (jump.state !== "open") throw new Refusal("state.changed");
    const { currency, before, after, source, noticedAt } = jump;
    const moved = `${(movedBasisPoints(before, after) / 100).toFixed(2)}%`;
    return deps.approvals.propose(tx, ctx, {
      kind: "fx.jump",
      subject: `fx_jump:${id}`,
      what: `USD / ${currency} ${before} → ${after}（${moved}）`,
      facts: [
        { label: "币种", value: `USD / ${currency}` },
        { label: "原价", value: before },
        { label: "新价", value: after },
        { label: "变动", value: moved },
        { label: "来源", value: source },
        { label: "发现", value: toShanghaiTime(noticedAt) },
      ],
      content: { id },
      reason: note,
    });
  });

type Ending = { jump: RateJump; decision: JumpDecision["decision"]; note: string; proposedBy?: string };
async function endJump(deps: ExchangeDeps, tx: Tx, ctx: OperatorContext, ending: Ending): Promise<void> {
  const { jump, decision, note, proposedBy } = ending;
  const { id, currency, before, after, source } = jump;
  const at = deps.clock.now();
  const set = { decidedBy: ctx.operator.id, note };
  await deps.lifecycles.advance(tx, rateJumpLifecycle, { id }, decision, { by: operatorActor(ctx), at, set });
  // The level both have seen, not whatever the source says by now: that is measured against it.
  if (decision === "accept") await keepNewLevel(tx, { currency, perDollar: after, source, at });
  const action = decision === "accept" ? "fx.jump_accepted" : "fx.jump_refused";
  await audit(deps, tx, ctx, { action, subject: `fx:${currency}`, detail: { before, after, note, proposedBy } });
}

export const putJumpIntoForce =
  (deps: ExchangeDeps): PutIntoForce =>
  async (tx, ctx, { content, reason, proposedBy }) => {
    const jump = await findJump(tx, (content as { id: string }).id);
    if (!jump) throw new Refusal("state.changed");
    await endJump(deps, tx, ctx, { jump, decision: "accept", note: reason, proposedBy });
  };

type Entry = { action: AuditAction; subject: string; detail: Record<string, unknown> };
const audit = (deps: ExchangeDeps, tx: Tx, { operator, address }: OperatorContext, entry: Entry) =>
  deps.audit.record(tx, { actor: { kind: "operator", id: operator.id }, address, ...entry });
