import { cardEndpoints as calls } from "@coralhub/contract";
import { formatMoney, parseMoney, toShanghaiTime } from "@coralhub/domain";
import { startTestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSignedService, type SignedService } from "../signed-service-fixture.ts";
import { createConnectedIssuer, signIssuerNotice } from "./connectors/signed-issuer.ts";

let service: SignedService;
let answer = "{}";
beforeAll(async () => void (service = await startSignedService(() => ({ text: answer }))));
afterAll(() => service.close());

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const NOW = new Date("2026-11-15T02:00:00Z");
const payment = (more: object = {}) => ({
  notice: "payment",
  id: "MSG-1001",
  kind: "authorisation",
  token: "ct_0123456789abcdef",
  networkId: "NET-5001",
  amount: { currency: "USD", amount: "35.90" },
  original: { currency: "USD", amount: "35.90" },
  shop: { id: "SH-1", name: "FACEBK ADS", code: "7311", country: "US" },
  at: toShanghaiTime(NOW),
  ...more,
});

test("instructions are signed, and the CVV comes for one look", async () => {
  const issuer = createConnectedIssuer(service.config);
  await issuer.requestCard({ reference: "CD1", bin: "493193", holder: "NANYU" });
  await issuer.setCardState("ct_0123456789abcdef", "frozen");
  await issuer.fileChargeback({ disputeId: "d", networkId: "n", amount: parseMoney("5.00", "USD"), reason: "fraud" });
  await issuer.pursueChargeback({ disputeId: "d", step: "accept" });
  answer = '{"cvv":"123"}';
  expect(await issuer.cvvOf("ct_0123456789abcdef")).toBe("123");
  answer = '{"cvv":"not one"}';
  await expect(issuer.cvvOf("ct_0123456789abcdef")).rejects.toThrow("answered something we cannot read");
  expect(service.heard.map(({ instruction }) => instruction)).toEqual([
    "card.create",
    "card.state",
    "dispute.file",
    "dispute.accept",
    "card.cvv",
    "card.cvv",
  ]);
});

test("a notice is read only with the right signature, in time, and whole", () => {
  const issuer = createConnectedIssuer(service.config);
  const { key } = service.config;
  const read = issuer.readNotice(signIssuerNotice(key, NOW, payment()), NOW);
  expect(read).toMatchObject({ notice: "payment", kind: "authorisation", final: true, partial: false });
  expect("amount" in read && formatMoney(read.amount)).toBe("35.90");
  const signed = signIssuerNotice(key, NOW, payment());
  const changed = { ...signed, payload: signed.payload.replace("35.90", "1.00") };
  const tries: [typeof signed, Date, string][] = [
    [changed, NOW, "card.signature_wrong"],
    [signIssuerNotice("another key", NOW, payment()), NOW, "card.signature_wrong"],
    [signed, new Date(NOW.getTime() + 301_000), "card.signature_old"],
    [signIssuerNotice(key, new Date(Number.NaN), payment()), NOW, "card.signature_old"],
    [signIssuerNotice(key, NOW, payment({ token: "no" })), NOW, "card.notice_wrong"],
    [signIssuerNotice(key, NOW, payment({ amount: { currency: "USD", amount: "-1.00" } })), NOW, "card.notice_wrong"],
    [
      signIssuerNotice(key, NOW, payment({ amount: { currency: "USD", amount: "90000000000000.00" } })),
      NOW,
      "card.notice_wrong",
    ],
  ];
  for (const [given, at, reason] of tries) {
    let thrown: unknown;
    try {
      issuer.readNotice(given, at);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toEqual(refused(reason));
  }
});

test("the hook answers an authorisation in its reply: an unknown card is a no", async () => {
  const server = await startTestServer({ config: { cardIssuer: service.config } });
  const now = new Date(Math.floor(server.clock.now().getTime() / 1000) * 1000);
  const reply = await server.call(calls.cardIssuerNotice, signIssuerNotice(service.config.key, now, payment()), {});
  expect(reply).toMatchObject({ outcome: "unknown", approved: false, code: "14", amount: null });
  const forged = signIssuerNotice("another key", now, payment());
  await expect(server.call(calls.cardIssuerNotice, forged, {})).rejects.toEqual(refused("card.signature_wrong"));
  await server.close();
});
