import { moneyOf, type Money } from "../money/money.ts";
import type { AnnualRate } from "../deposits/interest.ts";

/** Loans are in one currency: it is what partners lend and what most income comes in. */
export const LOAN_CURRENCY = "USD";
export type LoanCurrency = typeof LOAN_CURRENCY;

/** How a loan is paid back. */
export const REPAYMENT_WAYS = {
  equal: { label: "等额本息", about: "每月还款额相同" },
  interestOnly: { label: "先息后本", about: "每月还利息，到期还本金" },
  bullet: { label: "到期一次还本付息", about: "到期前不用还款" },
} as const satisfies Record<string, { label: string; about: string }>;
export type RepaymentWay = keyof typeof REPAYMENT_WAYS;
export const REPAYMENT_WAY_NAMES = Object.keys(REPAYMENT_WAYS) as [RepaymentWay, ...RepaymentWay[]];

type LoanProductRow = {
  name: string;
  about: string;
  lender: string;
  rate: AnnualRate;
  terms: readonly number[];
  ways: readonly RepaymentWay[];
  /** In whole units. */
  minimum: number;
  maximum: number;
};

/** What can be borrowed. The page, the pre-score, the application and the landing page's calculator read the same rows. */
export const LOAN_PRODUCTS = {
  order: {
    name: "订单贷",
    about: "按已入账的收款授信，用于备货和物流",
    lender: "合作资金方",
    rate: "9.6",
    terms: [3, 6, 12],
    ways: ["equal", "interestOnly", "bullet"],
    minimum: 1_000,
    maximum: 200_000,
  },
  easy: {
    name: "跨境易贷",
    about: "小额周转，少填资料",
    lender: "合作资金方",
    rate: "10.8",
    terms: [1, 3, 6],
    ways: ["equal", "bullet"],
    minimum: 500,
    maximum: 30_000,
  },
  icbc: {
    name: "工银跨境融资",
    about: "由工商银行审批和出资，凭收款、订单和账户证明",
    lender: "中国工商银行",
    rate: "5.4",
    terms: [3, 6, 12],
    ways: ["interestOnly", "equal", "bullet"],
    minimum: 5_000,
    maximum: 500_000,
  },
} as const satisfies Record<string, LoanProductRow>;
export type LoanProduct = keyof typeof LOAN_PRODUCTS;
export const LOAN_PRODUCT_NAMES = Object.keys(LOAN_PRODUCTS) as [LoanProduct, ...LoanProduct[]];
export const LOAN_TERMS = [1, 3, 6, 12] as const;
export const loanProduct = (product: LoanProduct): LoanProductRow => LOAN_PRODUCTS[product];

const whole = (units: number): Money<LoanCurrency> => moneyOf(LOAN_CURRENCY, BigInt(units) * 100n);
export const smallestLoan = (product: LoanProduct): Money<LoanCurrency> => whole(LOAN_PRODUCTS[product].minimum);
export const largestLoan = (product: LoanProduct): Money<LoanCurrency> => whole(LOAN_PRODUCTS[product].maximum);

/** What is overdue costs one and a half times the agreed rate, by the day, a year being 360 days. */
export const PENALTY_FACTOR = { times: 3n, by: 2n } as const;
/** An offer of the lender waits so many days for a signature. */
export const OFFER_DAYS = 7;
/** The shares of income a merchant may give for repayment, in per cent. */
export const INCOME_SHARES = [0, 10, 20, 30, 50] as const;
export type IncomeShare = (typeof INCOME_SHARES)[number];

/** Papers of an application. */
export const LOAN_PAPERS = {
  statement: { label: "近六个月银行流水", needed: true },
  contract: { label: "采购合同或订单", needed: true },
  tax: { label: "纳税证明", needed: false },
  other: { label: "其他材料", needed: false },
} as const satisfies Record<string, { label: string; needed: boolean }>;
export type LoanPaper = keyof typeof LOAN_PAPERS;
export const LOAN_PAPER_NAMES = Object.keys(LOAN_PAPERS) as [LoanPaper, ...LoanPaper[]];
/** The small product asks for less. */
export const papersNeeded = (product: LoanProduct): readonly LoanPaper[] =>
  LOAN_PAPER_NAMES.filter((paper) => LOAN_PAPERS[paper].needed && (product !== "easy" || paper === "statement"));

export const LOAN_PURPOSES = {
  stock: "备货采购",
  logistics: "物流和仓储",
  advertising: "广告投放",
  equipment: "设备和软件",
  turnover: "其他经营周转",
} as const satisfies Record<string, string>;
export type LoanPurpose = keyof typeof LOAN_PURPOSES;
export const LOAN_PURPOSE_NAMES = Object.keys(LOAN_PURPOSES) as [LoanPurpose, ...LoanPurpose[]];
