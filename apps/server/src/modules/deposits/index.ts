import { depositEndpoints, depositOpeningList, placementDeskList, placementList } from "@coralhub/contract";
import {
  addressOf,
  MATURITY_INSTRUCTIONS,
  moneyText,
  openingLifecycle,
  placementLifecycle,
  isProvisional,
} from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { PartnerNoticeHandler } from "../../rails/deposit-partner/index.ts";
import { accrueInterest } from "./accrue-interest.ts";
import { showPaper, uploadPaper } from "./answer-papers.ts";
import { depositCertificate } from "./certificate.ts";
import type { DepositsDeps, DepositsHouse } from "./deps.ts";
import {
  describeInterest,
  describeOpening,
  describeOpeningCase,
  describePlacement,
  describePlacementCase,
  describeWealth,
} from "./describe-deposits.ts";
import {
  breakPlacement,
  changeInstruction,
  deliverSettlement,
  endMatured,
  sendBreakCode,
  SETTLE_TOPIC,
  tryBreak,
} from "./end-deposit.ts";
import { askPartner, deliverOpening, deliverPlacement, hearPartner } from "./hear-partner.ts";
import { OPEN_TOPIC } from "./hand-over.ts";
import { keepBankingDays } from "./keep-banking-days.ts";
import { answerPartner, applyForAccount, handIn, reauthorise, saveForm } from "./open-account.ts";
import { countReviewing, findAccount, listOperators, openingSource } from "./opening-store.ts";
import {
  addOperator,
  deliverOperatorCode,
  OPERATOR_CODE_TOPIC,
  removeOperator,
  resendOperatorCode,
  verifyOperator,
} from "./operators.ts";
import { confirmPlacement, openSession, PLACE_TOPIC, sendPlacementCode } from "./place-deposit.ts";
import { countPlacements, endedSource, listOpen, placementDeskSource, placementSource } from "./placements-store.ts";
import { decideRate, describeProducts, describeRates, proposeRate } from "./rates.ts";
import { forecastPayouts } from "./forecast.ts";
import { depositStatement } from "./statement.ts";
import { proposeTerms, putTermsIntoForce } from "./terms.ts";
import { askUnanswered, expireConsents, remindMerchants } from "./watch-deposits.ts";

export type { DepositsHouse } from "./deps.ts";
export type Deposits = Capability<typeof depositEndpoints> & {
  /** What the partner tells; safe to be told again. */
  hear: PartnerNoticeHandler;
};

export function createDeposits(house: DepositsHouse): Deposits {
  const { rails, identity, messages, certification } = house;
  const deps: DepositsDeps = {
    ...house,
    partner: rails.depositPartner,
    notifications: rails.notifications,
    codes: identity.codes,
    sendMessage: messages.send,
    certifiedAs: certification.holderOf,
    peopleOf: certification.peopleOf,
  };
  const { db } = deps.database;
  return {
    endpoints: depositEndpoints,
    handlers: { ...openingHandlers(deps), ...placementHandlers(deps), ...deskHandlers(deps) },
    approvals: { "deposit.terms": putTermsIntoForce(deps) },
    jobs: {
      "deposits.accrue-interest": { cron: "10 * * * *", run: () => accrueInterest(deps) },
      "deposits.end-matured": { cron: "20 * * * *", run: () => endWhatIsOver(deps) },
      "deposits.ask-partner": { cron: "*/5 * * * *", run: () => askUnanswered(deps) },
      "deposits.remind": { cron: "0 9 * * *", run: () => remindMerchants(deps) },
    },
    outbox: {
      [OPEN_TOPIC]: deliverOpening(deps),
      [PLACE_TOPIC]: deliverPlacement(deps),
      [SETTLE_TOPIC]: deliverSettlement(deps),
      [OPERATOR_CODE_TOPIC]: deliverOperatorCode(deps),
    },
    hear: (notice) => hearPartner(deps, notice),
    waiting: { deposits: () => countReviewing(db) },
    days: async (merchantId) =>
      (await listOpen(db, merchantId)).map(({ principal, maturesOn, instruction }) => ({
        date: maturesOn,
        title: `定期 ${moneyText(principal)} 到期`,
        body: `${MATURITY_INSTRUCTIONS[instruction].label}${isProvisional(maturesOn) ? "，到期日暂定" : ""}`,
      })),
    async services(merchantId) {
      const account = await findAccount(db, merchantId);
      return account ? [{ page: "personalFinance", ...openingLifecycle.states[account.state] }] : [];
    },
    async closingBlockers(merchantId, within) {
      const { open } = await countPlacements(within, merchantId);
      return open === 0 ? [] : [{ reason: `还有 ${open} 笔定期存款没有结束`, link: addressOf("personalFinance") }];
    },
    async personalData(merchantId) {
      const [account, operators, { all }] = await Promise.all([
        findAccount(db, merchantId),
        listOperators(db, merchantId),
        countPlacements(db, merchantId),
      ]);
      return {
        理财账户: account ? { 状态: account.state, 授权到期: account.authorisedUntil } : null,
        经办人: operators.map(({ name, emailHint, verifiedAt }) => ({
          姓名: name,
          邮箱: emailHint,
          验证时间: verifiedAt,
        })),
        定期存款笔数: all,
      };
    },
  };
}

async function endWhatIsOver(deps: DepositsDeps): Promise<void> {
  await keepBankingDays(deps);
  await endMatured(deps);
  await expireConsents(deps);
}

function openingHandlers(deps: DepositsDeps) {
  return {
    moduleInfo: ({ merchantId }) => describeOpening(deps, merchantId),
    applyForModule: (ctx, input) => applyForAccount(deps, ctx, input),
    saveFinancialForm: (ctx, { answers }) => saveForm(deps, ctx, answers),
    async searchMembers({ merchantId }, { keyword }) {
      const people = await deps.peopleOf(merchantId);
      return people.filter(({ name }) => name.includes(keyword));
    },
    saveOperator: (ctx, input) => addOperator(deps, ctx, input),
    removeOperator: (ctx, { id }) => removeOperator(deps, ctx, id),
    openDepositAccount: (ctx) => handIn(deps, ctx),
    resendOperatorCode: (ctx, { id }) => resendOperatorCode(deps, ctx, id),
    verifyOperator: (ctx, input) => verifyOperator(deps, ctx, input),
    uploadDepositPaper: (ctx, { file }) => uploadPaper(deps, ctx, file),
    answerPartner: (ctx, input) => answerPartner(deps, ctx, input),
    reauthorise: (ctx) => reauthorise(deps, ctx),
  } satisfies Partial<Deposits["handlers"]>;
}

function placementHandlers(deps: DepositsDeps) {
  return {
    depositProducts: ({ now }) => describeProducts(deps, now),
    openPlacementSession: (ctx, input) => openSession(deps, ctx, input),
    sendPlacementCode: (ctx, input) => sendPlacementCode(deps, ctx, input),
    confirmPlacement: (ctx, input) => confirmPlacement(deps, ctx, input),
    userWealth: ({ merchantId }) => describeWealth(deps, merchantId),
    placements: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, placementList, placementSource, input),
    depositHistory: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, placementList, endedSource(placementLifecycle.groups.ended), input),
    placement: ({ merchantId, now }, { id }) => describePlacement(deps, { merchantId, id }, now),
    placementInterest: ({ merchantId }, { id }) => describeInterest(deps, { merchantId, id }),
    modifyMaturityInstruction: (ctx, input) => changeInstruction(deps, ctx, input),
    breakTrial: (ctx, { id }) => tryBreak(deps, ctx, id),
    sendBreakCode: (ctx, input) => sendBreakCode(deps, ctx, input),
    breakPlacement: (ctx, input) => breakPlacement(deps, ctx, input),
    depositStatement: ({ merchantId, now }, period) => depositStatement(deps, merchantId, period, now),
    depositForecast: ({ merchantId, now }) => forecastPayouts(deps, merchantId, now),
    depositCertificate: ({ merchantId, now }, { id }) => depositCertificate(deps, { merchantId, id }, now),
  } satisfies Partial<Deposits["handlers"]>;
}

function deskHandlers(deps: DepositsDeps) {
  return {
    depositOpenings: (_ctx, input) => deps.lists.page({ scope: "all" }, depositOpeningList, openingSource, input),
    depositOpeningCase: (ctx, { merchantId }) => describeOpeningCase(deps, ctx, merchantId),
    depositPaper: (ctx, key) => showPaper(deps, ctx, key),
    placementDesk: (_ctx, input) => deps.lists.page({ scope: "all" }, placementDeskList, placementDeskSource, input),
    placementCase: (ctx, key) => describePlacementCase(deps, ctx, key),
    askPartner: (_ctx, key) => askPartner(deps, key),
    depositRates: ({ now }) => describeRates(deps, now),
    proposeDepositRate: (ctx, input) => proposeRate(deps, ctx, input),
    decideDepositRate: (ctx, input) => decideRate(deps, ctx, input),
    proposeDepositTerms: (ctx, input) => proposeTerms(deps, ctx, input),
  } satisfies Partial<Deposits["handlers"]>;
}
