import { operationsEndpoints, payoutEndpoints as calls } from "@coralhub/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookProblems, minor, moneyOn, type Desk } from "../../income/income-fixture.ts";
import { heldAtDesk, lookAgain, stand as standOf } from "../../outflow/outflow-fixture.ts";
import {
  atBank,
  bankWill,
  older,
  payoutOf,
  reaches,
  readyMerchant,
  startPayouts,
  withdraw,
} from "../payouts-fixture.ts";

let desk: Desk;
beforeAll(async () => void (desk = await startPayouts()));
afterAll(() => desk.close());

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const stand = (userId: string, state: string) => standOf(desk, userId, state);
const PNG = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);
const paper = () => new File([PNG], "答复.png", { type: "image/png" });

test("fault 6: a payment the bank does not answer for is ended by two people with its written word, against the statement", async () => {
  const { merchant, source } = await readyMerchant(desk, "900.00");
  const finance2 = desk.admin;
  await bankWill(desk, "silent");
  const key = async (amount: string) => {
    desk.clock.advance({ seconds: 61 });
    const { id } = await withdraw(desk, merchant, source.id, amount);
    const { reference } = await reaches(desk, merchant, id, "processing");
    return { merchantId: merchant.userId, id, reference };
  };
  const [lost, paid] = [await key("300.00"), await key("200.00")];
  const evidence = async ({ merchantId, id }: typeof lost) =>
    (await desk.call(calls.uploadEvidence, { merchantId, id, file: paper() }, desk.finance)).fileId;
  const propose = async (of: typeof lost, resolution: "settle" | "fail" | "resend", evidenceFileId: string) =>
    desk.call(
      calls.proposeResolution,
      { merchantId: of.merchantId, id: of.id, resolution, note: "银行来函确认", evidenceFileId },
      desk.finance,
    );
  const files = [await evidence(lost), await evidence(paid)] as const;
  await expect(propose(lost, "fail", files[0])).rejects.toEqual(refused("payout.not_stuck"));
  const atDesk = async () => (await desk.call(operationsEndpoints.waiting, {}, desk.finance)).payouts;
  const calm = (await atDesk()) ?? 0;
  await older(desk, merchant, "5 hours");
  // Both wait for a person; one that is proposed waits for the second, and counts once.
  expect(await atDesk()).toBe(calm + 2);
  await expect(propose(lost, "settle", files[0])).rejects.toEqual(refused("payout.statement_silent"));
  const { id: resolutionId } = await propose(lost, "fail", files[0]);
  expect(await atDesk()).toBe(calm + 2);
  await expect(propose(lost, "fail", files[0])).rejects.toEqual(refused("payout.already_proposed"));
  const decide = (of: typeof lost, resolution: string, who: { token: string }) =>
    desk.call(
      calls.decideResolution,
      { merchantId: of.merchantId, id: of.id, resolutionId: resolution, decision: "carryOut" },
      who,
    );
  await expect(decide(lost, resolutionId, desk.finance)).rejects.toEqual(refused("payout.same_person"));
  expect(await decide(lost, resolutionId, finance2)).toMatchObject({ state: "failed" });
  expect(await atDesk()).toBe(calm + 1);
  // The bank has paid this one and said nothing; the statement knows.
  await desk.database.query("update sandbox_payout set state = 'paid' where reference = $1", [paid.reference]);
  await desk.database.query(
    `insert into sandbox_statement_line (rail, reference, currency, amount, booked_at)
     select 'sandbox-citic', reference, currency, -amount_minor, $2 from sandbox_payout where reference = $1`,
    [paid.reference, desk.clock.now()],
  );
  await expect(propose(paid, "fail", files[1])).rejects.toEqual(refused("payout.statement_says_paid"));
  const settle = await propose(paid, "settle", files[1]);
  expect(await decide(paid, settle.id, finance2)).toMatchObject({ state: "completed" });
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("700.00"), held: 0n });
  await bankWill(desk, "pay");
  expect(await bookProblems(desk)).toEqual([]);
});

/** A payment nobody hears of, old enough for people to end it, and how two of them would. */
async function stuckPayment(amount: string) {
  const { merchant, source } = await readyMerchant(desk, amount);
  await bankWill(desk, "silent");
  const { id } = await withdraw(desk, merchant, source.id, amount);
  const { reference } = await reaches(desk, merchant, id, "processing");
  await older(desk, merchant, "5 hours");
  const key = { merchantId: merchant.userId, id };
  const { fileId: evidenceFileId } = await desk.call(calls.uploadEvidence, { ...key, file: paper() }, desk.finance);
  const propose = async (resolution: "settle" | "fail" | "resend", noStatement = false) => {
    const request = { ...key, resolution, note: "银行来函确认", evidenceFileId, noStatement };
    return (await desk.call(calls.proposeResolution, request, desk.finance)).id;
  };
  const decide = (resolutionId: string, decision: "carryOut" | "turnDown" = "carryOut") =>
    desk.call(calls.decideResolution, { ...key, resolutionId, decision }, desk.admin);
  const books = async (minorUnits: bigint, currency = "CNY") =>
    desk.database.query(
      `insert into sandbox_statement_line (rail, reference, line, currency, amount, booked_at)
       select 'sandbox-citic', $1::text, count(*) + 1, $2::text, $3::bigint, $4::timestamptz
         from sandbox_statement_line where reference = $1`,
      [reference, currency, minorUnits.toString(), desk.clock.now()],
    );
  const wipe = () => desk.database.query("delete from sandbox_statement_line where reference = $1", [reference]);
  const arrives = (await payoutOf(desk, merchant, id)).price!.arrives.minor;
  return { merchant, source, ...key, reference, propose, decide, books, wipe, arrives };
}

test("fault 6: the statement must say what the books say: this amount, this currency, this reference, once", async () => {
  const { merchant, source, id, propose, decide, books, wipe, arrives } = await stuckPayment("500.00");
  const differs = async () => {
    for (const resolution of ["settle", "fail", "resend"] as const) {
      await expect(propose(resolution)).rejects.toEqual(refused("payout.statement_differs"));
    }
    await wipe();
  };
  await books(-(arrives - 1n));
  await differs();
  await books(-arrives, "USD");
  await differs();
  await books(-arrives);
  await books(-arrives);
  await differs();
  // Paid and taken back: it is neither settled nor said to be paid.
  await books(-arrives);
  await books(arrives);
  await expect(propose("settle")).rejects.toEqual(refused("payout.statement_reversed"));
  const failing = await propose("fail");
  // A statement that comes between the two people counts.
  await wipe();
  await books(-arrives);
  await expect(decide(failing)).rejects.toEqual(refused("payout.statement_says_paid"));
  await decide(failing, "turnDown");
  await expect(propose("settle", true)).rejects.toEqual(refused("payout.statement_exists"));
  expect(await decide(await propose("settle"))).toMatchObject({ state: "completed" });
  await desk.database.query(
    "update sandbox_payout set state = 'paid' where reference in (select rail_reference from payout where id = $1)",
    [id],
  );
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: 0n, held: 0n });
  await bankWill(desk, "pay");
  expect(await bookProblems(desk)).toEqual([]);
});

test("a return of more than was paid: found as a wrong amount and as silence, counted once, looked at anew in another state", async () => {
  const { merchantId, id, reference, propose, decide, books, arrives } = await stuckPayment("400.00");
  const key = { merchantId, id };
  const atDesk = async () => (await desk.call(operationsEndpoints.waiting, {}, desk.finance)).payouts;
  const shown = async (trouble: "stuck" | "contradicted" | "amount") => {
    const { records } = await desk.call(
      calls.payoutDesk,
      { filters: { trouble: [trouble], merchantId } },
      desk.finance,
    );
    return records.map((row) => [row.id, row.trouble]);
  };
  const unseen = async () => (await desk.call(calls.payoutCase, key, desk.finance)).contradictions;
  const lookAtAll = async () => {
    const contradictionIds = (await unseen()).map((one) => one.id);
    await desk.call(calls.seeContradiction, { ...key, contradictionIds, note: "银行更正了金额" }, desk.finance);
  };
  const waited = await atDesk();
  await desk.database.query(
    `update sandbox_payout set state = 'returned', returned_minor = amount_minor + 100, reason = '户名不符'
      where reference = $1`,
    [reference],
  );
  const tell = () => atBank(desk, reference, "tellAgain");
  expect(await tell()).toEqual(["contradicted"]);
  expect(await atDesk()).toBe(waited);
  expect(await shown("stuck")).toEqual([[id, "stuck"]]);
  expect(await shown("amount")).toEqual([[id, "amount"]]);
  expect(await shown("contradicted")).toEqual([]);
  const word = { said: "returned", amount: { currency: "CNY", minor: arrives + 100n }, reason: "户名不符" };
  expect(await unseen()).toMatchObject([{ ...word, state: "processing", reference: `${reference}-R` }]);
  await lookAtAll();
  expect(await tell()).toEqual(["contradicted"]);
  expect(await shown("amount")).toEqual([]);
  expect(await shown("stuck")).toEqual([[id, "stuck"]]);
  // Two people settle it by the statement: of a payment that arrived the same word is another.
  await books(-arrives);
  expect(await decide(await propose("settle"))).toMatchObject({ state: "completed" });
  expect(await tell()).toEqual(["contradicted"]);
  expect(await shown("amount")).toEqual([[id, "amount"]]);
  expect(await unseen()).toMatchObject([{ ...word, state: "completed" }]);
  await lookAtAll();
  expect(await shown("amount")).toEqual([]);
  await desk.database.query("update sandbox_payout set state = 'paid', returned_minor = null where reference = $1", [
    reference,
  ]);
  await bankWill(desk, "pay");
  expect(await bookProblems(desk)).toEqual([]);
});

test("fault 6: a bank without statements is never passed uncompared in silence: a person says so, and it is kept", async () => {
  const { merchantId, id, propose, decide } = await stuckPayment("500.00");
  await desk.database.query("update payout set rail = 'iso-swift' where id = $1", [id]);
  expect((await desk.call(calls.payoutCase, { merchantId, id }, desk.finance)).statement).toBeNull();
  await expect(propose("fail")).rejects.toEqual(refused("payout.no_statement"));
  const proposed = await propose("fail", true);
  expect((await desk.call(calls.payoutCase, { merchantId, id }, desk.admin)).resolution).toMatchObject({
    noStatement: true,
  });
  expect(await decide(proposed)).toMatchObject({ state: "failed" });
  const audited = await desk.database.query<{ action: string; detail: { statement?: unknown } }>(
    "select action, detail from audit_entry where subject = $1 and action like 'payout.resolution%' order by at, id",
    [`payout:${id}`],
  );
  expect(audited.map(({ action, detail }) => [action, detail.statement])).toEqual([
    ["payout.resolution_proposed", "none"],
    ["payout.resolution_carried_out", "none"],
  ]);
});

test("fault 6: two people send a payment again by hand, and the bank pays it once under the same reference", async () => {
  const { merchant, id, reference, propose, decide } = await stuckPayment("500.00");
  await desk.database.query("delete from sandbox_payout where reference = $1", [reference]);
  await bankWill(desk, "pay");
  const proposed = await propose("resend");
  // Frozen meanwhile, the re-send is held at the desk like any other.
  await stand(merchant.userId, "frozen");
  expect(await decide(proposed)).toMatchObject({ state: "processing" });
  // From here on the bank has its time anew.
  await expect(propose("fail")).rejects.toEqual(refused("payout.not_stuck"));
  const at = { server: desk, finance: desk.finance };
  const wanted = { topic: "payout-bank.pay", merchantId: merchant.userId, reason: "商户已冻结" } as const;
  const held = await heldAtDesk(at, wanted);
  await stand(merchant.userId, "certified");
  expect(await lookAgain(at, held)).toBe(true);
  const done = await reaches(desk, merchant, id, "completed");
  expect(done.reference).toBe(reference);
  expect(done.timeline.map(({ action }) => action)).toContain("sendAgain");
  const paid = await desk.database.query("select amount from sandbox_statement_line where reference = $1", [reference]);
  expect(paid).toHaveLength(1);
  expect(await bookProblems(desk)).toEqual([]);
});
