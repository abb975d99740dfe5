import { incomeEndpoints as calls, sandboxControlEndpoints } from "@coralhub/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  bookProblems,
  certified,
  incomeOf,
  openAccount,
  payIn,
  startDesk,
  until,
  type Desk,
} from "./income-fixture.ts";

let server: Desk;
beforeAll(async () => void (server = await startDesk()));
afterAll(() => server.close());

test("a return that waits for a bank that is not there raises no alarm: an alarm would stop everybody's payments", async () => {
  const merchant = await certified(server);
  const account = await openAccount(server, merchant);
  const { reference } = await payIn(server, account.number, "15000.00", { payer: "NORTHBRIDGE LTD" });
  const { id } = await incomeOf(server, merchant, reference);
  const ref = { merchantId: merchant.userId, id };
  const alarms = async () => {
    await server.app.platform.jobs.run("ledger.compare-rails", {});
    return server.database.query<{ subject: string }>("select subject from ledger_alarm");
  };
  const deliver = () => server.app.platform.outbox.deliverDue();
  await server.call(calls.proposeReturn, { ...ref, reason: "付款方与店铺无关" }, server.reviewer);
  await server.call(sandboxControlEndpoints.switchRail, { rail: "receivingBank", mode: "down" }, server.admin);
  const agreed = { ...ref, what: "return", decision: "approve" } as const;
  expect(await server.call(calls.decideIncome, agreed, server.finance)).toEqual({ state: "returned" });
  await deliver();
  server.clock.advance({ hours: 4 });
  expect(await alarms()).toEqual([]);
  // Nobody is signed in any more after these hours.
  await server.database.query("update sandbox_rail_mode set mode = 'normal'");
  await until(async () => {
    server.clock.advance({ minutes: 10 });
    await deliver();
    return (await bookProblems(server)).length === 0 ? true : undefined;
  });
  expect(await alarms()).toEqual([]);
});
