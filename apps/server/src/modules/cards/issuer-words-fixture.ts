import type { TestMerchant } from "@coralhub/testkit";
import { expect } from "vitest";
import type { PaymentMessage } from "../../rails/card-issuer/index.ts";
import { cardProblems, type Desk } from "./cards-fixture.ts";

/** What came in less what went out is what there is, wherever it lies. */
export async function addsUp(desk: Desk, merchant: TestMerchant, funded: bigint): Promise<void> {
  const books = await desk.database.query<{ code: string; balance: string }>(
    "select code, balance::text from ledger_account where merchant_id = $1 and balance <> 0",
    [merchant.userId],
  );
  const sum = (pattern: RegExp) =>
    books.reduce((all, { code, balance }) => (pattern.test(code) ? all + BigInt(balance) : all), 0n);
  const own = sum(/^(card|card_wallet|hold):/);
  const owed = -sum(/^house\.suspense:/);
  const paid = sum(/^house\.nostro:USD:sandbox-issuer/);
  expect(own - owed + paid + sum(/^house\.fees:/)).toBe(funded);
  // What is told of it is what was paid and given back, and what is set aside.
  const events = await desk.database.query<{ state: string; net: string; amount: string }>(
    `select state, sum(net_minor)::text as net, sum(amount_minor)::text as amount from money_event
     where merchant_id = $1 and kind in ('cardPurchase', 'cardRefund') group by state`,
    [merchant.userId],
  );
  const of = (wanted: string) => events.find(({ state }) => state === wanted);
  const [spent] = await desk.database.query<{ minor: string }>(
    `select coalesce(sum(case kind when 'refund' then refunded_minor else -settled_minor end), 0)::text as minor
     from card_payment where merchant_id = $1`,
    [merchant.userId],
  );
  expect([of("done")?.net ?? "0", of("moving")?.amount ?? "0"]).toEqual([spent!.minor, sum(/^hold:/).toString()]);
  expect(await cardProblems(desk)).toEqual([]);
}

/** As the issuer's own books would have it. */
export async function statement(desk: Desk, { kind, id, amount }: PaymentMessage): Promise<void> {
  if ((kind !== "settlement" && kind !== "refund") || amount.currency !== "USD") return;
  const minor = kind === "settlement" ? -amount.minor : amount.minor;
  await desk.database.query(
    "insert into sandbox_statement_line (rail, reference, currency, amount, booked_at) values ('sandbox-issuer', $1, 'USD', $2, now())",
    [id, minor.toString()],
  );
}

/** The module's own door, on the database of the running server. */
export async function takerOf(desk: Desk) {
  const { createMessageTaker } = await import("./take-message.ts");
  const { createLooker } = await import("./authorise.ts");
  const { createLedger } = await import("../ledger/index.ts");
  const { createRails } = await import("../../rails.ts");
  const { platform } = desk.app;
  const { rails } = createRails(platform);
  const { createPrices } = await import("../prices/index.ts");
  const prices = createPrices({ ...platform, approvals: undefined as never, quoteRates: rails.fxRates });
  const ledger = createLedger({
    ...platform,
    rails,
    prices,
    approvals: undefined as never,
    together: undefined as never,
  });
  const deps = {
    ...platform,
    ledger,
    issuer: { ...rails.cardIssuer, name: "sandbox-issuer" },
    mayMoveMoney: () => Promise.resolve(true),
    sendMessage: () => Promise.resolve(),
    tellAddress: () => Promise.resolve(),
  };
  const lookAtCard = createLooker(deps);
  return { take: createMessageTaker({ ...deps, lookAtCard } as unknown as Parameters<typeof createMessageTaker>[0]) };
}
