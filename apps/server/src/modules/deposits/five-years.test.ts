import {
  addDays,
  addMonths,
  BASE_DEPOSIT_TERMS,
  daysBetween,
  parseMoney,
  simpleInterest,
  termsOn,
  weekdayOf,
  type BankingDays,
  type DepositCurrency,
} from "@coralhub/domain";
import { startTestServer } from "@coralhub/testkit";
import { expect, onTestFinished, test } from "vitest";
import { becomes, BEGIN, booksOf, place, readyMerchant, startDeposits } from "./deposits-fixture.ts";

/** A calendar of the test's own: it knows its holidays for as many years as it is asked. */
const CLOSED = ["01-01", "02-29", "05-01", "05-02", "05-03", "10-01", "12-25", "12-26"];
const isOpen: BankingDays = (_calendar, day) => weekdayOf(day) <= 5 && !CLOSED.includes(day.slice(5));
const YEARS = 5;

type Row = {
  id: string;
  currency: DepositCurrency;
  state: string;
  principal: string;
  rate: string;
  termMonths: number;
  valueDate: string;
  maturesOn: string;
  paid: string | null;
  days: number;
  accrued: string;
  renewedFrom: string | null;
};

test(
  "five years of daily jobs: every deposit earns exactly what it pays, once, under two servers and after a standstill",
  { timeout: 600_000 },
  async () => {
    const server = await startDeposits({ isBankingDay: isOpen });
    const { database, clock } = server;
    const other = await startTestServer({ database, clock, isBankingDay: isOpen });
    onTestFinished(async () => {
      await other.close();
      await server.close();
    });
    const merchant = await readyMerchant(server, "70000.00");
    await server.fund(merchant, "9000.00", "GBP");
    const requests = [
      { amount: "20000.00", termMonths: 12, instruction: "renewAll" },
      { amount: "7777.77", currency: "GBP", termMonths: 1, instruction: "renewPrincipal" },
    ] as const;
    for (const request of requests) await becomes(server, merchant, await place(server, merchant, request), "held");
    // The owner's consent is another test's: here it holds all the time.
    await database.query("update deposit_account set authorised_until = '2040-01-01' where merchant_id = $1", [
      merchant.userId,
    ]);
    const opened = await booksOf(server, merchant);

    // A maturity moves on by closed days: the last one a little beyond the five years.
    const last = addDays(addMonths(BEGIN.slice(0, 10), 12 * YEARS), 14);
    const jobs = (app: typeof server.app) => async () => {
      await app.platform.jobs.run("deposits.accrue-interest", {});
      await app.platform.jobs.run("deposits.end-matured", {});
    };
    const [here, there] = [jobs(server.app), jobs(other.app)];
    for (let day = addDays(BEGIN.slice(0, 10), 1), count = 1; day <= last; day = addDays(day, 1), count++) {
      clock.set(`${day}T09:00:00+08:00`);
      // Once in a while nobody is there for three days, and then both come at once.
      if (count % 100 === 0) day = addDays(day, 3);
      clock.set(`${day}T09:00:00+08:00`);
      if (count % 100 === 0) await Promise.all([here(), there()]);
      else await (count % 2 ? here : there)();
    }

    const rows = await database.query<Row>(
      `select p.id, p.currency, p.state, p.principal_minor::text as principal, p.rate, p.term_months as "termMonths",
         p.value_date::text as "valueDate", p.matures_on::text as "maturesOn", p.paid_interest_minor::text as paid,
         p.renewed_from as "renewedFrom",
         (select count(*)::int from deposit_accrual a where a.merchant_id = p.merchant_id and a.placement_id = p.id) as days,
         (select coalesce(sum(a.amount_minor), 0)::text from deposit_accrual a
           where a.merchant_id = p.merchant_id and a.placement_id = p.id) as accrued
       from deposit_placement p where p.merchant_id = $1 order by p.value_date, p.id`,
      [merchant.userId],
    );
    const ended = rows.filter(({ state }) => state === "renewed");
    expect(ended.filter(({ termMonths }) => termMonths === 12)).toHaveLength(YEARS);
    expect(ended.filter(({ termMonths }) => termMonths === 1).length).toBeGreaterThanOrEqual(12 * YEARS - 2);
    for (const row of rows) {
      const { currency } = row;
      const run = daysBetween(row.valueDate, row.maturesOn);
      const principal = { currency, minor: BigInt(row.principal) };
      const { yearDays } = termsOn(BASE_DEPOSIT_TERMS, currency, row.valueDate);
      const whole = simpleInterest(principal, row.rate, run, yearDays).minor;
      expect(isOpen("US", row.maturesOn)).toBe(true);
      if (row.renewedFrom) {
        const before = rows.find(({ id }) => id === row.renewedFrom)!;
        expect(row.valueDate).toBe(before.maturesOn);
      }
      if (row.state !== "renewed") continue;
      expect([row.days, row.accrued, row.paid]).toEqual([run, String(whole), String(whole)]);
    }

    // Nothing is made and nothing is lost: what is there is what was there and the interest of all deposits.
    const closed = await booksOf(server, merchant);
    const OWN = ["wallet", "deposit", "interest"];
    const total = (books: Record<string, bigint>, currency: string) =>
      Object.entries(books).reduce((sum, [code, minor]) => {
        const [kind = "", of] = code.split(":");
        return of === currency && OWN.includes(kind) ? sum + minor : sum;
      }, 0n);
    for (const currency of ["USD", "GBP"] as const) {
      const earned = rows
        .filter((row) => row.currency === currency)
        .reduce((sum, { accrued }) => sum + BigInt(accrued), 0n);
      expect(earned).toBeGreaterThan(0n);
      expect(total(closed, currency) - total(opened, currency)).toBe(earned);
    }
    expect(total(opened, "USD")).toBe(parseMoney("70000.00", "USD").minor);
  },
);
