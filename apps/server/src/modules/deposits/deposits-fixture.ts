import {
  depositEndpoints as calls,
  depositPartnerEndpoints as partner,
  operationsEndpoints,
  type CallInput,
} from "@coralhub/contract";
import { parseMoney, type DepositCurrency, type DepositTerm } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer, type TestServerOptions } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { until } from "../income/income-fixture.ts";
import { BEGIN, certifiedAs, fillWallet } from "../operations/staff-fixture.ts";

export { until } from "../income/income-fixture.ts";
export { BEGIN, travel } from "../operations/staff-fixture.ts";

export type DepositsServer = TestServer & {
  admin: { token: string };
  fund(merchant: TestMerchant, amount: string, currency?: DepositCurrency): Promise<void>;
  runJob(name: string): Promise<void>;
};

/** A server whose partner answers at once, with the product open to everybody. */
export async function startDeposits(options?: TestServerOptions): Promise<DepositsServer> {
  const server = await startTestServer(options);
  server.clock.set(BEGIN);
  const admin = { token: await server.operatorToken("admin") };
  const finance = { token: await server.operatorToken("finance") };
  await openToAll({ call: server.call, admin }, "on");
  const desk: DepositsServer = {
    ...server,
    admin,
    fund: (merchant, amount, currency) => fillWallet({ call: server.call, admin, finance }, merchant, amount, currency),
    async runJob(name) {
      const { platform } = server.app;
      await platform.database.transaction((tx) => platform.jobs.send(tx, name, {}));
    },
  };
  await partnerWill(desk, {});
  return desk;
}

export const openToAll = ({ call, admin }: Pick<DepositsServer, "call" | "admin">, mode: "on" | "off") =>
  call(
    operationsEndpoints.changeFlag,
    { flag: "personalFinance", mode, percentage: 0, merchantIds: [], reason: "试用" },
    admin,
  );

/** One server for a whole file; each test begins at the same noon, with a partner that says yes. */
export function withDeposits(take: (server: DepositsServer) => void, options?: TestServerOptions): void {
  let server: DepositsServer;
  beforeAll(async () => {
    server = await startDeposits(options);
    take(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.set(BEGIN);
    await partnerWill(server, {});
  });
}

type Settings = CallInput<typeof partner.setDepositPartnerSettings.input>;
export const partnerWill = ({ call, admin }: DepositsServer, settings: Partial<Settings>) =>
  call(
    partner.setDepositPartnerSettings,
    { openings: "accept", placements: "accept", delaySeconds: 0, ...settings },
    admin,
  );

export const certifiedMerchant = (server: DepositsServer, kind = "person", name = "林知夏"): Promise<TestMerchant> =>
  certifiedAs(server, kind, name);

export const ANSWERS = {
  fundSource: "sales",
  purpose: "idle",
  expectedAmount: "small",
  annualTurnover: "middle",
  taxResidence: "CN",
  taxNumber: "91440300MA5F1A2B3C",
  exposedPerson: "no",
} as const;

/** All messages of this kind to the partner have left and their answers were read: what it says next is another word. */
export const handedOver = ({ database }: Pick<TestServer, "database">, { userId }: TestMerchant, topic: string) =>
  until(async () => {
    const waiting = await database.query(
      "select 1 from outbox where owner_id = $1 and topic = $2 and state = 'waiting'",
      [userId, topic],
    );
    return waiting.length === 0 ? true : undefined;
  });

export const openingOf = ({ call }: DepositsServer, merchant: TestMerchant) => call(calls.moduleInfo, {}, merchant);
export const openingBecomes = (server: DepositsServer, merchant: TestMerchant, state: string) =>
  until(async () => {
    const opening = await openingOf(server, merchant);
    return opening.state === state ? opening : undefined;
  });

/** Asked for and filled in; a person needs nobody else. */
export async function handInPapers(server: DepositsServer, merchant: TestMerchant): Promise<void> {
  await server.call(calls.applyForModule, { currencies: ["USD", "HKD"], agreed: true }, merchant);
  await server.call(calls.saveFinancialForm, { answers: ANSWERS }, merchant);
  await server.call(calls.openDepositAccount, {}, merchant);
}

/** Certified, with an open account and money in the wallet. */
export async function readyMerchant(server: DepositsServer, amount: string, currency: DepositCurrency = "USD") {
  const merchant = await certifiedMerchant(server);
  await handInPapers(server, merchant);
  await openingBecomes(server, merchant, "open");
  await server.fund(merchant, amount, currency);
  return merchant;
}

type Input = { amount: string; currency?: DepositCurrency; termMonths?: DepositTerm } & Partial<
  Pick<CallInput<typeof calls.openPlacementSession.input>, "instruction" | "renewAmount">
>;
/** Asks for a code and reads it on the phone: another one than whatever came before. */
export async function freshCode(
  { database, clock }: Pick<TestServer, "database" | "clock">,
  to: string,
  ask: () => Promise<unknown>,
): Promise<string> {
  const codes = () =>
    database.query<{ code: string }>(
      "select code from sandbox_mail where recipient like '%' || $1 and code is not null order by sent_at desc, id desc",
      [to],
    );
  const before = (await codes()).length;
  // A second one is sent after a minute at the earliest.
  clock.advance({ seconds: 61 });
  await ask();
  return until(async () => {
    const all = await codes();
    return all.length > before ? all[0]!.code : undefined;
  });
}

/** Everything up to the confirmation. */
export async function prepare(server: DepositsServer, merchant: TestMerchant, request: Input) {
  const { amount, currency = "USD", termMonths = 6, instruction = "payOut", renewAmount = null } = request;
  const session = await server.call(
    calls.openPlacementSession,
    { amount: parseMoney(amount, currency), termMonths, instruction, renewAmount },
    merchant,
  );
  const { sessionId } = session;
  const ask = () => server.call(calls.sendPlacementCode, { sessionId }, merchant);
  return { session, input: { sessionId, verifyCode: await freshCode(server, merchant.mobile, ask) } };
}

export async function place(server: DepositsServer, merchant: TestMerchant, request: Input): Promise<string> {
  const { input } = await prepare(server, merchant, request);
  return (await server.call(calls.confirmPlacement, input, merchant)).id;
}

export const placementOf = ({ call }: DepositsServer, merchant: TestMerchant, id: string) =>
  call(calls.placement, { id }, merchant);
export const becomes = (server: DepositsServer, merchant: TestMerchant, id: string, state: string) =>
  until(async () => {
    const placement = await placementOf(server, merchant, id);
    return placement.state === state ? placement : undefined;
  });

/** Balances of a merchant's books by account, the empty ones left out. */
export async function booksOf(
  server: Pick<TestServer, "database">,
  { userId }: TestMerchant,
): Promise<Record<string, bigint>> {
  const rows = await server.database.query<{ code: string; balance: string }>(
    "select code, balance from ledger_account where merchant_id = $1 and balance <> 0",
    [userId],
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [code, BigInt(balance)]));
}

/** What the partner's statement says, and what our own account with it says, by reference. */
export async function partnerBooks(server: Pick<TestServer, "database">, rail = "sandbox-anext") {
  const [statement, nostro] = await Promise.all([
    server.database.query<{ reference: string; amount: string }>(
      "select reference, amount from sandbox_statement_line where rail = $1 order by reference",
      [rail],
    ),
    server.database.query<{ reference: string; amount: string }>(
      `select p.reference, sum(-e.amount)::text as amount
         from ledger_account a
         join ledger_entry e on e.merchant_id = a.merchant_id and e.code = a.code
         join ledger_posting p on p.merchant_id = a.merchant_id and p.id = e.posting_id
        where a.kind = 'house.nostro' and a.owner = $1 group by 1 order by 1`,
      [rail],
    ),
  ]);
  return { statement, nostro };
}
