import { describe, test } from "vitest";
import {
  BROKEN_RULE,
  CANNOT_CHANGE,
  CARDS,
  HELD,
  NOSTRO,
  NOT_UNIQUE,
  WALLET,
  expectRefusal,
  withAttacker,
  type Attack,
  type Attacker,
} from "./attack-fixture.ts";
import type { LedgerFixture } from "./ledger-fixture.ts";

/** Every rule is attacked with plain SQL as the application's role: what the code would never send must fail too. */
let ledger: LedgerFixture;
let attacker: Attacker;
let funding: string;
withAttacker((given) => ({ ledger, attacker, funding } = given));
describe("holds", () => {
  const hold = () =>
    attacker.write({
      accounts: [
        { code: WALLET, balance: 1000 },
        { code: HELD, balance: 0 },
      ],
      postings: [{ key: "h" }],
      transfers: [[1, 1, 2, 400]],
    });
  const resolve = async (id: string, key: string, posted: number, released: number) => {
    const codes = [WALLET, HELD, NOSTRO];
    const accounts = await Promise.all(
      codes.map(async (code) => ({ code, balance: (await attacker.state(code)).balance })),
    );
    const transfers = [
      [1, 2, 3, posted],
      [1, 2, 1, released],
    ];
    return attacker.write({ accounts, postings: [{ key, resolves: id }], transfers });
  };

  test("are resolved whole and once", async () => {
    const id = await hold();
    await expectRefusal(resolve(id, "less", 300, 50), BROKEN_RULE);
    await expectRefusal(resolve(id, "more", 300, 101), BROKEN_RULE);
    await resolve(id, "r1", 300, 100);
    await expectRefusal(resolve(id, "r2", 300, 100), BROKEN_RULE);
    const change = (set: string) => ledger.database.query(`update ledger_hold set ${set} where posting_id = $1`, [id]);
    await expectRefusal(change("resolved_by = null"), CANNOT_CHANGE);
    await expectRefusal(change("amount = 1"), CANNOT_CHANGE);
  });
  test("cannot be resolved for less, by another merchant's id, or without saying so", async () => {
    const id = await hold();
    const touching = (postings: Attack["postings"], transfers: number[][]) =>
      attacker.write({
        accounts: [
          { code: WALLET, balance: 600 },
          { code: HELD, balance: 400 },
        ],
        postings,
        transfers,
      });
    await expectRefusal(touching([{ key: "r", resolves: id }], [[1, 2, 1, 399]]), BROKEN_RULE);
    await expectRefusal(touching([{ key: "r", resolves: ledger.ids.next() }], [[1, 2, 1, 400]]), BROKEN_RULE);
    await expectRefusal(touching([{ key: "r" }], [[1, 2, 1, 400]]), BROKEN_RULE);
    await expectRefusal(touching([{ key: "r", resolves: id }], [[1, 1, 2, 5]]), BROKEN_RULE);
    await expectRefusal(
      touching(
        [
          { key: "a", resolves: id },
          { key: "b", resolves: id },
        ],
        [
          [1, 2, 1, 200],
          [2, 2, 1, 200],
        ],
      ),
      BROKEN_RULE,
    );
  });
  test("money gets onto a hold account only from the account it is held for, once in a posting", async () => {
    await expectRefusal(
      attacker.write({
        accounts: [
          { code: NOSTRO, balance: -1000 },
          { code: HELD, balance: 0 },
        ],
        postings: [{ key: "h" }],
        transfers: [[1, 1, 2, 5]],
      }),
      BROKEN_RULE,
    );
    await expectRefusal(
      attacker.write({
        accounts: [
          { code: WALLET, balance: 1000 },
          { code: HELD, balance: 0 },
        ],
        postings: [{ key: "h" }],
        transfers: [
          [1, 1, 2, 5],
          [1, 1, 2, 5],
        ],
      }),
      BROKEN_RULE,
    );
  });
});

describe("reversals", () => {
  const back = (id: string, transfers: number[][], key = "back") =>
    attacker.write({
      accounts: [
        { code: NOSTRO, balance: -1000 },
        { code: WALLET, balance: 1000 },
        { code: CARDS, balance: 0 },
      ].slice(0, transfers.flat().includes(3) ? 3 : 2),
      postings: [{ key, reverses: id }],
      transfers,
    });
  test("go the way back for at most what was posted", async () => {
    await expectRefusal(
      back(funding, [
        [1, 2, 1, 600],
        [1, 2, 1, 401],
      ]),
      BROKEN_RULE,
    );
    await expectRefusal(back(funding, [[1, 1, 2, 5]]), BROKEN_RULE);
    await expectRefusal(back(funding, [[1, 2, 3, 5]]), BROKEN_RULE);
    await expectRefusal(back(ledger.ids.next(), [[1, 2, 1, 5]]), BROKEN_RULE);
  });
  test("happen once, and cannot be taken back themselves", async () => {
    const id = await back(funding, [[1, 2, 1, 400]]);
    const again = (reverses: string, transfers: number[][]) =>
      attacker.write({
        accounts: [
          { code: NOSTRO, balance: -600 },
          { code: WALLET, balance: 600 },
        ],
        postings: [{ key: "again", reverses }],
        transfers,
      });
    await expectRefusal(again(funding, [[1, 2, 1, 100]]), NOT_UNIQUE);
    await expectRefusal(again(id, [[1, 1, 2, 400]]), BROKEN_RULE);
  });
});
