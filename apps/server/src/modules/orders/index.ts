import {
  ORDER_PLATFORMS,
  orderBehindList,
  orderDeskEndpoints,
  orderDeskList,
  orderEndpoints,
  orderFundList,
  orderGatewayEndpoints,
  orderList,
  orderUploadList,
  quotaUseList,
  type OrderPlatformKey,
  type FileReply,
  type Refusal,
} from "@coralhub/contract";
import { moneyOf, roundFigure, type Money } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { ANALYSE_JOB, analyseUpload, resumeUploads } from "./analyse-upload.ts";
import type { OrdersDeps, OrdersHouse } from "./deps.ts";
import {
  describeOrder,
  describeOverview,
  describePlatforms,
  describeReport,
  describeUpload,
  problemText,
  requireUpload,
} from "./describe-orders.ts";
import { describeUses } from "./describe-quota.ts";
import { findOrders } from "./find-store.ts";
import {
  bindOffer,
  bindOrders,
  bindSerial,
  describeIncome,
  MATCH_JOB,
  matchMerchant,
  pageBound,
  pageFree,
  planMatches,
  unbindAll,
  unbindOrders,
} from "./match-orders.ts";
import { fundSource, sumBehind } from "./matches-store.ts";
import { keepFile, orderTemplate, originalFile, readFile, rejectedRows } from "./order-files.ts";
import { readUploadRows } from "./order-rows-store.ts";
import { proveTrade } from "./prove-trade.ts";
import {
  carryOver,
  consumeMoves,
  handOver,
  missingFor,
  releaseMoves,
  reserveMove,
  reserveMoves,
  type Move,
} from "./move-quota.ts";
import { refundOrder } from "./quota.ts";
import { behindSource, quotaUseSource, raiseFigure } from "./quota-store.ts";
import { applyAnalysis, cancelUpload, receiveFile } from "./receive-upload.ts";
import {
  beginReview,
  decideOrders,
  describeCase,
  describeCaseRows,
  describeReasons,
  lookUpWaybill,
  readPaper,
} from "./review-orders.ts";
import { orderSource, platformOrderSource, uploadOrderSource, type OrderKey } from "./rows-store.ts";
import { askForSync, planSyncs, settleForsaken, SYNC_JOB, syncStore } from "./sync-stores.ts";
import { orderTodos } from "./todos.ts";
import { OTHERS_JOB, takeOthersRefunds, type ToldToOthers } from "./told-refunds.ts";
import { repairOrder, typeOrders } from "./type-orders.ts";
import { countUploads, countWaitingUploads, uploadDeskSource, uploadSource, type UploadKey } from "./uploads-store.ts";

/**
 * What whoever moves money into CNY asks: set quota aside with the confirmation, use it when it settles, or give it back. Asked
 * before the money is posted, so that everybody waits for everybody else in the same order.
 */
export type Quota = {
  missingFor(merchantId: string, wanted: Pick<Move, "amount" | "platforms">): Promise<Money[]>;
  reserve(tx: Tx, merchantId: string, move: Move): Promise<void>;
  /** Many at once; answers what stands in the way of which. */
  reserveMany(tx: Tx, merchantId: string, moves: readonly Move[]): Promise<Map<string, Refusal>>;
  consume(tx: Tx, merchantId: string, moveId: string, as?: Pick<Move, "id" | "reference">): Promise<void>;
  consumeMany(tx: Tx, merchantId: string, moveIds: readonly string[]): Promise<void>;
  release(tx: Tx, merchantId: string, ...moveIds: string[]): Promise<void>;
  /** Exchanged into another currency than CNY. */
  carryOver(tx: Tx, merchantId: string, exchanged: { sold: Money; bought: Money }): Promise<void>;
  /** From one merchant's wallet to another's. */
  handOver(tx: Tx, handed: { from: string; to: string; amount: Money }): Promise<void>;
};
export type Orders = Capability<typeof orderEndpoints> & {
  gateway: Capability<typeof orderGatewayEndpoints>;
  desk: Capability<typeof orderDeskEndpoints>;
  quota: Quota;
  /** What the orders behind these incomes come to, by income; one without orders is missing. */
  behind(merchantId: string, incomeIds: readonly string[]): Promise<Map<string, Money>>;
  /** The orders of a month as one table. */
  monthFile(merchantId: string, month: string): FileReply;
  /** The sandbox's platforms: orders that are simply there, and buyers who want their money back. */
  market: {
    prove(
      tx: Tx,
      request: { merchantId: string; platformCode: string; amount: Money },
    ): Promise<{ uploadId: string; granted: Money }>;
    refund(tx: Tx, key: OrderKey, amount: Money): Promise<{ taken: Money; owed: Money }>;
  };
};

/** Small enough to pass without a person. */
const PART_DOLLARS = 4_000;
/** Whoever owes is a case for people: more than these nobody reads in one sitting. */
const DEBTORS_SHOWN = 100;

export function createOrders(house: OrdersHouse): Orders {
  const { rails, messages, certification, stores } = house;
  const deps: OrdersDeps = {
    ...house,
    logistics: rails.logistics,
    stores: stores.connections,
    sendMessage: messages.send,
    nameOf: async (merchantId) => (await certification.briefOf(merchantId)).name ?? "",
  };
  const { db } = deps.database;
  return {
    endpoints: orderEndpoints,
    handlers: { ...uploadHandlers(deps), ...viewHandlers(deps), ...platformHandlers(deps) },
    gateway: { endpoints: orderGatewayEndpoints, handlers: { ...matchingHandlers(deps), ...analysisHandlers(deps) } },
    desk: { endpoints: orderDeskEndpoints, handlers: deskHandlers(deps) },
    quota: {
      missingFor: (merchantId, wanted) => missingFor(deps, merchantId, wanted),
      reserve: (tx, merchantId, move) => reserveMove(deps, tx, merchantId, move),
      reserveMany: (tx, merchantId, moves) => reserveMoves(deps, tx, merchantId, moves),
      consume: (tx, merchantId, moveId, as) => consumeMoves(deps, tx, merchantId, [moveId], as),
      consumeMany: (tx, merchantId, moveIds) => consumeMoves(deps, tx, merchantId, moveIds),
      release: (tx, merchantId, ...moveIds) => releaseMoves(deps, tx, merchantId, moveIds),
      carryOver: (tx, merchantId, exchanged) => carryOver(deps, tx, merchantId, exchanged),
      handOver: (tx, handed) => handOver(deps, tx, handed),
    },
    behind: async (merchantId, incomeIds) =>
      new Map(
        (await sumBehind(db, merchantId, incomeIds)).map(({ incomeId, currency, minor }) => [
          incomeId,
          moneyOf(currency, minor),
        ]),
      ),
    monthFile: (merchantId, month) => monthFile(deps, merchantId, month),
    market: {
      prove: (tx, request) =>
        proveTrade(deps, tx, { ...request, partMinor: roundFigure(PART_DOLLARS, request.amount.currency).minor }),
      refund: async (tx, key, amount) => {
        const { taken, owed } = await refundOrder(deps, tx, key, amount);
        await raiseFigure(tx, key.merchantId, key.id, taken.minor + owed.minor);
        return { taken, owed };
      },
    },
    jobs: {
      [ANALYSE_JOB]: { run: (data) => analyseUpload(deps, data as UploadKey) },
      [SYNC_JOB]: { run: (data) => syncStore(deps, data as { merchantId: string; storeId: string }) },
      [OTHERS_JOB]: { run: (data) => takeOthersRefunds(deps, data as ToldToOthers) },
      [MATCH_JOB]: { run: (data) => matchMerchant(deps, (data as { merchantId: string }).merchantId) },
      "orders.resume": {
        cron: "* * * * *",
        async run() {
          await resumeUploads(deps);
          await settleForsaken(deps);
          await planSyncs(deps);
          await planMatches(deps);
        },
      },
    },
    waiting: { orders: () => countWaitingUploads(db) },
    todos: (merchantId) => orderTodos(deps, merchantId),
    find: (merchantId, wanted) => findOrders(db, merchantId, wanted),
    async personalData(merchantId) {
      return { 订单材料份数: (await countUploads(db, merchantId)).all };
    },
  };
}

/** Ordered in that month; the archive it goes into counts as one export. */
function monthFile({ lists }: OrdersDeps, merchantId: string, month: string): FileReply {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  const file = lists.export({ ownerId: merchantId }, orderList, orderSource, {
    orderedAt: { begin: `${month}-01`, end: last },
  });
  return { ...file, fileName: `订单-${month}.csv` };
}

const key = ({ merchantId }: MerchantContext, id: string): UploadKey => ({ merchantId, id });

const uploadHandlers = (deps: OrdersDeps) =>
  ({
    analyseFile: (ctx, { file, merchantsId, excelType, url }) =>
      receiveFile(deps, ctx, file, { merchantsId, excelType, url }),
    uploadOrders: (ctx, { file, ...request }) => receiveFile(deps, ctx, file, request),
    typeOrders: (ctx, input) => typeOrders(deps, ctx, input),
    repairOrder: (ctx, input) => repairOrder(deps, ctx, input),
    syncOrders: (ctx, { merchantsId }) => askForSync(deps, ctx, merchantsId),
  }) satisfies Partial<Orders["handlers"]>;

const viewHandlers = (deps: OrdersDeps) =>
  ({
    orderPreview: ({ merchantId }, { uploadId, ...input }) =>
      deps.lists.page({ ownerId: merchantId }, orderList, uploadOrderSource(uploadId), input),
    searchOrders: ({ merchantId }, input) => deps.lists.page({ ownerId: merchantId }, orderList, orderSource, input),
    order: ({ merchantId }, { id }) => describeOrder(deps, merchantId, id),
    uploadRecords: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, orderUploadList, uploadSource, input),
    uploadRecord: (ctx, { id }) => describeUpload(deps, key(ctx, id)),
    failureReport: (ctx, { id }) => describeReport(deps, key(ctx, id)),
    rejectedRows: (ctx, { id }) => rejectedRows(deps, key(ctx, id)),
    orderPlatforms: ({ merchantId }) => describePlatforms(deps, merchantId),
    orderOverview: ({ merchantId }) => describeOverview(deps, merchantId),
    quotaUses: ({ merchantId }, input) => deps.lists.page({ ownerId: merchantId }, quotaUseList, quotaUseSource, input),
    quotaUse: ({ merchantId }, { id }) => describeUses(deps, merchantId, id),
    quotaUseOrders: ({ merchantId }, { useId, ...input }) =>
      deps.lists.page({ ownerId: merchantId }, orderBehindList, behindSource(useId), input),
    orderFunds: ({ merchantId }, input) => deps.lists.page({ ownerId: merchantId }, orderFundList, fundSource, input),
  }) satisfies Partial<Orders["handlers"]>;

function platformHandlers(deps: OrdersDeps) {
  const list =
    (name: OrderPlatformKey): Orders["handlers"]["ebayOrders"] =>
    ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, orderList, platformOrderSource(ORDER_PLATFORMS[name].platform), input);
  const bind =
    (name: OrderPlatformKey): Orders["handlers"]["ebayBindSerial"] =>
    (ctx, input) =>
      bindSerial(deps, ctx, ORDER_PLATFORMS[name].platform, input);
  return {
    bigcommerceOrders: list("bigcommerce"),
    bigcommerceBindSerial: bind("bigcommerce"),
    threeCartOrders: list("threeCart"),
    threeCartBindSerial: bind("threeCart"),
    dhgateOrders: list("dhgate"),
    dhgateBindSerial: bind("dhgate"),
    shopifyOrders: list("shopify"),
    shopifyBindSerial: bind("shopify"),
    ebayOrders: list("ebay"),
    ebayBindSerial: bind("ebay"),
  } satisfies Partial<Orders["handlers"]>;
}

const matchingHandlers = (deps: OrdersDeps) =>
  ({
    vaOrders: ({ merchantId }, input) => deps.lists.page({ ownerId: merchantId }, orderFundList, fundSource, input),
    vaOrder: ({ merchantId }, { id }) => describeIncome(deps, merchantId, id),
    boundOrders: ({ merchantId }, input) => pageBound(deps, merchantId, input),
    freeOrders: ({ merchantId }, input) => pageFree(deps, merchantId, input),
    bindOrders: (ctx, input) => bindOrders(deps, ctx, input),
    bindOffer: (ctx, input) => bindOffer(deps, ctx, input),
    unbindOrders: (ctx, input) => unbindOrders(deps, ctx, input),
    unbindAll: (ctx, input) => unbindAll(deps, ctx, input),
    matchOrders: (ctx) =>
      ctx.once(async (tx) => {
        await deps.jobs.send(tx, MATCH_JOB, { merchantId: ctx.merchantId });
        return null;
      }),
  }) satisfies Partial<Orders["gateway"]["handlers"]>;

const analysisHandlers = (deps: OrdersDeps) =>
  ({
    analysisTemplate: () => orderTemplate(),
    analysisHistory: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, orderUploadList, uploadSource, input),
    applyAnalysis: (ctx, input) => applyAnalysis(deps, ctx, input),
    async analysisStatus(ctx, { id }) {
      const { state, rowsTotal, rowsDone, problem } = await requireUpload(deps, key(ctx, id));
      const percent = state === "analysing" ? Math.floor((rowsDone * 100) / Math.max(rowsTotal, 1)) : 100;
      return { id, state, rowsTotal, rowsDone, percent, problemText: problemText(problem) };
    },
    async analysisSnapshot(ctx, { id }) {
      const detail = await describeUpload(deps, key(ctx, id));
      return { ...detail, rows: await readUploadRows(deps.database.db, key(ctx, id), "all", 20) };
    },
    analysisDocument: (ctx, { id }) => originalFile(deps, key(ctx, id)),
    cancelAnalysis: (ctx, { id }) => cancelUpload(deps, ctx, id),
    uploadMetadata: (ctx, { file, kind }) => keepFile(deps, ctx, file, kind),
    downloadMetadata: ({ merchantId }, { fileId }) => readFile(deps, merchantId, fileId),
  }) satisfies Partial<Orders["gateway"]["handlers"]>;

const deskHandlers = (deps: OrdersDeps): Orders["desk"]["handlers"] => ({
  orderDesk: (_ctx, input) => deps.lists.page({ scope: "all" }, orderDeskList, uploadDeskSource, input),
  orderCase: (ctx, one) => describeCase(deps, ctx, one),
  orderCaseRows: (_ctx, one) => describeCaseRows(deps, one),
  beginReview: (ctx, one) => beginReview(deps, ctx, one),
  decideOrders: (ctx, input) => decideOrders(deps, ctx, input),
  checkWaybill: (ctx, one) => lookUpWaybill(deps, ctx, one),
  orderPaper: (ctx, one) => readPaper(deps, ctx, one),
  quotaDebtors: async () =>
    (await deps.ledger.quotaDebtors(DEBTORS_SHOWN)).map(({ owed, ...row }) => ({ ...row, debt: owed })),
  orderReasons: () => describeReasons(deps),
});

export { quotaShort, type Move } from "./move-quota.ts";
export { plantOrders, quotaHistory, type DeliveryPlant, type UsePlant } from "./plant-orders.ts";
