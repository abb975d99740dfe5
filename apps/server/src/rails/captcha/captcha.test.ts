import { identityEndpoints } from "@coralhub/contract";
import { createTestClock, startTestServer } from "@coralhub/testkit";
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createHeaderSets } from "../../http/headers.ts";
import type { CaptchaConfig } from "../../platform/config.ts";
import { signTc3 } from "./connectors/tc3-signature.ts";
import { createCaptchaRail } from "./index.ts";

type Heard = { url: string; headers: IncomingHttpHeaders; body: string };
let heard: Heard[] = [];
let reply: { status: number; text: string } = { status: 200, text: "{}" };
const provider = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    heard.push({ url: request.url ?? "", headers: request.headers, body });
    response.writeHead(reply.status, { "content-type": "application/json" }).end(reply.text);
  });
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => provider.close());
afterEach(() => {
  heard = [];
});
const says = (value: object, status = 200) => (reply = { status, text: JSON.stringify(value) });

const clock = createTestClock();
const railOf = (captcha: CaptchaConfig | undefined) =>
  createCaptchaRail({ captcha }, { clock, log: { warn: () => undefined } });
const geetest = (): CaptchaConfig => ({
  provider: "geetest",
  id: "647f5ed2ed8acb4be36784e01556bb71",
  key: "b09a",
  url,
});
const tencent = (): CaptchaConfig => ({
  provider: "tencent",
  id: "190000001",
  key: "app-key",
  secretId: "AKIDz",
  secretKey: "Gu5t",
  url,
});
const fromGeetest = { lot_number: "4dc3cfc2cdff", captcha_output: "out", pass_token: "pass", gen_time: "1636008000" };
const judge = (captcha: CaptchaConfig, proof: object | string) =>
  railOf(captcha).judge({ proof: typeof proof === "string" ? proof : JSON.stringify(proof), address: "203.0.113.7" });

describe("fault 12: a captcha provider by configuration: GeeTest", () => {
  test("is handed what the page was given, with the serial number signed under our key", async () => {
    says({ status: "success", result: "success", reason: "", captcha_args: {} });
    expect(await judge(geetest(), fromGeetest)).toBe("passed");
    expect(heard[0]!.url).toBe("/validate?captcha_id=647f5ed2ed8acb4be36784e01556bb71");
    expect(Object.fromEntries(new URLSearchParams(heard[0]!.body))).toEqual({
      ...fromGeetest,
      sign_token: createHmac("sha256", "b09a").update(fromGeetest.lot_number).digest("hex"),
    });
  });

  test("its no is no; its trouble, silence or nonsense decides nothing; what is no proof is not even sent", async () => {
    says({ status: "success", result: "fail", reason: "pass_token expire" });
    expect(await judge(geetest(), fromGeetest)).toBe("failed");
    says({ status: "error", code: "-50005", msg: "illegal gen_time" });
    expect(await judge(geetest(), fromGeetest)).toBe("unknown");
    says({}, 502);
    expect(await judge(geetest(), fromGeetest)).toBe("unknown");
    heard = [];
    for (const proof of ["", "not json", "[]", "{}", { lot_number: "only" }])
      expect(await judge(geetest(), proof)).toBe("failed");
    expect(heard).toEqual([]);
    expect(await judge({ ...geetest(), url: "http://127.0.0.1:9" }, fromGeetest)).toBe("unknown");
  });
});

describe("fault 12: a captcha provider by configuration: Tencent Cloud", () => {
  const fromTencent = { ticket: "t03abc", randstr: "@xyz" };

  test("signs as the example of its documentation does", () => {
    const signed = signTc3({
      secretId: `AKID${"*".repeat(32)}`,
      secretKey: "*".repeat(32),
      service: "cvm",
      host: "cvm.tencentcloudapi.com",
      action: "DescribeInstances",
      contentType: "application/json; charset=utf-8",
      body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      at: 1_551_113_065,
    });
    expect(signed).toBe(
      `TC3-HMAC-SHA256 Credential=AKID${"*".repeat(32)}/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, ` +
        "Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f",
    );
  });

  test("is asked about the ticket with the visitor's address", async () => {
    says({ Response: { CaptchaCode: 1, CaptchaMsg: "OK", EvilLevel: 0, RequestId: "x" } });
    expect(await judge(tencent(), fromTencent)).toBe("passed");
    const { headers, body } = heard[0]!;
    expect(JSON.parse(body)).toEqual({
      CaptchaType: 9,
      Ticket: "t03abc",
      Randstr: "@xyz",
      UserIp: "203.0.113.7",
      CaptchaAppId: 190_000_001,
      AppSecretKey: "app-key",
    });
    const at = Number(headers["x-tc-timestamp"]);
    expect(at).toBe(Math.floor(clock.now().getTime() / 1000));
    expect(headers).toMatchObject({ "x-tc-action": "DescribeCaptchaResult", "x-tc-version": "2019-07-22" });
    const about = { secretId: "AKIDz", secretKey: "Gu5t", service: "captcha", host: headers.host!, at, body };
    const contentType = "application/json; charset=utf-8";
    expect(headers.authorization).toBe(signTc3({ ...about, action: "DescribeCaptchaResult", contentType }));
  });

  test("a ticket it refuses or that its script made up is no proof; an error of the account decides nothing", async () => {
    says({ Response: { CaptchaCode: 9, CaptchaMsg: "ticket reuse", RequestId: "x" } });
    expect(await judge(tencent(), fromTencent)).toBe("failed");
    says({ Response: { Error: { Code: "AuthFailure.SignatureFailure", Message: "" }, RequestId: "x" } });
    expect(await judge(tencent(), fromTencent)).toBe("unknown");
    heard = [];
    expect(await judge(tencent(), { ...fromTencent, ticket: "terror_1001_190000001_1" })).toBe("failed");
    expect(heard).toEqual([]);
  });
});

test("pages open to the provider's hosts and to nobody without one", () => {
  const { page } = createHeaderSets(true);
  expect(railOf(undefined).hosts).toEqual([]);
  expect(page([], railOf(undefined).hosts)["content-security-policy"]).not.toContain("http");
  const policy = page([], railOf(geetest()).hosts)["content-security-policy"];
  expect(policy).toContain("script-src 'self' https://*.geetest.com https://*.geevisit.com;");
  expect(policy).not.toContain("qcloud");
});

test("fault 12: with a provider its word is the only way to a ticket", { timeout: 60_000 }, async () => {
  const server = await startTestServer({ config: { captcha: geetest() } });
  const reasonOf = (promise: Promise<unknown>) =>
    promise.then(
      () => "done",
      (error: unknown) => (error as { reason?: string }).reason,
    );
  try {
    expect(await server.call(identityEndpoints.captchaOffer, {})).toEqual({ provider: "geetest", id: geetest().id });
    expect(await reasonOf(server.call(identityEndpoints.makeSlider, {}))).toBe("identity.captcha_elsewhere");
    expect(await reasonOf(server.call(identityEndpoints.makeQuestion, {}))).toBe("identity.captcha_elsewhere");
    const proof = JSON.stringify(fromGeetest);
    says({ status: "success", result: "fail", reason: "" });
    expect(await reasonOf(server.call(identityEndpoints.solveCaptcha, { proof }))).toBe("identity.captcha_failed");
    says({}, 500);
    expect(await reasonOf(server.call(identityEndpoints.solveCaptcha, { proof }))).toBe("identity.captcha_silent");
    says({ status: "success", result: "success", reason: "" });
    const { ticket } = await server.call(identityEndpoints.solveCaptcha, { proof });
    const ask = { mobile: "13800138123", param: ticket };
    expect(await reasonOf(server.call(identityEndpoints.sendRegisterCode, ask))).toBe("done");
    const again = { ...ask, mobile: "13800138124" };
    expect(await reasonOf(server.call(identityEndpoints.sendRegisterCode, again))).toBe("identity.captcha_expired");
  } finally {
    await server.close();
  }
});
