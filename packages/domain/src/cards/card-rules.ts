import { COUNTRIES } from "../reference/countries.ts";
import { riskLevelOf } from "../reference/risk-countries.ts";
import type { Currency } from "../money/currencies.ts";
import { moneyOf, moneyText, type Money } from "../money/money.ts";
import {
  allowsItem,
  LIMIT_PERIODS,
  periodBucket,
  type CardControls,
  type CardLimits,
  type LimitPeriod,
} from "./card-controls.ts";
import type { CardState } from "./cards.ts";
import { categoryOfCode, refusedCode, SHOP_CATEGORIES, shopKey } from "./shop-categories.ts";

export type Shop = { id: string; name: string; code: string; country: string };
/**
 * What the issuer asks: `amount` in the card's currency, `original` as the shop charged it; `before` is what the same purchase
 * has come to already, in both, and the day it is counted in.
 */
export type CardAsk = {
  amount: Money;
  original: Money;
  shop: Shop;
  before?: { minor: bigint; originalMinor: bigint; day: string } | undefined;
};

/** Everything a decision looks at, as it stood then. */
export type CardFacts = {
  currency: Currency;
  state: CardState;
  blockedByUs: string | null;
  controls: CardControls;
  /** The first shop paid, by its key; null before there was one. */
  firstShop: string | null;
  /** Something has been approved before. */
  used: boolean;
  spent: Record<LimitPeriod, bigint>;
  book: { name: string; limits: Omit<CardLimits, "perTransaction">; spent: Record<LimitPeriod, bigint> } | null;
  programme: { perTransaction: bigint; day: bigint; attemptsPerHour: number };
  /** Why we take nothing at this shop, in words; null where we do. */
  refusedShop: string | null;
  attemptsLastHour: number;
  /** What an earlier settlement took beyond the card's money, in the card's currency. */
  owed: bigint;
  mayMoveMoney: boolean;
  stopped: boolean;
  /** The day in Beijing. */
  day: string;
  /** What the card has, with what it could draw on at once; null where nobody has looked yet. */
  available: bigint | null;
};

/** The button that helps; what it needs to know beyond the card. */
export const CARD_REMEDIES = {
  topUp: "补足余额",
  raiseLimit: "调高上限",
  allowShop: "放行这家商户",
  allowCategory: "放行这个类别",
  allowCountry: "放行这个地区",
  allowCurrency: "放行这个币种",
  unlock: "解除商户锁定",
  unsuspend: "解冻卡片",
  extend: "延长有效期",
  newCard: "申请新卡",
  fundWallet: "充值卡钱包",
  certify: "查看认证",
  contact: "联系客服",
} as const;
export type CardRemedyKind = keyof typeof CARD_REMEDIES;
export const CARD_REMEDY_KINDS = Object.keys(CARD_REMEDIES) as [CardRemedyKind, ...CardRemedyKind[]];
type Remedy = {
  kind: CardRemedyKind;
  /** `topUp`: how much is missing. `raiseLimit`, `allowCurrency`: what would do. */
  amount?: Money;
  limit?: "perTransaction" | LimitPeriod;
  /** The shared limit of the card's group. */
  ofBook?: true;
  item?: string;
};
/** With whose no it answers; decisions of before did not say. */
export type CardRemedy = Remedy & { rule?: CardRule };

/** Why not: one sentence, and what helps. */
type No = { sentence: string; remedies: readonly Remedy[] };
type Rule = {
  label: string;
  /** What the network is told; the shop sees nothing else. */
  code: string;
  check(facts: CardFacts, ask: CardAsk): No | null;
};

const no = (sentence: string, ...remedies: Remedy[]): No => ({ sentence, remedies });
const countryName = (code: string): string => (COUNTRIES as Record<string, string>)[code] ?? code;

/** The purchase as a whole, with what was asked for it before: what a limit for each purchase counts. */
const wholeOf = ({ amount, original, before }: CardAsk) => ({
  amount: moneyOf(amount.currency, amount.minor + (before?.minor ?? 0n)),
  original: moneyOf(original.currency, original.minor + (before?.originalMinor ?? 0n)),
});
const wholeText = (whole: Money, { before }: CardAsk): string =>
  `这笔${before && before.minor > 0n ? "连同之前的" : ""}要 ${moneyText(whole)}`;

/** 今天 or 本月; by its date, where a purchase of before is counted in one that is over. */
function periodText(which: LimitPeriod, today: string, counted = today): string {
  const bucket = periodBucket(which, counted);
  return bucket === periodBucket(which, today) ? LIMIT_PERIODS[which] : `${bucket} `;
}

function period(which: LimitPeriod, label: string): Rule {
  return {
    label,
    code: "61",
    check({ controls: { limits }, spent, currency, day }, { amount, before }) {
      const limit = limits[which];
      const left = limit === null ? null : limit - spent[which];
      if (limit === null || left === null || amount.minor <= left) return null;
      const text = (minor: bigint) => moneyText(moneyOf(currency, minor < 0n ? 0n : minor));
      return no(
        `${periodText(which, day, before?.day)}上限 ${text(limit)}，还可花 ${text(left)}，这笔要 ${moneyText(amount)}，差 ${text(amount.minor - (left < 0n ? 0n : left))}`,
        { kind: "raiseLimit", limit: which, amount: moneyOf(currency, spent[which] + amount.minor) },
      );
    },
  };
}

function bookPeriod(which: LimitPeriod, label: string): Rule {
  return {
    label,
    code: "61",
    check({ book, currency, day }, { amount, before }) {
      const limit = book?.limits[which] ?? null;
      if (!book || limit === null || book.spent[which] + amount.minor <= limit) return null;
      const left = limit > book.spent[which] ? limit - book.spent[which] : 0n;
      const text = (minor: bigint) => moneyText(moneyOf(currency, minor));
      return no(
        `卡组「${book.name}」${periodText(which, day, before?.day)}共用上限 ${text(limit)}，还可花 ${text(left)}，这笔要 ${moneyText(amount)}`,
        {
          kind: "raiseLimit",
          limit: which,
          ofBook: true,
          amount: moneyOf(currency, book.spent[which] + amount.minor),
        },
      );
    },
  };
}

const STATE_WORDS: Partial<Record<CardState, { sentence: string; remedy: CardRemedyKind }>> = {
  applying: { sentence: "卡片还在申请中", remedy: "contact" },
  frozen: { sentence: "卡片已冻结", remedy: "unsuspend" },
  closing: { sentence: "卡片正在注销", remedy: "newCard" },
  closed: { sentence: "卡片已注销", remedy: "newCard" },
  expired: { sentence: "卡片已过期", remedy: "newCard" },
  failed: { sentence: "卡片没有开成", remedy: "newCard" },
};
const STATE_CODES: Partial<Record<CardState, string>> = { frozen: "78", expired: "54" };

/** Every rule a purchase meets, in this order. The first that says no decides; the others are kept beside it. */
export const CARD_RULES = {
  standing: {
    label: "账户状态",
    code: "57",
    check: ({ mayMoveMoney }) =>
      mayMoveMoney ? null : no("账户的实名认证没有有效，暂时不能用卡", { kind: "certify" }),
  },
  service: {
    label: "服务状态",
    code: "91",
    check: ({ stopped }) => (stopped ? no("平台正在核对账务，请稍后让商户再扣一次", { kind: "contact" }) : null),
  },
  state: {
    label: "卡片状态",
    code: "46",
    check({ state, blockedByUs }) {
      const words = STATE_WORDS[state];
      if (!words) return null;
      return blockedByUs === null
        ? no(words.sentence, { kind: words.remedy })
        : no(`卡片被平台停用：${blockedByUs}`, { kind: "contact" });
    },
  },
  validUntil: {
    label: "使用期限",
    code: "54",
    check: ({ controls: { validUntil }, day }) =>
      validUntil === null || day <= validUntil ? null : no(`您设定用到 ${validUntil} 为止`, { kind: "extend" }),
  },
  programme: {
    label: "平台不支持的商户",
    code: "57",
    check({ refusedShop }, { shop }) {
      const code = refusedCode(shop.code);
      if (refusedShop !== null) return no(`平台不支持这家商户：${refusedShop}`, { kind: "contact" });
      if (code !== undefined) return no(`珊瑚卡不支持「${code}」类商户`);
      if (riskLevelOf(shop.country) === "prohibited") return no(`珊瑚卡不支持${countryName(shop.country)}的商户`);
      return null;
    },
  },
  countries: {
    label: "国家和地区",
    code: "62",
    check: ({ controls }, { shop }) =>
      allowsItem(controls.countries, shop.country)
        ? null
        : no(`${countryName(shop.country)}不在您允许的国家和地区内`, { kind: "allowCountry", item: shop.country }),
  },
  categories: {
    label: "商户类别",
    code: "57",
    check({ controls }, { shop }) {
      const category = categoryOfCode(shop.code);
      if (allowsItem(controls.categories, category)) return null;
      return no(`「${SHOP_CATEGORIES[category].label}」不在您允许的类别内`, { kind: "allowCategory", item: category });
    },
  },
  merchants: {
    label: "商户名单",
    code: "57",
    check: ({ controls }, { shop }) =>
      allowsItem(controls.merchants, shopKey(shop.name))
        ? null
        : no(`${shop.name} 不在您允许的商户内`, { kind: "allowShop", item: shopKey(shop.name) }),
  },
  firstShop: {
    label: "锁定商户",
    code: "57",
    check: ({ controls, firstShop }, { shop }) =>
      !controls.lockToFirst || firstShop === null || firstShop === shopKey(shop.name)
        ? null
        : no(`这张卡锁定在首次消费的商户 ${firstShop}`, { kind: "unlock", item: shopKey(shop.name) }),
  },
  singleUse: {
    label: "单次使用",
    code: "57",
    check: ({ controls, used }) => (controls.singleUse && used ? no("单次卡已经用过", { kind: "newCard" }) : null),
  },
  currencies: {
    label: "币种",
    code: "57",
    check({ controls: { currencies } }, ask) {
      const { original } = wholeOf(ask);
      if (currencies.length === 0) return null;
      const allowed = currencies.find(({ currency }) => currency === original.currency);
      const remedy = { kind: "allowCurrency", item: original.currency, amount: original } as const;
      if (!allowed) return no(`${original.currency} 不在您允许的币种内`, remedy);
      if (allowed.perTransaction === null || original.minor <= allowed.perTransaction) return null;
      const limit = moneyText(moneyOf(original.currency, allowed.perTransaction));
      return no(`${original.currency} 单笔上限 ${limit}，${wholeText(original, ask)}`, {
        ...remedy,
        limit: "perTransaction",
      });
    },
  },
  perTransaction: {
    label: "单笔上限",
    code: "61",
    check({ controls: { limits }, currency, programme }, ask) {
      const { amount } = wholeOf(ask);
      if (limits.perTransaction === null || amount.minor <= limits.perTransaction) return null;
      return no(
        `单笔上限 ${moneyText(moneyOf(currency, limits.perTransaction))}，${wholeText(amount, ask)}`,
        // No card's limit is raised beyond the programme's own.
        amount.minor > programme.perTransaction
          ? { kind: "contact" }
          : { kind: "raiseLimit", limit: "perTransaction", amount },
      );
    },
  },
  day: period("day", "当日上限"),
  month: period("month", "当月上限"),
  life: period("life", "累计上限"),
  bookDay: bookPeriod("day", "卡组当日上限"),
  bookMonth: bookPeriod("month", "卡组当月上限"),
  bookLife: bookPeriod("life", "卡组累计上限"),
  programmeLimit: {
    label: "平台限额",
    code: "61",
    check({ programme, spent, currency }, ask) {
      const text = (minor: bigint) => moneyText(moneyOf(currency, minor));
      if (wholeOf(ask).amount.minor > programme.perTransaction) {
        return no(`平台规定单笔最多 ${text(programme.perTransaction)}`, { kind: "contact" });
      }
      if (spent.day + ask.amount.minor > programme.day)
        return no(`平台规定每卡每天最多 ${text(programme.day)}`, { kind: "contact" });
      return null;
    },
  },
  velocity: {
    label: "频次",
    code: "65",
    check: ({ attemptsLastHour, programme }) =>
      attemptsLastHour < programme.attemptsPerHour
        ? null
        : no(`一小时内已有 ${attemptsLastHour} 次授权，超过平台频次，请稍后再试`, { kind: "contact" }),
  },
  owed: {
    label: "欠款",
    code: "51",
    check: ({ owed, currency }) =>
      owed === 0n
        ? null
        : no(`之前的清算超出余额 ${moneyText(moneyOf(currency, owed))}，请先充值卡钱包结清`, {
            kind: "fundWallet",
            amount: moneyOf(currency, owed),
          }),
  },
  balance: {
    label: "余额",
    code: "51",
    check({ available, currency }, { amount }) {
      if (available === null || amount.minor <= available) return null;
      const missing = moneyOf(currency, amount.minor - available);
      return no(
        `卡里还有 ${moneyText(moneyOf(currency, available))}，这笔要 ${moneyText(amount)}，差 ${moneyText(missing)}`,
        { kind: "topUp", amount: missing },
      );
    },
  },
} as const satisfies Record<string, Rule>;
export type CardRule = keyof typeof CARD_RULES;
export const CARD_RULE_NAMES = Object.keys(CARD_RULES) as [CardRule, ...CardRule[]];

/** One rule that was looked at, and what it said. */
export type RuleVerdict = { rule: CardRule; sentence: string | null };
export type CardDecision =
  | { approved: true; trace: RuleVerdict[] }
  | {
      approved: false;
      trace: RuleVerdict[];
      rule: CardRule;
      /** What the network is told. */
      code: string;
      sentence: string;
      remedies: CardRemedy[];
    };

/** Looks at every rule in order, so that a decline says everything that stands in the way, not only the first thing. */
export function decideCardPayment(facts: CardFacts, ask: CardAsk): CardDecision {
  const trace: RuleVerdict[] = [];
  const against: { rule: CardRule; no: No }[] = [];
  for (const rule of CARD_RULE_NAMES) {
    const answer = (CARD_RULES[rule] as Rule).check(facts, ask);
    trace.push({ rule, sentence: answer?.sentence ?? null });
    if (answer) against.push({ rule, no: answer });
  }
  const [first] = against;
  if (!first) return { approved: true, trace };
  const { rule } = first;
  return {
    approved: false,
    trace,
    rule,
    code: rule === "state" ? (STATE_CODES[facts.state] ?? CARD_RULES.state.code) : CARD_RULES[rule].code,
    sentence: against
      .map((one) => one.no.sentence)
      .slice(0, 2)
      .join("；"),
    remedies: against.flatMap((one) => one.no.remedies.map((remedy) => ({ ...remedy, rule: one.rule }))),
  };
}

/** Reasons that leave the shop no room: a smaller amount would not pass either. */
const WHOLE_RULES: ReadonlySet<CardRule> = new Set(["balance"]);
/** A shop that takes less gets what there is, where only the balance stands in the way. */
export const mayPartly = (decision: CardDecision): boolean =>
  !decision.approved && decision.trace.every(({ rule, sentence }) => sentence === null || WHOLE_RULES.has(rule));
