import { identityEndpoints, ledgerEndpoints } from "@coralhub/contract";
import { accountCode, parseMoney, type Currency } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll } from "vitest";

type Who = { token: string };
export type Staff = { admin: Who; finance: Who; reviewer: Who };
export type StaffedServer = TestServer & Staff;

/** Noon of a banking day everywhere. */
export const BEGIN = "2026-11-16T12:00:00+08:00";

/** One server for a whole file, its clock at that noon before anybody signs in, with one operator of each role. */
export function withStaff(take: (server: StaffedServer) => void): void {
  let server: StaffedServer;
  beforeAll(async () => {
    const bare = await startTestServer();
    bare.clock.set(BEGIN);
    const as = async (role: keyof Staff): Promise<Who> => ({ token: await bare.operatorToken(role) });
    server = { ...bare, admin: await as("admin"), finance: await as("finance"), reviewer: await as("reviewer") };
    take(server);
  });
  afterAll(() => server.close());
}

/** One of finance proposes, another agrees: the books take nothing else. */
export async function fillWallet(
  { call, admin, finance }: Pick<StaffedServer, "call" | "admin" | "finance">,
  { userId: merchantId }: TestMerchant,
  amount: string,
  currency: Currency = "USD",
): Promise<void> {
  const [from, to] = [accountCode("house.suspense", currency), accountCode("wallet", currency)];
  const request = { merchantId, from, to, amount: parseMoney(amount, currency), memo: "试用资金" };
  const { id } = await call(ledgerEndpoints.proposeAdjustment, request, finance);
  await call(ledgerEndpoints.decideAdjustment, { merchantId, id, decision: "approve" }, admin);
}

/** Moves the clock; whoever was signed in has been away too long and signs in again. */
export async function travel(
  { clock, call }: Pick<TestServer, "clock" | "call">,
  to: Date | string,
  merchant: TestMerchant,
): Promise<void> {
  clock.set(to);
  const { mobile: username, password, device, address } = merchant;
  const { token } = await call(identityEndpoints.login, { username, password, client: 1, device }, { address });
  merchant.token = token;
}

/** Of no kind or one's own, as a passed certification leaves it. */
export async function certifiedAs(
  { registerMerchant, database }: Pick<TestServer, "registerMerchant" | "database">,
  kind: string,
  name: string,
): Promise<TestMerchant> {
  const merchant = await registerMerchant();
  await database.query(
    `update certification set state = 'certified', kind = $2, subject_name = $3, open_user_id = 'OU' || $1::text
     where merchant_id = $1`,
    [merchant.userId, kind, name],
  );
  return merchant;
}
