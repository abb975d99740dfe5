import { cardDeskEndpoints, cardEndpoints } from "@coralhub/contract";
import { addressOf, CARD_CURRENCY, CARD_FUNDING_ACCOUNT, moneyOf, moneyText } from "@coralhub/domain";
import type { Capability, PutIntoForce } from "../../platform/capability.ts";
import { createSecrets } from "../../platform/secrets.ts";
import type { IssuerHandlers } from "../../rails/card-issuer/index.ts";
import { findAccount } from "./account-store.ts";
import { putProgrammeIntoForce } from "./desk/card-desk.ts";
import { deliverRequest, REQUEST_TOPIC, takeOpened, takeRefused } from "./apply-for-cards.ts";
import { countCards } from "./cards-store.ts";
import { STATE_TOPIC, withholdCards } from "./change-card.ts";
import { takeExpired } from "./close-card.ts";
import type { CardsDeps, CardsHouse } from "./deps.ts";
import { CHARGEBACK_TOPIC, deliverChargeback, deliverPursuit, PURSUIT_TOPIC, takeDisputeNotice } from "./dispute.ts";
import { countDisputesWaiting, countOpenDisputes } from "./disputes-store.ts";
import { findCards } from "./find-store.ts";
import { createLooker } from "./authorise.ts";
import { cardHandlers, deskHandlers, paymentHandlers, walletHandlers } from "./handlers.ts";
import { holderNames } from "./holder-names.ts";
import { countUnderWay, countUnmatched } from "./recharges-store.ts";
import { putReturnIntoForce } from "./return-transfer.ts";
import { createRevealPage, REVEAL_PATH } from "./reveal-card.ts";
import { deliverState } from "./send-state.ts";
import { createMessageTaker } from "./take-message.ts";
import { putMatchIntoForce, takeTransfer } from "./take-transfer.ts";
import { cardTodos } from "./todos.ts";
import { watchCards } from "./watch-cards.ts";

export type { CardsHouse } from "./deps.ts";
export type Cards = Capability<typeof cardEndpoints> & {
  /** The console's side of it. */
  desk: Capability<typeof cardDeskEndpoints>;
  /** What the issuer tells; safe to be told again. */
  take: IssuerHandlers;
};

/** A key of its own: whoever has the house's other secrets opens nothing here. Earlier ones still open what they sealed. */
/** The keys of the card vault: its own, or one derived from each of the house's. */
export const vaultKeys = ({
  vaultKey,
  secretKeys: [first, ...earlier],
}: CardsHouse["config"]): [string, ...string[]] => {
  const derived = (key: string) => `${key} card vault`;
  return vaultKey === undefined
    ? [derived(first), ...earlier.map(derived)]
    : [vaultKey, derived(first), ...earlier.map(derived)];
};

const depsOf = (house: CardsHouse): CardsDeps => ({
  ...house,
  vaultSecrets: createSecrets(vaultKeys(house.config), house.random),
  issuer: house.rails.cardIssuer,
  statements: house.rails.statements,
  screening: house.rails.screening,
  fxRates: house.rails.fxRates,
  sendBack: house.income.sendBack,
  holderOf: house.certification.holderOf,
  codes: house.identity.codes,
  mayMoveMoney: house.certification.mayMoveMoney,
  lookAtCard: createLooker({ ...house, issuer: house.rails.cardIssuer }),
  holderNames: (merchantId) => holderNames(house.certification, merchantId),
  async ownCnyAccount(merchantId) {
    const yuan = (await house.payouts.ownAccounts(merchantId)).filter(({ currency }) => currency === "CNY");
    const account = yuan.find(({ isDefault }) => isDefault) ?? yuan[0];
    if (!account) return null;
    const { id, holderName, bankName, lastFour } = account;
    return { id, holderName, bankName, lastFour };
  },
  sendMessage: house.messages.send,
  tellAddress: house.messages.tellAddress,
});

/** One of the two at a time: whoever proposes the other while one waits is told so. */
function putTransferIntoForce(deps: CardsDeps): PutIntoForce {
  const [match, giveBack] = [putMatchIntoForce(deps), putReturnIntoForce(deps)];
  return (tx, ctx, approved) =>
    ((approved.content as { to?: string }).to === "return" ? giveBack : match)(tx, ctx, approved);
}

export function createCards(house: CardsHouse): Cards {
  const deps = depsOf(house);
  const { db } = deps.database;
  const payment = createMessageTaker(deps);
  const take: IssuerHandlers = {
    payment,
    opened: (reference, card) => takeOpened(deps, reference, card),
    refused: (reference, reason) => takeRefused(deps, reference, reason),
    expired: (token) => takeExpired(deps, token),
    dispute: (id, answer, note) => takeDisputeNotice(deps, id, answer, note),
  };
  house.accounts.takeAt(CARD_FUNDING_ACCOUNT.number, (rail, arrived) => takeTransfer(deps, rail, arrived));
  return {
    endpoints: cardEndpoints,
    handlers: { ...cardHandlers(deps), ...paymentHandlers(deps, take), ...walletHandlers(deps) },
    jobs: { "cards.watch": { cron: "* * * * *", run: () => watchCards(deps, payment) } },
    outbox: {
      [REQUEST_TOPIC]: deliverRequest(deps),
      [STATE_TOPIC]: deliverState(deps),
      [CHARGEBACK_TOPIC]: deliverChargeback(deps),
      [PURSUIT_TOPIC]: deliverPursuit(deps),
    },
    pages: { [REVEAL_PATH]: createRevealPage(deps) },
    approvals: { "card.transfer": putTransferIntoForce(deps), "card.programme": putProgrammeIntoForce(deps) },
    waiting: { cards: async () => (await countDisputesWaiting(db)) + (await countUnmatched(db)) },
    todos: (merchantId) => cardTodos(deps, merchantId),
    find: (merchantId, wanted) => findCards(db, merchantId, wanted),
    endsAccess: (tx, merchantId, why) => withholdCards(deps, tx, merchantId, why),
    async closingBlockers(merchantId, within) {
      const cards = await countCards(within, merchantId);
      const underWay = await countUnderWay(within, merchantId);
      const disputes = await countOpenDisputes(within, merchantId);
      const owed = moneyOf(CARD_CURRENCY, (await findAccount(within, merchantId, CARD_CURRENCY))?.owed ?? 0n);
      return [
        ...(owed.minor === 0n
          ? []
          : [{ reason: `珊瑚卡清算还欠 ${moneyText(owed)}，请先充值卡钱包结清`, link: addressOf("fundCardWallet") }]),
        ...(cards === 0 ? [] : [{ reason: `还有 ${cards} 张珊瑚卡没有注销`, link: addressOf("cards") }]),
        ...(underWay === 0
          ? []
          : [{ reason: `还有 ${underWay} 笔卡钱包汇款或转出没有结束`, link: addressOf("cardWallet") }]),
        ...(disputes === 0
          ? []
          : [{ reason: `还有 ${disputes} 件珊瑚卡交易争议没有结束`, link: addressOf("cardRecords") }]),
      ];
    },
    async personalData(merchantId) {
      const cards = await countCards(db, merchantId);
      return { 珊瑚卡张数: cards };
    },
    desk: { endpoints: cardDeskEndpoints, handlers: deskHandlers(deps) },
    take,
  };
}
