import { Refusal } from "@coralhub/contract";
import {
  dateFindings,
  isCountedByShop,
  isOrderAmount,
  NO_RECORD,
  orderRowLifecycle,
  plainOrderNumber,
  platformName,
  readCellAmount,
  toCurrency,
  toShanghaiDay,
  type ReadOrder,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { MarketplaceError, Trade } from "../../rails/marketplaces/index.ts";
import type { OrdersDeps } from "./deps.ts";
import { listDaysCome, listKnownNumbers, listUnreadRows, takeMoments, type ToldRefund } from "./known-numbers-store.ts";
import { packRows, type ComingRow } from "./packed-rows.ts";
import { lockQuota } from "./quota-store.ts";
import { listReadFigures, rememberFigures } from "./refunds-store.ts";
import { lastLine, reviewRecord } from "./rows-store.ts";
import { settleReplaced, settleUpload, storeRows } from "./store-rows.ts";
import { takeRefunds, tellOthers } from "./told-refunds.ts";
import { DAY_MS, EVERY_MS, joinGaps, piecesToRead } from "./reading-periods.ts";
import {
  findStoreBrief,
  findSync,
  knowShop,
  listDue,
  listGaps,
  lockStore,
  replaceGaps,
  saveSync,
  type Gap,
} from "./stores-view-store.ts";
import { insertUpload, listForsaken, lockUpload, noteProgress, type Upload } from "./uploads-store.ts";

export const SYNC_JOB = "orders.sync";
/** The first reading begins so long ago. */
const FIRST_DAYS = 60;
const RETRY_MS = 15 * 60_000;
/** As long as its job may run: nobody adds to it any more. */
const FORSAKEN_MS = 15 * 60_000;
type StoreKey = { merchantId: string; storeId: string };
/** Whether a piece is asked for by what has changed in it. */
const WORDS = { sold: [false], changed: [true], both: [false, true] } as const;

/** The merchant does not want to wait for the next turn. */
export async function askForSync(deps: OrdersDeps, ctx: MerchantContext, storeId: string): Promise<null> {
  const { merchantId } = ctx;
  const store = await findStoreBrief(deps.database.db, merchantId, storeId);
  if (!store) throw new Refusal("not_found");
  const able = await deps.stores.orderList({ merchantId, id: storeId });
  if (able === "unconnected") throw new Refusal("order.not_connected");
  if (able === "none") throw new Refusal("order.no_order_list", { platform: platformName(store.platform) });
  return ctx.once(async (tx) => {
    await deps.jobs.send(tx, SYNC_JOB, { merchantId, storeId });
    return null;
  });
}

/** Every connected store has its turn. */
export async function planSyncs(deps: OrdersDeps): Promise<void> {
  const now = deps.clock.now();
  for (const key of await listDue(deps.database.db, now)) {
    await deps.database.transaction(async (tx) => {
      const known = await findSync(tx, key.merchantId, key.storeId);
      const readUntil = known?.readUntil ?? new Date(now.getTime() - FIRST_DAYS * DAY_MS);
      await saveSync(
        tx,
        { ...key, readUntil, nextAt: new Date(now.getTime() + EVERY_MS), problem: known?.problem ?? null },
        now,
      );
      await deps.jobs.send(tx, SYNC_JOB, key);
    });
  }
}

/**
 * Reads what a store has sold since it was read last. Each page is kept by itself; what breaks off is read again from the
 * beginning of its piece, where the numbers that were kept are known. What was not read is written down as what it is: a gap.
 */
export async function syncStore(deps: OrdersDeps, key: StoreKey): Promise<void> {
  const { db } = deps.database;
  const { merchantId, storeId } = key;
  const store = await findStoreBrief(db, merchantId, storeId);
  const able = await deps.stores.orderList({ merchantId, id: storeId });
  if (!store || able === "unconnected" || able === "none") return;
  const now = deps.clock.now();
  const known = await findSync(db, merchantId, storeId);
  const last = known?.readUntil ?? new Date(now.getTime() - FIRST_DAYS * DAY_MS);
  const left = (await listGaps(db, merchantId)).filter((gap) => gap.storeId === storeId);
  const { platform, name, currency } = store;
  const shopId = await knowShop(db, { ...key, platform });
  const run: Run = { ...key, shopId, platform, name, currency, uploadId: null };
  let readUntil = last;
  const gaps: Gap[] = [];
  let trouble: Trouble | undefined;
  const come = await listDaysCome(db, key, now);
  for (const { since, until, by, missing } of piecesToRead(last, now, left, able, come)) {
    if (trouble?.stops) gaps.push(...missing);
    else
      try {
        for await (const page of pagesBy(able, by, { since, until, currency: store.currency }))
          await takePage(deps, run, page);
        if (until > readUntil) readUntil = until;
      } catch (error) {
        deps.log.warn({ err: error, storeId }, "orders of a store not read whole");
        trouble = troubleOf(error);
        gaps.push(...missing);
      }
  }
  const wait = trouble ? trouble.waitMs : EVERY_MS;
  const problem = trouble ? "平台暂时没有给全订单，稍后自动接着读" : null;
  await deps.database.transaction(async (tx) => {
    await saveSync(tx, { ...key, readUntil, nextAt: new Date(now.getTime() + wait), problem }, now);
    await replaceGaps(tx, key, joinGaps(gaps));
  });
  const { uploadId } = run;
  if (uploadId !== null)
    await deps.database.transaction(async (tx) => void (await settleUpload(deps, tx, { merchantId, id: uploadId })));
}

type Reader = Exclude<Awaited<ReturnType<OrdersDeps["stores"]["orderList"]>>, string>;
async function* pagesBy(read: Reader, by: keyof typeof WORDS, period: Parameters<Reader>[0]): AsyncIterable<Trade[]> {
  for (const changed of WORDS[by]) for await (const page of read({ ...period, changed })) yield page.map(asWritten);
}
/** A shop may write its numbers as it likes: read in one way, as in its files, they are the same orders. */
function asWritten(trade: Trade): Trade {
  const reference = plainOrderNumber(trade.reference);
  if (reference === null || reference === trade.reference) return trade;
  return { ...trade, reference, formerly: trade.formerly ?? trade.reference };
}

type Trouble = { waitMs: number; stops: boolean };
/** An answer that cannot be used says nothing of other periods; whoever is busy, away or no longer agrees is not asked further. */
function troubleOf(error: unknown): Trouble {
  const { trouble, retryAfterSeconds } = error as { trouble?: MarketplaceError["trouble"]; retryAfterSeconds?: number };
  return {
    waitMs: retryAfterSeconds === undefined ? RETRY_MS : retryAfterSeconds * 1_000,
    stops: trouble !== "unexpected",
  };
}

/** The next reading begins a delivery of its own: one whose reader went away with its process ends with what it has. */
export async function settleForsaken(deps: OrdersDeps): Promise<void> {
  const { db, transaction } = deps.database;
  for (const key of await listForsaken(db, "store", new Date(deps.clock.now().getTime() - FORSAKEN_MS))) {
    await transaction(async (tx) => {
      if ((await lockUpload(tx, key)).state === "analysing") await settleUpload(deps, tx, key);
    });
  }
}

type Run = StoreKey & {
  shopId: string | null;
  platform: string;
  name: string;
  currency: Upload["currency"];
  uploadId: string | null;
};
/** A page that brings nothing new costs two looks, and no transaction. */
async function takePage(deps: OrdersDeps, run: Run, page: readonly Trade[]): Promise<void> {
  await takeTold(deps, run, page);
  const { db } = deps.database;
  const known = await listKnownNumbers(db, run, page.flatMap(numbersOf));
  await takeMoments(
    db,
    run.merchantId,
    page.flatMap((trade) => otherMoments(trade, known, deps.clock.now())),
  );
  if (freshOf(page, known, deps.clock.now()).length === 0) return;
  let uploadId = run.uploadId;
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    // Two readings of a store at once bring nothing twice: the second finds what the first has taken.
    await lockStore(tx, run.storeId);
    const fresh = freshOf(page, await listKnownNumbers(tx, run, page.flatMap(numbersOf)), at);
    if (fresh.length === 0) return;
    const { merchantId, storeId, platform } = run;
    const numbers = fresh.filter((trade) => isReadable(trade, at)).flatMap(numbersOf);
    await replaceUnread(deps, tx, { merchantId, storeId }, numbers);
    uploadId = await openDelivery(deps, tx, { ...run, uploadId }, at);
    const key = { merchantId, id: uploadId };
    const begin = (await lastLine(tx, key)) + 1;
    const rows = fresh.map((trade, place): ComingRow => ({
      line: begin + place,
      given: givenOf(trade),
      read: readTrade(trade, run.currency, at),
    }));
    // Of marketplaces nobody asks for it.
    const record = isCountedByShop(platform) ? await reviewRecord(tx, merchantId) : NO_RECORD;
    await storeRows(deps, tx, await lockUpload(tx, key), packRows(rows), record);
    await noteProgress(tx, key, { total: begin - 1 + rows.length, done: begin - 1 + rows.length }, at);
  });
  // Only what has committed is there to be added to.
  run.uploadId = uploadId;
}

/** What the platform says of refunds and was not told before. What is remembered was taken in the transaction that wrote it down. */
async function takeTold(deps: OrdersDeps, run: Run, page: readonly Trade[]): Promise<void> {
  const refunds = page.flatMap((trade) => refundOf(trade, deps.clock.now()));
  if (refunds.length === 0) return;
  const { db, transaction } = deps.database;
  const numbers = refunds.map(({ orderNumber }) => orderNumber);
  const known = await listReadFigures(db, run, numbers);
  const news = refunds.filter((refund) => refund.refundedMinor > known(refund));
  if (news.length === 0) return;
  // By itself: storing locks the delivery before the quota, and a person who decides about it does the same.
  await transaction(async (tx) => {
    await lockQuota(tx, run.merchantId);
    await rememberFigures(tx, run, news, { at: deps.clock.now(), isRead: true });
    await takeRefunds(deps, tx, run, news);
    await tellOthers(
      deps,
      tx,
      run,
      news.map(({ orderNumber }) => orderNumber),
    );
  });
}

type Known = Awaited<ReturnType<typeof listKnownNumbers>>;
/** What the merchant has brought itself, sold for the same money at another time than the platform says. */
function otherMoments(trade: Trade, known: Known, now: Date): { id: string; at: Date }[] {
  if (!isReadable(trade, now)) return [];
  const { currency, amountMinor } = readTrade(trade, null, now);
  return numbersOf(trade).flatMap((number) => {
    const brought = known.get(number)?.brought;
    if (!brought || brought.currency !== currency || brought.minor !== amountMinor) return [];
    return brought.at.getTime() === trade.at.getTime() ? [] : [{ id: brought.id, at: trade.at }];
  });
}

/** What of a page is not known yet, each once; what could not be read before and can be now is news. */
function freshOf(page: readonly Trade[], known: Known, now: Date): Trade[] {
  const seen = new Set<string>();
  return page.filter((trade) => {
    if (trade.stage !== undefined || seen.has(trade.reference)) return false;
    seen.add(trade.reference);
    return numbersOf(trade).every((number) => {
      const one = known.get(number);
      return one === undefined || (one.unread && isReadable(trade, now));
    });
  });
}

async function replaceUnread(deps: OrdersDeps, tx: Tx, store: StoreKey, numbers: readonly string[]): Promise<void> {
  const rows = await listUnreadRows(tx, store, numbers);
  if (rows.length === 0) return;
  const { merchantId } = store;
  const uploads = [...new Set(rows.map(({ uploadId }) => uploadId))].toSorted();
  for (const id of uploads) await lockUpload(tx, { merchantId, id });
  const moves = rows.map(({ id }) => ({ key: { merchantId, id } }));
  const doing = { by: SYSTEM, at: deps.clock.now() };
  await deps.lifecycles.advanceMany(tx, orderRowLifecycle, "replace", doing, moves);
  for (const id of uploads) await settleReplaced(deps, tx, { merchantId, id });
}

/** The delivery that this reading adds to. One that was silent for so long that it was ended is followed by another. */
async function openDelivery(deps: OrdersDeps, tx: Tx, run: Run, at: Date): Promise<string> {
  const { merchantId, storeId, platform, uploadId } = run;
  if (uploadId !== null && (await lockUpload(tx, { merchantId, id: uploadId })).state === "analysing") return uploadId;
  const id = deps.ids.next();
  await insertUpload(
    tx,
    {
      merchantId,
      id,
      way: "store",
      platform,
      storeId,
      currency: run.currency,
      sheet: "template",
      fileId: null,
      fileHash: null,
      fileName: `${run.name} ${toShanghaiDay(at)} 店铺同步`,
      url: "",
      corrects: null,
    },
    at,
  );
  return id;
}

/** All that it may be known by. */
const numbersOf = ({ reference, formerly }: Trade): string[] =>
  formerly === undefined ? [reference] : [reference, formerly];

/** What was cancelled after it was read is given back as a whole. */
const refundOf = (trade: Trade, now: Date): ToldRefund[] => {
  const { currency, amountMinor, refundedMinor: told } = readTrade(trade, null, now);
  const refundedMinor = trade.stage === "void" && amountMinor !== null && amountMinor > told ? amountMinor : told;
  if (currency === null || refundedMinor <= 0n) return [];
  return numbersOf(trade).map((orderNumber) => ({ orderNumber, currency, refundedMinor }));
};

/** One of a year that no table takes cannot be read either. */
const isTime = (at: Date): boolean => at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9_999;
const isReadable = ({ at, currency }: Trade, now: Date): boolean =>
  isTime(at) && !dateFindings(at, now).includes("dateFuture") && toCurrency(currency) !== undefined;

const givenOf = ({ reference, at, currency, amount, refunded, settlement }: Trade) => ({
  orderNumber: reference,
  ...(isTime(at) && { orderedAt: at.toISOString() }),
  currency,
  amount,
  goods: "平台订单",
  ...(refunded !== undefined && { refunded }),
  ...(settlement !== undefined && { serial: settlement }),
});

/**
 * What the platform says itself needs no second look at its shape. A sale in another currency than the store is paid out in
 * proves nothing of that money; it is kept with its reason, as everything the platform tells.
 */
function readTrade(
  { reference, at, currency: said, amount, refunded, settlement }: Trade,
  own: Upload["currency"],
  now: Date,
): ReadOrder {
  const currency = toCurrency(said) ?? null;
  const amountMinor = currency === null ? null : (readCellAmount(amount, ".", currency) ?? null);
  const refundedMinor =
    currency === null || refunded === undefined ? 0n : (readCellAmount(refunded, ".", currency) ?? 0n);
  // What has changed just now may have been sold at any time.
  const findings: ReadOrder["findings"] = isTime(at) ? dateFindings(at, now) : ["dateMalformed"];
  if (currency === null) findings.push("currencyUnknown");
  else if (own !== null && currency !== own) findings.push("currencyOther");
  if (currency !== null && (amountMinor === null || !isOrderAmount(amountMinor, currency)))
    findings.push("amountRange");
  else if (amountMinor !== null && refundedMinor >= amountMinor) findings.push("refundedWhole");
  const nothing = { quantity: null, country: null, buyer: null, carrier: null, tracking: null };
  return {
    ...nothing,
    orderNumber: reference,
    orderedAt: isTime(at) ? at : null,
    currency,
    amountMinor,
    refundedMinor,
    serial: settlement ?? null,
    goods: "平台订单",
    findings,
  };
}
