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
  /** [posting, from, to, amount, second receiver, its amount], numbered from one. */
  transfers: (number | null)[][];
  now?: number | null;
  /** Changes the arguments as they go out: arrays that do not fit each other. */
  bend?(values: unknown[]): void;
};

/** A hundred cents from the wallet to the cards, unless it is said otherwise. */
export const fromWallet = (more: Partial<Attack> = {}): Attack => ({
  accounts: [
    { code: WALLET, balance: 1000 },
    { code: CARDS, balance: 0 },
  ],
  postings: [{ key: "k" }],
  transfers: [[1, 1, 2, 100]],
  ...more,
});

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
    const lines = transfers.map(([of], row) => {
      const earlier = transfers.slice(0, row).filter(([other]) => other === of);
      return earlier.reduce((line, [, , , , also]) => line + (also === undefined ? 1 : 2), 1);
    });
    /** What belongs to a posting goes with the row that begins it. */
    const begun = transfers.map(([of], row) => (lines[row] === 1 ? postings[of! - 1] : undefined));
    const links = (name: "resolves" | "reverses") =>
      postings.some((posting) => posting[name]) ? begun.map((posting) => posting?.[name] ?? null) : null;
    const seconds = (column: 4 | 5) =>
      transfers.some((row) => row.length > 4) ? transfers.map((row) => row[column] ?? null) : null;
    const values = [
      accounts.map((account) => account.merchant ?? me),
      accounts.map((account) => account.code),
      accounts.map((account) => account.balance),
      latest,
      transfers.map(([of]) => postings[of! - 1] && (postings[of! - 1]!.merchant ?? me)),
      transfers.map(([of]) => ids[of! - 1]),
      lines,
      begun.map((posting) => posting?.key),
      begun.map((posting) => posting && (posting.fingerprint ?? FINGERPRINT)),
      begun.map((posting) => posting && "attack"),
      begun.map(() => null),
      links("resolves"),
      links("reverses"),
      ...[1, 2, 3].map((column) => transfers.map((row) => row[column] ?? null)),
      seconds(4),
      seconds(5),
      now,
    ];
    bend?.(values);
    await ledger.asApp(`select ledger_write(${values.map((_, place) => `$${place + 1}`).join(",")})`, values);
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
