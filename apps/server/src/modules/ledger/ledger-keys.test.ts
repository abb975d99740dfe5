import { describe, expect, test } from "vitest";
import {
  BROKEN_RULE,
  NOT_UNIQUE,
  WALLET,
  expectRefusal,
  fromWallet,
  withAttacker,
  type Attacker,
} from "./attack-fixture.ts";
import type { LedgerFixture } from "./ledger-fixture.ts";

/** What makes a posting one: its key, its lines, its head. Attacked with plain SQL as the application's role. */
let ledger: LedgerFixture;
let attacker: Attacker;
let funding: string;
withAttacker((given) => ({ ledger, attacker, funding } = given));

describe("a key posts once", () => {
  test("again, in the same batch or another line later", async () => {
    await expectRefusal(attacker.write(fromWallet({ postings: [{ key: "fund" }] })), NOT_UNIQUE);
    await expectRefusal(
      attacker.write(
        fromWallet({
          postings: [{ key: "k" }, { key: "k" }],
          transfers: [
            [1, 1, 2, 1],
            [2, 1, 2, 1],
          ],
        }),
      ),
      NOT_UNIQUE,
    );
    await expectRefusal(attacker.write(fromWallet({ postings: [{ key: "k", id: funding }] })), NOT_UNIQUE);
  });
  test("transfers of a posting stand together, in order, under one head", async () => {
    const two = { postings: [{ key: "a" }, { key: "b" }] };
    await expectRefusal(
      attacker.write(
        fromWallet({
          ...two,
          transfers: [
            [1, 1, 2, 1],
            [2, 1, 2, 1],
            [1, 1, 2, 1],
          ],
        }),
      ),
      BROKEN_RULE,
    );
    await expectRefusal(attacker.write(fromWallet({ transfers: [] })), BROKEN_RULE);
    const LINE = 6;
    const three = [1, 1, 1].map((posting) => [posting, 1, 2, 1]);
    for (const lines of [
      [2, 3, 4],
      [0, 1, 2],
      [1, 3, 4],
      [1, 2, 2],
      [1, 2, 1],
      [1, null, 2],
    ]) {
      const bend = (values: unknown[]) => void (values[LINE] = lines);
      await expectRefusal(attacker.write(fromWallet({ transfers: three, bend })), BROKEN_RULE);
    }
    // A later line with anything that belongs to a first one.
    const given = [
      [7, "key"],
      [8, Buffer.alloc(32)],
      [9, "adjustment"],
      [10, "reference"],
      [11, ledger.ids.next()],
      [12, funding],
    ] as const;
    for (const [place, value] of given) {
      const bend = (values: unknown[]) =>
        void (values[place] = [(values[place] as unknown[] | null)?.[0], value, null]);
      await expectRefusal(attacker.write(fromWallet({ transfers: three, bend })), BROKEN_RULE);
    }
    expect((await attacker.state(WALLET)).balance).toBe(1000);
  });
  test("a key without text or content is refused", async () => {
    await expectRefusal(attacker.write(fromWallet({ postings: [{ key: "" }] })), BROKEN_RULE);
    await expectRefusal(attacker.write(fromWallet({ postings: [{ key: "k".repeat(201) }] })), BROKEN_RULE);
    await expectRefusal(
      attacker.write(fromWallet({ postings: [{ key: "k", fingerprint: Buffer.alloc(3) }] })),
      BROKEN_RULE,
    );
    await expect(attacker.write(fromWallet({ now: null }))).rejects.toThrow(Error);
  });
});
