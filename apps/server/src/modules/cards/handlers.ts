import {
  cardList,
  cardPaymentList,
  cardWithdrawalList,
  fundChangeList,
  rechargeList,
  Refusal,
  type cardDeskEndpoints,
  type cardEndpoints,
} from "@coralhub/contract";
import {
  CARD_BINS,
  CARD_CURRENCY,
  CARD_ORGANISATIONS,
  CARD_RECHARGE_KINDS,
  cardWalletCode,
  moneyOf,
  SERIAL_BUSINESSES,
  startOfShanghaiDay,
  toShanghaiDay,
  WALLET_RECHARGE_KINDS,
  type CardBin,
  type SerialBusiness,
} from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { IssuerHandlers } from "../../rails/card-issuer/index.ts";
import { applyForCards, openingFee } from "./apply-for-cards.ts";
import { countCards } from "./cards-store.ts";
import {
  deleteCard,
  removeCardBook,
  saveCardBook,
  setControls,
  suspendCard,
  unsuspendCard,
  updateCard,
} from "./change-card.ts";
import { closeCard, replaceCard } from "./close-card.ts";
import { removeWarnContact, saveWarnContact, warnContacts } from "./contacts.ts";
import type { CardsDeps } from "./deps.ts";
import { balancesOf, describeCard, describePayment, requireOwnCard } from "./describe.ts";
import {
  addBlockedShop,
  blockCard,
  describeCardCase,
  describeDisputeCase,
  deskLists,
  fileOf,
  programmeView,
  readDisputeFile,
  removeBlockedShop,
  proposeProgramme,
  unblockCard,
} from "./desk/card-desk.ts";
import { reconcileIssuer } from "./desk/reconcile.ts";
import { answerDispute, attachFile, disputePayment, moveDispute, withdrawDispute } from "./dispute.ts";
import { listFiles } from "./disputes-store.ts";
import {
  announceTransfer,
  cancelTransfer,
  quoteFunding,
  fundWallet,
  listSources,
  loadCard,
  sendFundingCode,
  transferFields,
  unloadCard,
} from "./fund-wallet.ts";
import { proposeMatch } from "./take-transfer.ts";
import { proposeReturn } from "./return-transfer.ts";
import { cardSource, fundChangeSource, paymentSource, rechargeSource, withdrawalSource } from "./lists-store.ts";
import { listBlockedShops, readProgramme } from "./programme-store.ts";
import { describeRecharge } from "./describe-recharge.ts";
import { rechargeReceipt } from "./receipt.ts";
import { revealCard } from "./reveal-card.ts";
import { nextSerial } from "./serials.ts";
import { readCardCounts, readStatistics } from "./statistics-store.ts";
import { takeHook } from "./take-hook.ts";
import { tryPurchase } from "./try-purchase.ts";
import { describeBooks, describeFees, describeWallet } from "./wallet.ts";
import { applyForWithdrawal, cancelWithdrawal, confirmWithdrawal, sendWithdrawalCode } from "./withdraw.ts";

type All = Capability<typeof cardEndpoints>["handlers"];
type Desk = Capability<typeof cardDeskEndpoints>["handlers"];

export function cardHandlers(deps: CardsDeps) {
  const { db } = deps.database;
  return {
    async cardUser({ merchantId }) {
      const [certified, programme, fee, cards, fees] = await Promise.all([
        deps.mayMoveMoney(merchantId),
        readProgramme(db),
        openingFee(deps),
        countCards(db, merchantId),
        describeFees(deps),
      ]);
      return {
        certified,
        open: deps.issuer.isOpen,
        openingFee: fee,
        foreignFee: fees.find(({ business }) => business === "card_foreign")!.text,
        mostCards: programme.cardsPerMerchant,
        cards,
        perTransactionAtMost: moneyOf(CARD_CURRENCY, programme.perTransaction),
        dayAtMost: moneyOf(CARD_CURRENCY, programme.day),
        bins: (Object.keys(CARD_BINS) as CardBin[]).map((bin) => {
          const { organisation, ...rest } = CARD_BINS[bin];
          return { bin, organisation: CARD_ORGANISATIONS[organisation], ...rest };
        }),
      };
    },
    cardKycNames: ({ merchantId }) => deps.holderNames(merchantId),
    cards: ({ merchantId }, { group, bookId, ...input }) =>
      deps.lists.page(
        { ownerId: merchantId },
        cardList,
        cardSource(toShanghaiDay(deps.clock.now()), { group, bookId }),
        input,
      ),
    cardCounts: ({ merchantId }) => readCardCounts(db, merchantId),
    card: ({ merchantId }, { id }) => describeCard(deps, { merchantId, id }),
    cardBalance: async ({ merchantId }, { id }) => balancesOf(deps, await requireOwnCard(deps, { merchantId, id })),
    applyForCards: (ctx, { userCardDTO }) => applyForCards(deps, ctx, userCardDTO),
    updateCard: (ctx, input) => updateCard(deps, ctx, input),
    setCardControls: (ctx, input) => setControls(deps, ctx, input),
    suspendCard: (ctx, { id }) => suspendCard(deps, ctx, id),
    unsuspendCard: (ctx, { id }) => unsuspendCard(deps, ctx, id),
    closeCard: (ctx, { id }) => closeCard(deps, ctx, id),
    replaceCard: (ctx, { id }) => replaceCard(deps, ctx, id),
    deleteCard: (ctx, { id }) => deleteCard(deps, ctx, id),
    revealCard: (ctx, input) => revealCard(deps, ctx, input),
    simulateCard: ({ merchantId }, input) => tryPurchase(deps, merchantId, input),
    cardBooks: ({ merchantId }) => describeBooks(deps, merchantId),
    saveCardBook: (ctx, input) => saveCardBook(deps, ctx, input),
    removeCardBook: (ctx, { id }) => removeCardBook(deps, ctx, id),
  } satisfies Partial<All>;
}

const ordered = <I extends { order: "asc" | "desc" }>(input: I, sortType: 0 | 1 | undefined): I =>
  sortType === undefined ? input : { ...input, order: sortType === 1 ? "asc" : "desc" };

export function paymentHandlers(deps: CardsDeps, take: IssuerHandlers) {
  const { db } = deps.database;
  return {
    cardTransactions: ({ merchantId }, { sortType, cardId, ...input }) =>
      deps.lists.page({ ownerId: merchantId }, cardPaymentList, paymentSource({ cardId }), ordered(input, sortType)),
    cardAuthorisations: ({ merchantId }, { sortType, cardId, ...input }) =>
      deps.lists.page(
        { ownerId: merchantId },
        cardPaymentList,
        paymentSource({ cardId, open: true }),
        ordered(input, sortType),
      ),
    cardTransaction: ({ merchantId }, { id }) => describePayment(deps, { merchantId, id }),
    exportCardTransactions: async ({ merchantId }, { filters }) =>
      deps.lists.export({ ownerId: merchantId }, cardPaymentList, paymentSource(), filters),
    async cardStatistics({ merchantId }, { months, cardId }) {
      const now = toShanghaiDay(deps.clock.now());
      const first = Number(now.slice(0, 4)) * 12 + Number(now.slice(5, 7)) - months;
      const since = startOfShanghaiDay(`${Math.floor(first / 12)}-${String((first % 12) + 1).padStart(2, "0")}-01`);
      return readStatistics(db, merchantId, { since, currency: CARD_CURRENCY, cardId });
    },
    attachCardReceipt: (ctx, { id, file }) => attachFile(deps, ctx, { id, file, forDispute: false }),
    async cardFile({ merchantId }, { id, fileId }) {
      const files = await listFiles(db, { merchantId, id });
      if (!files.some((file) => file.id === fileId)) throw new Refusal("not_found");
      return fileOf(deps, merchantId, fileId);
    },
    disputePayment: (ctx, input) => disputePayment(deps, ctx, input),
    addDisputeEvidence: (ctx, { id, file }) => attachFile(deps, ctx, { id, file, forDispute: true }),
    answerDispute: (ctx, input) => answerDispute(deps, ctx, input),
    withdrawDispute: (ctx, { id }) => withdrawDispute(deps, ctx, id),
    cardIssuerNotice: (ctx, signed) => takeHook(deps, take, signed, ctx.now),
  } satisfies Partial<All>;
}

const businessOf = (type: number): SerialBusiness =>
  (Object.keys(SERIAL_BUSINESSES) as SerialBusiness[]).find((name) => SERIAL_BUSINESSES[name].wire === type)!;

export function walletHandlers(deps: CardsDeps) {
  const { db } = deps.database;
  return {
    cardWallet: ({ merchantId }) => describeWallet(deps, merchantId),
    cardFundSources: ({ merchantId }) => listSources(deps, merchantId),
    quoteCardFunding: ({ merchantId }, { amount }) => quoteFunding(deps, merchantId, amount),
    sendCardFundingCode: (ctx, input) => sendFundingCode(deps, ctx, input),
    fundCardWallet: (ctx, input) => fundWallet(deps, ctx, input),
    serialNumber: async ({ merchantId }, { type }) => ({
      serialNumber: await nextSerial(deps, db, merchantId, businessOf(type)),
    }),
    offlineFundingInfo: () => {
      const fields = transferFields();
      return Promise.resolve({
        fields,
        accountNumber: fields[1]!.value,
        notes: [
          "汇款附言请只写流水号，凭它自动入账",
          "从本企业或本人同名账户汇出，汇款人要与登记的一致",
          "到账时间由汇出银行决定，以实际到账金额为准",
        ],
        open: deps.issuer.isOpen,
      });
    },
    announceOfflineFunding: (ctx, input) => announceTransfer(deps, ctx, input),
    cancelOfflineFunding: (ctx, { id }) => cancelTransfer(deps, ctx, id),
    walletRecharges: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, rechargeList, rechargeSource(WALLET_RECHARGE_KINDS), input),
    cardRechargeReceipt: ({ merchantId }, { id, language }) => rechargeReceipt(deps, { merchantId, id }, language),
    withdrawFromCards: (ctx, input) => applyForWithdrawal(deps, ctx, input),
    sendCardWithdrawalCode: (ctx, input) => sendWithdrawalCode(deps, ctx, input),
    confirmCardWithdrawal: (ctx, input) => confirmWithdrawal(deps, ctx, input),
    confirmCardWithdraw: (ctx, input) => confirmWithdrawal(deps, ctx, input),
    cancelCardWithdrawal: (ctx, { id }) => cancelWithdrawal(deps, ctx, id),
    cardWithdrawals: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, cardWithdrawalList, withdrawalSource, input),
    ownCnyAccount: ({ merchantId }) => deps.ownCnyAccount(merchantId),
    fundChanges: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, fundChangeList, fundChangeSource(cardWalletCode(CARD_CURRENCY)), input),
    exportFundChanges: async ({ merchantId }, { filters }) =>
      deps.lists.export(
        { ownerId: merchantId },
        fundChangeList,
        fundChangeSource(cardWalletCode(CARD_CURRENCY)),
        filters,
      ),
    rechargeCard: (ctx, input) => loadCard(deps, ctx, input),
    unloadCard: (ctx, input) => unloadCard(deps, ctx, input),
    cardRecharges: ({ merchantId }, { fromCardId, ...input }) =>
      deps.lists.page({ ownerId: merchantId }, rechargeList, rechargeSource(CARD_RECHARGE_KINDS, fromCardId), input),
    cardRechargeDetail: ({ merchantId }, { id }) => describeRecharge(deps, { merchantId, id }),
    cardFees: () => describeFees(deps),
    warnContacts: ({ merchantId }) => warnContacts(deps, db, merchantId),
    saveWarnContact: (ctx, input) => saveWarnContact(deps, ctx, input),
    removeWarnContact: (ctx, { id }) => removeWarnContact(deps, ctx, id),
  } satisfies Partial<All>;
}

export function deskHandlers(deps: CardsDeps) {
  const { db } = deps.database;
  const lists = deskLists(deps);
  return {
    cardDesk: (_ctx, input) => lists.cards(input),
    cardCase: (ctx, key) => describeCardCase(deps, ctx, key),
    blockCard: (ctx, input) => blockCard(deps, ctx, input),
    unblockCard: (ctx, input) => unblockCard(deps, ctx, input),
    cardProgramme: async () => programmeView(await readProgramme(db)),
    setCardProgramme: (ctx, input) => proposeProgramme(deps, ctx, input),
    blockedShops: () => listBlockedShops(db),
    blockShop: (ctx, input) => addBlockedShop(deps, ctx, input),
    unblockShop: (ctx, input) => removeBlockedShop(deps, ctx, input),
    cardDisputeDesk: (_ctx, input) => lists.disputes(input),
    cardDisputeCase: (ctx, key) => describeDisputeCase(deps, ctx, key),
    moveCardDispute: (ctx, input) => moveDispute(deps, ctx, input),
    cardDisputeFile: (ctx, input) => readDisputeFile(deps, ctx, input),
    cardTransferDesk: (_ctx, input) => lists.transfers(input),
    matchCardTransfer: (ctx, input) => proposeMatch(deps, ctx, input),
    returnCardTransfer: (ctx, input) => proposeReturn(deps, ctx, input),
    cardReconciliation: (_ctx, { days }) => reconcileIssuer(deps, days),
  } satisfies Desk;
}
