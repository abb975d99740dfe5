import { accountCode, moneyOf, quotaCode, type AccountCode } from "@coralhub/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Posting } from "../ledger/index.ts";
import {
  consumedPosting,
  grantedPosting,
  releasedPosting,
  reservedPosting,
  withdrawnPosting,
} from "./orders-postings.ts";

const DEBT = accountCode("house.quota_debt", "USD");
const HOUSE = accountCode("house.quota", "USD");

type Step = { do: "grant" | "reserve" | "consume" | "release" | "refund"; minor: number; pick: number };
const steps = fc.array(
  fc.record({
    do: fc.constantFrom<Step["do"][]>("grant", "reserve", "consume", "release", "refund"),
    minor: fc.integer({ min: 1, max: 50_000 }),
    pick: fc.nat(),
  }),
  { maxLength: 60 },
);

/** The books of one merchant, as far as quota is concerned; what cannot be done is refused and changes nothing. */
function createBooks() {
  const balances = new Map<AccountCode, bigint>();
  const of = (code: AccountCode) => balances.get(code) ?? 0n;
  const post = ({ transfers }: Posting) => {
    for (const { from, to, amount } of transfers) {
      balances.set(from, of(from) - amount.minor);
      balances.set(to, of(to) + amount.minor);
    }
  };
  const open = () => of(quotaCode("USD", "open"));
  const reserved = () => of(quotaCode("USD", "reserved"));
  const used = () => of(quotaCode("USD", "used"));
  const debt = () => -of(DEBT);
  return { of, post, open, reserved, used, debt };
}

test("granted less withdrawn is available, reserved and used less what is owed, in whatever order things come", () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const books = createBooks();
      const uses: { id: string; minor: bigint; state: "reserved" | "used" }[] = [];
      let [granted, withdrawn] = [0n, 0n];
      sequence.forEach((step, at) => {
        const amount = moneyOf("USD", BigInt(step.minor));
        const facts = { merchantId: "m", key: String(at), reference: "r", amount };
        const use = uses[step.pick % Math.max(uses.length, 1)];
        if (step.do === "grant") {
          books.post(grantedPosting({ ...facts, debt: books.debt() }));
          granted += amount.minor;
        } else if (step.do === "reserve" && amount.minor <= books.open()) {
          uses.push({ id: String(at), minor: amount.minor, state: "reserved" });
          books.post(reservedPosting({ ...facts, id: String(at), attempt: 1 }));
        } else if (step.do === "consume" && use?.state === "reserved") {
          books.post(
            consumedPosting({
              merchantId: "m",
              id: use.id,
              attempt: 1,
              reference: "r",
              amount: moneyOf("USD", use.minor),
            }),
          );
          use.state = "used";
        } else if (step.do === "release" && use) {
          const back = { merchantId: "m", id: use.id, attempt: 1, reference: "r", amount: moneyOf("USD", use.minor) };
          books.post(releasedPosting({ ...back, from: use.state, debt: books.debt() }));
          uses.splice(uses.indexOf(use), 1);
        } else if (step.do === "refund" && amount.minor <= granted - withdrawn) {
          books.post(withdrawnPosting({ ...facts, open: books.open() }));
          withdrawn += amount.minor;
        }
        expect(granted - withdrawn).toBe(books.open() + books.reserved() + books.used() - books.debt());
        expect(-books.of(HOUSE)).toBe(granted - withdrawn);
        for (const part of [books.open(), books.reserved(), books.used(), books.debt()])
          expect(part).toBeGreaterThanOrEqual(0n);
        // Nothing is free while something is owed.
        expect(books.open() === 0n || books.debt() === 0n).toBe(true);
      });
    }),
    { numRuns: 300 },
  );
});
