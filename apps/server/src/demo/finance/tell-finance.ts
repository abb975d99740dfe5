import {
  addDays,
  LOAN_CURRENCY,
  parseMoney,
  startOfShanghaiDay,
  toShanghaiDay,
  type SandboxOpeningPlan,
} from "@coralhub/domain";
import { createDeposits, type DepositsHouse } from "../../modules/deposits/index.ts";
import { createLending, type LendingHouse } from "../../modules/lending/index.ts";
import { createWallets, type WalletsDeps } from "../../modules/wallets/index.ts";
import { createSandboxDepositPartner, type SandboxPartnerDeps } from "../../rails/deposit-partner/index.ts";
import { drawPaper } from "../../rails/document-reading/index.ts";
import { createSandboxLender, type SandboxLenderDeps } from "../../rails/lender/index.ts";
import { later, momentOf, type Moment } from "../past/moments.ts";
import type { Past } from "../past/past.ts";
import { FINANCE_STORIES, type FinanceStep, type FinanceStory, type LoanPlan } from "./stories.ts";

export type FinanceWorld = DepositsHouse &
  LendingHouse &
  WalletsDeps &
  Pick<SandboxPartnerDeps & SandboxLenderDeps, "statements" | "jobs">;

/** Interest, maturities and instalments are seen to at this hour. */
const DAILY_HOUR = 6;
const DAILY_JOBS = ["deposits.accrue-interest", "deposits.end-matured", "lending.collect"] as const;
const CODE = { verifyCode: "000000", channel: "sms" } as const;
const FORM = {
  fundSource: "sales",
  purpose: "idle",
  expectedAmount: "small",
  annualTurnover: "middle",
  taxResidence: "CN",
  taxNumber: "91440300MA5F1A2B3C",
  exposedPerson: "no",
} as const;

/** What happened with the deposits and loans of one demo merchant, day by day, by the capabilities' own use cases. */
export async function tellFinance(world: FinanceWorld, past: Past, merchantId: string, now: Date): Promise<void> {
  const story = FINANCE_STORIES.find(({ merchant }) => merchant.merchantId === merchantId);
  if (!story) return;
  const stage = setStage(world, past, story);
  const steps = story.steps.map((step): Moment => ({ at: momentOf(step, now), act: () => take(stage, step) }));
  const days = daysFrom(steps[0]!.at, now).map((at): Moment => ({ at, act: stage.passDay }));
  for (const { at, act } of [...steps, ...days].toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (at > now) continue;
    past.setTo(at);
    await act();
    await stage.deliver();
  }
}

function daysFrom(first: Date, now: Date): Date[] {
  const days: Date[] = [];
  for (let day = addDays(toShanghaiDay(first), 1); day <= toShanghaiDay(now); day = addDays(day, 1)) {
    days.push(later(startOfShanghaiDay(day), DAILY_HOUR));
  }
  return days;
}

type PartnerSettings = Awaited<ReturnType<NonNullable<SandboxPartnerDeps["settings"]>>>;
const AGREES: PartnerSettings = { openings: "accept", placements: "accept", delaySeconds: 0 };

type Stage = ReturnType<typeof setStage>;
function setStage(world: FinanceWorld, past: Past, { merchant }: FinanceStory) {
  let partnerWill = AGREES;
  const usual = { ...world, ...past.house, railMode: () => Promise.resolve("normal" as const) };
  const partner = createSandboxDepositPartner({ ...usual, settings: () => Promise.resolve(partnerWill) });
  const lender = createSandboxLender({
    ...usual,
    settings: () => Promise.resolve({ applications: "accept", payOuts: "accept", uploads: "accept", delaySeconds: 0 }),
  });
  /** What a colleague read in the mail. */
  let mailedCode = "";
  const notifications: FinanceWorld["rails"]["notifications"] = {
    ...world.rails.notifications,
    send: ({ code }) => Promise.resolve(void (mailedCode = code ?? "")),
  };
  const house = { ...usual, rails: { ...world.rails, depositPartner: partner, lender, notifications } };
  const [deposits, lending, wallets] = [createDeposits(house), createLending(house), createWallets(house)];
  partner.listen(deposits.hear);
  lender.listen(lending.hear);
  const jobs = { ...deposits.jobs, ...lending.jobs };
  const deliver = () => past.deliver({ ...deposits.outbox, ...lending.outbox });
  return {
    past,
    deliver,
    handlers: { ...deposits.handlers, ...lending.handlers, ...wallets.handlers },
    ctx: () => past.contextOf(merchant),
    merchantId: merchant.merchantId,
    holder: merchant.certification.name!,
    ids: new Map<string, string>(),
    mailedCode: () => mailedCode,
    partnerWill: (will: Partial<PartnerSettings>) => void (partnerWill = { ...AGREES, ...will }),
    async passDay() {
      for (const name of DAILY_JOBS) await jobs[name]!.run({});
    },
  };
}
/** Filled in, every colleague's address proven, and decided on by the partner. */
async function openAccount(
  stage: Stage,
  { operators }: Extract<FinanceStep, { what: "open" }>,
  openings: SandboxOpeningPlan,
): Promise<void> {
  const { handlers, ctx } = stage;
  stage.partnerWill({ openings });
  await handlers.applyForModule(ctx(), { currencies: ["USD", "HKD"], agreed: true });
  await handlers.saveFinancialForm(ctx(), { answers: FORM });
  for (const operator of operators) await handlers.saveOperator(ctx(), { ...operator, duty: "maker" });
  await handlers.openDepositAccount(ctx(), {});
  const { operators: asked } = await handlers.moduleInfo(ctx(), {});
  for (const { id } of asked) {
    await stage.deliver();
    await handlers.verifyOperator(ctx(), { id, code: stage.mailedCode() });
  }
}

async function place(stage: Stage, step: Extract<FinanceStep, { what: "place" }>): Promise<void> {
  const { handlers, ctx } = stage;
  const { deposit, amount, termMonths, instruction, partner = "accept" } = step;
  stage.partnerWill({ placements: partner });
  const request = { amount, termMonths, instruction, renewAmount: null };
  const { sessionId } = await handlers.openPlacementSession(ctx(), request);
  const { id } = await handlers.confirmPlacement(ctx(), { sessionId, ...CODE });
  stage.ids.set(deposit, id);
}

async function applyForLoan(stage: Stage, loan: string, { amount, ...plan }: LoanPlan): Promise<void> {
  const { handlers, ctx } = stage;
  const papers: string[] = [];
  for (const [paper, title] of [
    ["statement", "近六个月银行流水"],
    ["contract", "采购合同"],
  ] as const) {
    const bytes = await drawPaper(title, [`主体：${stage.holder}`, "本页为沙箱样本材料"]);
    const file = { fileName: `${title}.jpg`, sizeBytes: bytes.length, read: () => Promise.resolve(bytes) };
    papers.push((await handlers.uploadLoanPaper(ctx(), { file, paper })).fileId);
  }
  // The bank lends to those who have joined its service.
  if (plan.product === "icbc") await handlers.updateFinanceStatus(ctx(), { joined: true });
  const request = { ...plan, amount: parseMoney(amount, LOAN_CURRENCY), incomeShare: 0, papers, agreed: true } as const;
  stage.ids.set(loan, (await handlers.applyForLoan(ctx(), request)).id);
}

async function take(stage: Stage, step: FinanceStep): Promise<unknown> {
  const { handlers, ctx, past, merchantId } = stage;
  const idOf = (name: string) => stage.ids.get(name)!;
  switch (step.what) {
    case "fund":
      return handlers.fundWallet(ctx(), { accountId: step.account, amount: step.amount, ...CODE });
    case "open":
      return openAccount(stage, step, step.asked ? "ask" : "accept");
    case "place":
      return place(stage, step);
    case "break":
      return handlers.breakPlacement(ctx(), { id: idOf(step.deposit), ...CODE });
    case "apply":
      return applyForLoan(stage, step.loan, step.plan);
    case "review":
      return handlers.reviewLoan(past.reviewer(), { merchantId, id: idOf(step.loan), decision: "pass", note: "" });
    case "sign":
      return handlers.signLoan(ctx(), { id: idOf(step.loan), ...CODE });
  }
}
