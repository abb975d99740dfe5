import { ALL_ENDPOINTS, type CallRefused } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPasswords, type Passwords } from "../../platform/passwords.ts";
import { plantMerchant } from "./plant-merchant.ts";

const { identity } = ALL_ENDPOINTS;
/** A device token of the right form that belongs to nobody. */
const DEVICE = `0193a000-0000-7000-8000-000000000001.${"A".repeat(43)}`;
const [ACCOUNTS, ATTEMPTS, CROWD, ADDRESSES] = [500, 5000, 50, 50];
const [WRONG, CAPTCHA_NEEDED, TOO_MANY] = [12001, 12002, 12005];

/** Real hashing; every password that is looked at is told. */
function watched(looked: (password: string) => void): Passwords {
  const real = createPasswords();
  return {
    hash: real.hash,
    verify(hashed, password) {
      looked(password);
      return real.verify(hashed, password);
    },
    verifyDummy(password) {
      looked(password);
      return real.verifyDummy(password);
    },
  };
}

/** Half of the numbers belong to merchants, the other half to nobody. */
const isKnown = (account: number) => account % 2 === 0;
const mobileOf = (account: number) => `1${isKnown(account) ? 31 : 32}${String(account).padStart(8, "0")}`;
async function plantKnown(server: TestServer, count: number): Promise<void> {
  const hashed = await createPasswords().hash("Coral#2026");
  const { database, ids, clock } = server.app.platform;
  await database.transaction(async (tx) => {
    for (let account = 0; account < count; account += 2) {
      const plant = {
        merchantId: ids.next(),
        personId: crypto.randomUUID(),
        userNo: `8${String(account).padStart(7, "0")}`,
        invitationCode: `F${String(account).padStart(5, "0")}`,
        source: "website" as const,
        mobile: `+86${mobileOf(account)}`,
        email: null,
        registeredAt: clock.now(),
      };
      await plantMerchant(server.app.platform.secrets, tx, plant, () => Promise.resolve(hashed));
    }
  });
}

type Said = { code: number; message: string };
const said = (work: Promise<unknown>): Promise<Said> =>
  work.then(
    () => ({ code: 200, message: "" }),
    ({ code, message }: CallRefused) => ({ code, message }),
  );
let forged = 0;
/** What a caller may write itself before the entry our own proxy adds; only that one is believed. */
const from = (address: number) =>
  `198.18.${(++forged >> 8) & 255}.${forged & 255}, 172.30.${address >> 8}.${address & 255}`;

describe("5,000 attempts over 500 accounts from 50 addresses under forged ones", () => {
  const looked = new Map<string, number>();
  const passwords = watched((password) => looked.set(password, (looked.get(password) ?? 0) + 1));
  let server: TestServer;
  let owner: TestMerchant;
  beforeAll(async () => {
    server = await startTestServer({ passwords });
    owner = await server.registerMerchant();
    await plantKnown(server, ACCOUNTS);
    looked.clear();
  });
  afterAll(() => server.close());
  /** The guess carries the account, so that the one who looks at it knows whose it is. */
  const guess = (account: number, address: number, param?: string) => {
    const username = account < 0 ? owner.mobile : mobileOf(account);
    return said(
      server.call(identity.login, { username, password: `of ${username}`, param }, { address: from(address) }),
    );
  };

  test(
    "few are looked at, everyone is refused in the same words, and the owner gets in",
    { timeout: 120_000 },
    async () => {
      const words = { known: new Map<string, number>(), unknown: new Map<string, number>() };
      let next = 0;
      const attacker = async () => {
        for (let n = next++; n < ATTEMPTS; n = next++) {
          const account = n % ACCOUNTS;
          const { code, message } = await guess(account, n % ADDRESSES);
          const heard = words[isKnown(account) ? "known" : "unknown"];
          heard.set(`${code} ${message}`, (heard.get(`${code} ${message}`) ?? 0) + 1);
        }
      };
      let over = false;
      /** Someone at work meanwhile, who is served. */
      const atWork = async () => {
        for (; !over; await sleep(200)) await server.call(identity.accountInfo, {}, { token: owner.token });
      };
      const working = atWork();
      await Promise.all(Array.from({ length: CROWD }, attacker)).finally(() => (over = true));
      await working;
      const evaluated = [...looked.values()].reduce((sum, times) => sum + times, 0);
      expect(Math.max(...looked.values())).toBeLessThanOrEqual(3);
      // Three from each real address: a forged header makes no new one.
      expect(evaluated).toBeLessThanOrEqual(3 * ADDRESSES);
      expect(evaluated).toBeGreaterThan(0);
      expect([...words.known.keys()].toSorted()).toEqual([...words.unknown.keys()].toSorted());
      expect([...words.known.keys()].every((heard) => /^(12001|12002) /.test(heard))).toBe(true);
      // On a browser that is known: after such a flood nobody else goes without a captcha.
      const login = { username: owner.mobile, password: owner.password, device: owner.device };
      expect(await said(server.call(identity.login, login, { address: owner.address }))).toMatchObject({ code: 200 });
    },
  );

  test("with a solved captcha each time: ten per account and hour, known or not", { timeout: 120_000 }, async () => {
    for (const account of [-1, 1]) {
      looked.clear();
      const codes: number[] = [];
      for (let n = 0; n < 12; n++) codes.push((await guess(account, 300 + n, await server.captchaTicket())).code);
      const spent = codes.indexOf(TOO_MANY);
      expect(spent).toBeGreaterThan(0);
      expect(codes.slice(spent).every((code) => code === TOO_MANY)).toBe(true);
      // What the flood had already used up counts too.
      expect([...looked.values()]).toEqual([spent]);
      expect(spent).toBeLessThanOrEqual(10);
    }
    const login = { username: owner.mobile, password: owner.password, device: owner.device };
    expect(await said(server.call(identity.login, login, { address: owner.address }))).toMatchObject({ code: 200 });
  });
});

describe("an unknown account answers as slowly as a known one", () => {
  const PAIRS = 30;
  const ROUNDS = 4;
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await plantKnown(server, ROUNDS * PAIRS * 2);
  });
  afterAll(() => server.close());
  let visitors = 0;

  const timed = async (account: number, expected: number): Promise<number> => {
    const input = { username: mobileOf(account), password: "wrong password 1", device: DEVICE };
    const address = from(++visitors);
    const start = performance.now();
    const { code } = await said(server.call(identity.login, input, { address }));
    const took = performance.now() - start;
    expect(code).toBe(expected);
    return took;
  };
  /** A known and an unknown one right after each other, in turn the one or the other first. */
  const pair = async (known: number, unknown: number, knownFirst: boolean, expected: number): Promise<number> => {
    const first = await timed(knownFirst ? known : unknown, expected);
    const second = await timed(knownFirst ? unknown : known, expected);
    return knownFirst ? first / second : second / first;
  };
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  /** A busy machine disturbs single pairs; more of them settle it, the bound stays. */
  const expectAlike = async (pairs: number, ask: (index: number) => Promise<number>) => {
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (let n = 0; n < pairs; n++) ratios.push(await ask(ratios.length));
      if (Math.abs(median(ratios) - 1) < 0.1) break;
    }
    expect(Math.abs(median(ratios) - 1)).toBeLessThan(0.1);
  };

  test("where the password is looked at", { timeout: 120_000 }, () =>
    expectAlike(PAIRS, (index) => pair(index * 2, index * 2 + 1, index % 2 === 0, WRONG)),
  );

  test("where it is not", { timeout: 120_000 }, async () => {
    const [known, unknown] = [ROUNDS * PAIRS * 2 - 2, ROUNDS * PAIRS * 2 - 1];
    // What may be tried without a captcha is used up, whatever the test above took of it.
    for (const account of [known, unknown, known, unknown, known, unknown]) {
      const input = { username: mobileOf(account), password: "wrong password 1" };
      await said(server.call(identity.login, input, { address: from(++visitors) }));
    }
    await expectAlike(PAIRS * 4, (index) => pair(known, unknown, index % 2 === 0, CAPTCHA_NEEDED));
  });
});
