import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { createLedgerFixture, type LedgerFixture } from "./ledger-fixture.ts";

export const WALLET = "wallet:USD";
export const CARDS = "card_wallet:USD";
export const HELD = "hold:USD:wallet";
export const NOSTRO = "house.nostro:USD:bank";

export const BROKEN_RULE = "CL002";
export const ACCOUNTS_MOVED = "CL001";
export const CANNOT_CHANGE = "CL000";
export const NOT_PERMITTED = "42501";
export const NOT_UNIQUE = "23505";

/** A call of the writing function with whatever a hostile caller likes to send. */
export type Attack = {
  accounts: { merchant?: string; code: string; balance: number; latest?: string }[];
  postings: {
    merchant?: string;
    id?: string;
    key: string;
    resolves?: string;
    reverses?: string;
    fingerprint?: Buffer;
  }[];
  /** [posting, from, to, amount], numbered from one. */
  transfers: (number | null)[][];
  now?: number | null;
  /** Changes the arguments as they go out: arrays that do not fit each other. */
  bend?(values: unknown[]): void;
};

const FINGERPRINT = createHash("sha256").update("content").digest();

/** Talks to the writing function directly, as the application's role: nothing of our own code stands in between. */
function attackerOf(ledger: LedgerFixture, me: string) {
  const state = async (code: string, merchant = me) => {
    const [row] = await ledger.asApp<{ balance: string; latest: string }>(
      "select balance::text, (extract(epoch from latest_at) * 1000000)::bigint::text as latest from ledger_account where merchant_id = $1 and code = $2",
      [merchant, code],
    );
    return { balance: Number(row?.balance ?? 0), latest: row?.latest ?? "0" };
  };

  async function write({ accounts, postings, transfers, now = Date.now() * 1000, bend }: Attack): Promise<string> {
    const ids = postings.map((posting) => posting.id ?? ledger.ids.next());
    const latest = await Promise.all(
      accounts.map(async (account) => account.latest ?? (await state(account.code, account.merchant)).latest),
    );
    const links = (name: "resolves" | "reverses") =>
      postings.some((posting) => posting[name]) ? postings.map((posting) => posting[name] ?? null) : null;
    const values = [
      accounts.map((account) => account.merchant ?? me),
      accounts.map((account) => account.code),
      accounts.map((account) => account.balance),
      latest,
      postings.map((posting) => posting.merchant ?? me),
      ids,
      postings.map((posting) => posting.key),
      postings.map((posting) => posting.fingerprint ?? FINGERPRINT),
      postings.map(() => "attack"),
      postings.map(() => null),
      links("resolves"),
      links("reverses"),
      ...[0, 1, 2, 3].map((column) => transfers.map((line) => line[column] ?? null)),
      now,
    ];
    bend?.(values);
    await ledger.asApp("select ledger_write($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17)", values);
    return ids[0]!;
  }

  return { state, write };
}

export const expectRefusal = (attack: Promise<unknown>, code: string) =>
  expect(attack).rejects.toEqual(expect.objectContaining({ code }));

export type Attacker = ReturnType<typeof attackerOf>;
type Given = {
  ledger: LedgerFixture;
  /** Somebody new, with ten dollars in the wallet. */
  me: string;
  attacker: Attacker;
  /** The posting that put them there. */
  funding: string;
};

/** One ledger for a whole file, and somebody new with a little money for each of its tests. */
export function withAttacker(take: (given: Given) => void): void {
  let ledger: LedgerFixture;
  beforeAll(async () => void (ledger = await createLedgerFixture()));
  afterAll(() => ledger.close());
  beforeEach(async () => {
    const me = ledger.ids.next();
    const attacker = attackerOf(ledger, me);
    const codes = [WALLET, CARDS, HELD, NOSTRO];
    await ledger.asApp("select ledger_open($1, $2, now())", [codes.map(() => me), codes]);
    const funding = await attacker.write({
      accounts: [
        { code: NOSTRO, balance: 0 },
        { code: WALLET, balance: 0 },
      ],
      postings: [{ key: "fund" }],
      transfers: [[1, 1, 2, 1000]],
    });
    take({ ledger, me, attacker, funding });
  });
}
