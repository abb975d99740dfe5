import {
  accountEndpoints as collections,
  ownBindingOf,
  receivingBankEndpoints,
  storeEndpoints as calls,
  type StoreForm,
} from "@coralhub/contract";
import { platformByCode, sampleStoreAnswers, type Platform } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import pg from "pg";
import sharp from "sharp";
import { expect } from "vitest";

export type Desk = { server: TestServer; reviewer: { token: string }; admin: { token: string } };

/** A server whose simulated reviewer is off: tests decide themselves. */
export async function startDesk(): Promise<Desk> {
  const server = await startTestServer();
  const admin = { token: await server.operatorToken("admin") };
  await server.call(calls.setSimulatedStoreReviewer, { on: false, delaySeconds: 0 }, admin);
  await server.call(receivingBankEndpoints.setBankSettings, { openingDelaySeconds: 0, refuse: false }, admin);
  return { server, admin, reviewer: { token: await server.operatorToken("reviewer") } };
}

/** A merchant who may bind stores. */
export async function certifiedMerchant({ server }: Pick<Desk, "server">): Promise<TestMerchant> {
  const merchant = await server.registerMerchant();
  await server.database.query(
    `update certification set state = 'certified', kind = 'mainland', subject_name = '深圳市南屿科技有限公司',
       open_user_id = 'OU' || $1::text where merchant_id = $1`,
    [merchant.userId],
  );
  return merchant;
}

export const catalogue = (code: string): Platform => platformByCode(code)!;

export async function uploadPicture(
  { server }: Pick<Desk, "server">,
  merchant: TestMerchant,
  name = "后台截图.png",
): Promise<string> {
  const drawn = sharp({ create: { width: 320, height: 200, channels: 3, background: "#eef1f6" } });
  const file = new File([new Uint8Array(await drawn.png().toBuffer())], name, { type: "image/png" });
  return (await server.call(calls.uploadStoreFile, { file }, merchant)).fileId;
}

let stores = 0;
/** Answers that pass a platform's checks; every store has an address and a name of its own. */
export async function goodForm(
  desk: Pick<Desk, "server">,
  merchant: TestMerchant,
  code: string,
  changes: StoreForm = {},
): Promise<StoreForm> {
  const platform = catalogue(code);
  const unique = `${process.pid}-${++stores}`;
  const attach = platform.fields.includes("attach") ? { attach: await uploadPicture(desk, merchant) } : {};
  return { ...sampleStoreAnswers(platform, unique), ...attach, ...changes };
}

export async function bind(desk: Pick<Desk, "server">, merchant: TestMerchant, code: string, changes: StoreForm = {}) {
  const form = await goodForm(desk, merchant, code, changes);
  const own = ownBindingOf(code);
  return own
    ? desk.server.call(calls[own.bind], form, merchant)
    : desk.server.call(calls.bindOther, { ...form, platformCode: code }, merchant);
}

export const detail = ({ server }: Pick<Desk, "server">, merchant: TestMerchant, id: string) =>
  server.call(calls.store, { id }, merchant);

/** A reviewer looks at it and passes it. */
export async function approve({ server, reviewer }: Desk, merchant: TestMerchant, id: string): Promise<void> {
  const ref = { merchantId: merchant.userId, id };
  const { version } = await server.call(calls.storeCase, ref, reviewer);
  await server.call(calls.approveStore, { ...ref, version }, reviewer);
}

export async function decline({ server, reviewer }: Desk, merchant: TestMerchant, id: string, reason: string) {
  const ref = { merchantId: merchant.userId, id };
  const { version } = await server.call(calls.storeCase, ref, reviewer);
  return server.call(calls.declineStore, { ...ref, version, reason }, reviewer);
}

export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await new Promise((later) => setTimeout(later, 40));
  }
  throw new Error(`waited in vain: ${what}`);
}

/** Begins what `statement` does and leaves it open until the returned function is called. */
export async function uncommitted(
  { server }: Pick<Desk, "server">,
  statement: string,
  values: unknown[],
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  await client.query("begin");
  await client.query(statement, values);
  return async () => {
    await client.query("commit");
    await client.end();
  };
}
/** For a row or a lock by name; the queue of notices (an object), which every commit that tells passes, is not meant. */
export const waiting = ({ server }: Pick<Desk, "server">, count: number) =>
  until(`${count} waiting for a lock`, async () => {
    const rows = await server.database.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'object'`,
    );
    return rows.length >= count ? true : undefined;
  });

/** The number a bound store is paid into, once the bank has opened it. */
export async function accountNumberOf(desk: Desk, merchant: TestMerchant, storeId: string): Promise<string> {
  const accountId = await until(`account of ${storeId}`, async () => {
    const { account } = await detail(desk, merchant, storeId);
    return account?.state === "open" ? account.foreignBankAccountId : undefined;
  });
  return (await desk.server.call(collections.receivingAccount, { id: accountId }, merchant)).accountNumber!;
}

/** Matchers that say what they are: anything goes on from here unchecked. */
export const anyText: unknown = expect.any(String);
export const containing = (text: string): unknown => expect.stringContaining(text);
