import { ALL_ENDPOINTS, type CallInput, type CallOutput, type OperatorRole } from "@coralhub/contract";
import { isEnoughWork, workText, type Money } from "@coralhub/domain";
import type { App } from "@coralhub/server";
import { createHash } from "node:crypto";
import { createCall, type Call } from "./call.ts";

const { approvals, identity, marketOrders, notifications, operations, prices } = ALL_ENDPOINTS;
const PASSWORD = "Coral#2026";

export type TestMerchant = {
  token: string;
  userId: string;
  mobile: string;
  password: string;
  address: string;
  device: string;
};

/** What a person with the operator console and a phone in hand could do in the sandbox. */
export type SandboxDriver = {
  /** A signed-in operator of this role; made on first use. */
  operatorToken(role: OperatorRole): Promise<string>;
  /** A price as finance proposes it and an admin puts it into force. */
  setPrice(rule: Omit<CallInput<typeof prices.proposeFeeRule.input>, "reason">): Promise<void>;
  /** Finished orders of this worth, so that as much of the platforms' money may be paid out in CNY. */
  proveTrade(merchantId: string, amount: Money): Promise<void>;
  /** What was sent to this mobile or mail address, newest first. */
  mailbox(to: string): Promise<CallOutput<typeof notifications.mailbox.output>>;
  /** The newest code sent there; waits for it, because sending is the outbox's work. */
  codeSentTo(to: string): Promise<string>;
  /** The code that comes because of this call, where another may lie there already and the answer does not wait for it. */
  codeAfter(to: string, send: () => Promise<unknown>): Promise<string>;
  /** What whoever solved a slider is given: on a server elsewhere it is solved, on one of this process planted. */
  captchaTicket(address?: string): Promise<string>;
  /** A visitor registers: captcha, SMS code, password. */
  registerMerchant(overrides?: {
    mobile?: string;
    password?: string;
    invitationCode?: string;
    /** What a browser was given when somebody else signed in on it. */
    device?: string;
  }): Promise<TestMerchant>;
};

let visitors = 0;
/** Every visitor comes from somewhere else and has a phone of their own, also across the processes that share a server. */
export const newVisitor = (): { address: string; mobile: string } => {
  visitors++;
  const number = (process.pid % 10_000) * 10_000 + visitors;
  return {
    address: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    mobile: `139${String(number).padStart(8, "0")}`,
  };
};

/** For a server of this process: it has no demo world, so its operators are planted. */
export const driveApp = (call: Call, app: App): SandboxDriver =>
  drive(
    call,
    (role) => plantOperator(call, app, role),
    async () => (await import("@coralhub/server/modules/identity")).plantTicket(app.platform),
  );

/** For a server that runs elsewhere with the demo world. */
export const driveDemo = (url: string): SandboxDriver => {
  const call = createCall(url);
  return drive(call, (role) => signInOperator(call, `${role}@coralhub.test`));
};

function drive(
  call: Call,
  signIn: (role: OperatorRole) => Promise<string>,
  plantedTicket?: () => Promise<string>,
): SandboxDriver {
  const tokens = new Map<OperatorRole, Promise<string>>();
  const operatorToken = (role: OperatorRole): Promise<string> => {
    const known = tokens.get(role) ?? signIn(role);
    tokens.set(role, known);
    return known;
  };
  const mailbox = async (to: string) => call(notifications.mailbox, { to }, { token: await operatorToken("admin") });
  const newestCode = async (to: string, known: ReadonlySet<string>): Promise<string> => {
    for (const deadline = performance.now() + 15_000; performance.now() < deadline; await pause(20)) {
      const code = (await mailbox(to)).find((mail) => mail.code !== null && !known.has(mail.id))?.code;
      if (code) return code;
    }
    throw new Error(`no code was sent to ${to}`);
  };
  const codeSentTo = (to: string) => newestCode(to, new Set());
  const codeAfter = async (to: string, send: () => Promise<unknown>): Promise<string> => {
    const known = new Set((await mailbox(to)).map(({ id }) => id));
    await send();
    return newestCode(to, known);
  };
  const solveSlider = async (address = newVisitor().address): Promise<string> => {
    const { captchaId, workBits } = await call(identity.makeSlider, {}, { address });
    const { x } = await call(notifications.captchaAnswer, { id: captchaId }, { token: await operatorToken("admin") });
    if (x === null) throw new Error(`captcha ${captchaId} has no place for its piece`);
    return (
      await call(
        identity.solveSlider,
        { captchaId, x, trace: drag(x), nonce: await nonceFor(captchaId, workBits) },
        { address },
      )
    ).ticket;
  };
  const captchaTicket = plantedTicket ?? solveSlider;
  return {
    operatorToken,
    async setPrice(rule) {
      const [finance, admin] = await Promise.all([operatorToken("finance"), operatorToken("admin")]);
      const { approvalId } = await call(prices.proposeFeeRule, { ...rule, reason: "测试" }, { token: finance });
      await call(approvals.decideApproval, { id: approvalId, decision: "approve" }, { token: admin });
    },
    async proveTrade(merchantId, amount) {
      await call(marketOrders.proveTrade, { merchantId, amount }, { token: await operatorToken("admin") });
    },
    mailbox,
    codeSentTo,
    codeAfter,
    captchaTicket,
    async registerMerchant({ mobile, password = PASSWORD, invitationCode, device: before } = {}) {
      const visitor = newVisitor();
      const { address } = visitor;
      const to = mobile ?? visitor.mobile;
      await call(identity.sendRegisterCode, { mobile: to, param: await captchaTicket(address) }, { address });
      const verifyCode = await codeSentTo(to);
      const { token, userId, device } = await call(
        identity.register,
        { mobile: to, password, verifyCode, invitationCode, device: before },
        { address },
      );
      return { token, userId, mobile: to, password, address, device };
    },
  };
}

async function plantOperator(call: Call, { platform }: App, role: OperatorRole): Promise<string> {
  const { plantOperators } = await import("@coralhub/server/modules/operations");
  const { createPasswords } = await import("@coralhub/server/platform/passwords");
  const email = `test-${role}@coralhub.test`;
  const operator = { id: platform.ids.next(), email, name: `测试${role}`, roles: [role], password: PASSWORD };
  await plantOperators({ database: platform.database, passwords: createPasswords() }, [operator], platform.clock.now());
  return signInOperator(call, email);
}

async function signInOperator(call: Call, email: string): Promise<string> {
  return (await call(operations.signIn, { email, password: PASSWORD }, { address: newVisitor().address })).token;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The work a captcha asks of whoever answers it. */
export async function nonceFor(captchaId: string, bits: number): Promise<string> {
  for (let nonce = 0; ; nonce++) {
    // The server may live in this process: it must go on answering.
    if (nonce % 1000 === 999) await pause(0);
    if (isEnoughWork(createHash("sha256").update(workText(captchaId, nonce)).digest(), bits)) return String(nonce);
  }
}

/** A hand starts fast, slows down and trembles a little. */
export function drag(x: number): [number, number][] {
  const steps = 40;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const way = 1 - (1 - step / steps) ** 2;
    return [step * 25 + (step % 3) * 3, step === steps ? x : Math.round(x * way * 10) / 10 + (step % 2) * 0.7];
  });
}
