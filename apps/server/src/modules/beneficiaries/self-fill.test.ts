import { beneficiaryEndpoints as calls } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certifiedCompany, codeForPayee, GERMAN } from "./beneficiaries-fixture.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const company = () => certifiedCompany(server);
const codeFor = (merchant: TestMerchant) => codeForPayee(server, merchant);
const request = { name: "NORDLICHT", country: "DE", currency: "EUR" } as const;

test("a link is filled in once, by nobody twice, and becomes a payee only by the merchant's code", async () => {
  const merchant = await company();
  const { id, secret } = await server.call(calls.sendLink, request, merchant);
  expect(await server.call(calls.openLink, { secret })).toMatchObject({ country: "DE", currency: "EUR" });
  await expect(
    server.call(calls.acceptLink, { id, verificationCode: await codeFor(merchant) }, merchant),
  ).rejects.toEqual(refused("payee.link_not_filled"));
  // What country and currency are is the merchant's word, whatever is sent.
  const answers = await Promise.allSettled(
    Array.from({ length: 3 }, () => server.call(calls.fillLink, { ...GERMAN, bankCurrency: "USD", secret })),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(server.call(calls.openLink, { secret })).rejects.toEqual(refused("payee.link_dead"));
  const [link] = await server.call(calls.payeeLinks, {}, merchant);
  expect(link).toMatchObject({ id, filled: { holderName: "NORDLICHT LOGISTIK GMBH", lastFour: "3000" } });
  const saved = await server.call(calls.acceptLink, { id, verificationCode: await codeFor(merchant) }, merchant);
  expect(saved.state).toBe("approved");
  expect(await server.call(calls.payeeLinks, {}, merchant)).toEqual([]);
});

test("a link is taken back before it is used, and what was filled in need not be taken", async () => {
  const [merchant, other] = [await company(), await company()];
  const sent = await server.call(calls.sendLink, request, merchant);
  await expect(server.call(calls.withdrawLink, { id: sent.id }, other)).rejects.toEqual(refused("not_found"));
  await server.call(calls.withdrawLink, { id: sent.id }, merchant);
  const { secret } = sent;
  await expect(server.call(calls.openLink, { secret })).rejects.toEqual(refused("payee.link_dead"));
  await expect(server.call(calls.fillLink, { ...GERMAN, secret })).rejects.toEqual(refused("payee.link_dead"));
  const unwanted = await server.call(calls.sendLink, request, merchant);
  await server.call(calls.fillLink, { ...GERMAN, secret: unwanted.secret });
  await server.call(calls.withdrawLink, { id: unwanted.id }, merchant);
  expect(await server.call(calls.payeeLinks, {}, merchant)).toEqual([]);
  const filled = await server.call(calls.sendLink, request, merchant);
  await server.call(calls.fillLink, { ...GERMAN, secret: filled.secret });
  // Taken back and taken over at once: one of the two, never both.
  const accepted = { id: filled.id, verificationCode: await codeFor(merchant) };
  const outcomes = await Promise.allSettled([
    server.call(calls.withdrawLink, { id: filled.id }, merchant),
    server.call(calls.acceptLink, accepted, merchant),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { total } = await server.call(calls.payees, {}, merchant);
  expect(total).toBe(outcomes[1].status === "fulfilled" ? 1 : 0);
  expect(await server.call(calls.payeeLinks, {}, merchant)).toEqual([]);
});
