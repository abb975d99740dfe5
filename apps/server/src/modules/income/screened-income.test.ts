import { accountEndpoints, incomeEndpoints, type CallOutput } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import { expect, test } from "vitest";
import {
  bookProblems,
  incomeOf,
  minor,
  moneyOn,
  openAccount,
  payIn,
  withMerchant,
  type Desk,
} from "./income-fixture.ts";

const calls = { ...accountEndpoints, ...incomeEndpoints };

let server: Desk;
let merchant: TestMerchant;
withMerchant((desk, someone) => ([server, merchant] = [desk, someone]));

type Income = CallOutput<typeof calls.income.output>;
const refused = (reason: string): unknown => expect.objectContaining({ reason });
const ref = ({ id }: { id: string }) => ({ merchantId: merchant.userId, id });
const reasoned = (of: { id: string }) => ({ ...ref(of), reason: "同名，证件号不同，已排除" });
const credit = (of: Income) => server.call(calls.creditIncome, reasoned(of), server.reviewer);
const proposeCredit = (of: Income) => server.call(calls.proposeCredit, reasoned(of), server.admin);
const proposeReturn = (of: Income) => server.call(calls.proposeReturn, reasoned(of), server.reviewer);

test("what a screening list holds is credited by two different people, and by nobody alone", async () => {
  const account = await openAccount(server, merchant);
  const paid = async (payer: string) =>
    incomeOf(server, merchant, (await payIn(server, account.number, "800.00", { payer })).reference);
  const income = await paid("GOLDEN DUNE SHIPPING FZE");
  expect(income.hold).toBe("payerScreened");
  const look = () => server.call(calls.incomeCase, ref(income), server.finance);
  const decide = (decision: "approve" | "reject", who = server.finance, what: "credit" | "return" = "credit") =>
    server.call(calls.decideIncome, { ...ref(income), what, decision }, who);
  expect((await look()).may).toMatchObject({ credit: false, proposeCredit: true, decide: false });
  await expect(credit(income)).rejects.toEqual(refused("income.credit_takes_two"));
  await expect(decide("approve")).rejects.toEqual(refused("state.changed"));
  await proposeCredit(income);
  expect(await look()).toMatchObject({ proposal: { what: "credit", mine: false }, may: { decide: true } });
  for (const another of [proposeCredit, proposeReturn, credit])
    await expect(another(income)).rejects.toEqual(refused("income.proposed"));
  for (const decision of ["approve", "reject"] as const)
    await expect(decide(decision, server.admin)).rejects.toEqual(refused("income.two_people"));
  await expect(decide("approve", server.finance, "return")).rejects.toEqual(refused("state.changed"));
  expect(await decide("reject")).toEqual({ state: "abnormal" });
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: 0n, held: minor("800.00") });

  await proposeCredit(income);
  await server.call(calls.freezeReceivingAccount, reasoned(account), server.reviewer);
  await expect(decide("approve")).rejects.toEqual(refused("income.account_frozen"));
  await server.call(calls.unfreezeReceivingAccount, reasoned(account), server.reviewer);
  const filters = { reference: income.reference, proposed: ["credit"] };
  expect((await server.call(calls.incomeDesk, { filters }, server.finance)).total).toBe(1);
  const twice = await Promise.allSettled([decide("approve"), decide("approve")]);
  expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: minor("800.00"), held: 0n });
  const told = ["flag", "proposeCredit", "rejectCredit", "proposeCredit", "credit"];
  const { timeline } = await incomeOf(server, merchant, income.reference);
  expect(timeline.slice(-5).map(({ action }) => action)).toEqual(told);
  expect((await server.call(calls.incomeDesk, { filters }, server.finance)).total).toBe(0);
  await expect(proposeCredit(await paid("NORTHBRIDGE LTD"))).rejects.toEqual(refused("state.changed"));
  expect(await bookProblems(server)).toEqual([]);
});
