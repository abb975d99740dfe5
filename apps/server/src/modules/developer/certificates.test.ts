import { developerEndpoints as dev } from "@coralhub/contract";
import { freePort, startTestServer, type TestMerchant } from "@coralhub/testkit";
import { execFile, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpsRequest } from "node:https";
import forge from "node-forge";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certified, startDesk, type Desk } from "../income/income-fixture.ts";
import { proveAgain } from "../payouts/payouts-fixture.ts";
import { createAuthority, serialOf } from "./certificates.ts";
import { addKey, program } from "./developer-fixture.ts";

const PASSWD = "Coral#2026-pfx";
const DAY_MS = 86_400_000;
const HEADER = "x-client-cert";
let desk: Desk;
let merchant: TestMerchant;
let folder: string;
let securePort: number;
let appId: string;
let pfx: Buffer;
let certificateId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "coralhub-tls-"));
  const now = new Date();
  const own = await createAuthority("01", { beginsAt: now, endsAt: new Date(now.getTime() + DAY_MS) });
  const tls = { port: await freePort(), keyFile: join(folder, "key.pem"), certFile: join(folder, "cert.pem") };
  writeFileSync(tls.keyFile, own.privateKey);
  writeFileSync(tls.certFile, own.certificate);
  securePort = tls.port;
  desk = await startDesk({ config: { tls, clientCert: { header: HEADER, from: ["127.0.0.0/8"] } } });
  merchant = await certified(desk);
  await proveAgain(desk, merchant);
  ({ appId } = await desk.call(dev.applyApp, { appProduct: "ERP", scopes: ["certification:read"] }, merchant));
  const issued = await desk.call(dev.applyCert, { appId, certName: "主机", passwd: PASSWD }, merchant);
  pfx = Buffer.from(issued.pfx!, "base64");
  certificateId = issued.certificate.id;
});
afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([0x00, 0x7f, 0x80, 0xff])("a certificate is read whatever its number begins with: %i", async (byte) => {
  const now = new Date();
  const term = { beginsAt: now, endsAt: new Date(now.getTime() + DAY_MS) };
  const serial = serialOf(Buffer.alloc(16, byte));
  const { certificate } = await createAuthority(serial, term);
  expect(new X509Certificate(certificate).serialNumber.toLowerCase()).toBe(serial);
});

const pemOf = (packed: Buffer): string => {
  const p12 = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(packed.toString("binary")), PASSWD);
  const { certBag } = forge.pki.oids;
  return forge.pki.certificateToPem(p12.getBags({ bagType: certBag! })[certBag!]![0]!.cert!);
};

/** Over our own TLS; the server's certificate is not what is tried here. */
const overTls = (options: { pfx?: Buffer; headers?: Record<string, string> }) =>
  new Promise<number>((resolve, reject) => {
    const { headers = {}, ...own } = options;
    httpsRequest(
      {
        host: "127.0.0.1",
        port: securePort,
        path: "/open/v1/certification",
        rejectUnauthorized: false,
        headers: { "x-app-id": appId, ...headers },
        ...(own.pfx && { pfx: own.pfx, passphrase: PASSWD }),
      },
      (response) => {
        response.resume();
        resolve(response.statusCode!);
      },
    )
      .on("error", reject)
      .end();
  });
const byProxy = async (headers: Record<string, string>, url = desk.url): Promise<number> =>
  (await fetch(`${url}/open/v1/certification`, { headers: { "x-app-id": appId, ...headers } })).status;

test("the app's certificate over our own TLS is proof enough; none, another's, or only a header is not", async () => {
  expect(await overTls({ pfx })).toBe(200);
  expect(await overTls({})).toBe(401);
  const other = await certified(desk);
  await proveAgain(desk, other);
  const theirs = await desk.call(dev.applyApp, { appProduct: "别家", scopes: ["certification:read"] }, other);
  const issued = await desk.call(dev.applyCert, { appId: theirs.appId, certName: "别家", passwd: PASSWD }, other);
  expect(await overTls({ pfx: Buffer.from(issued.pfx!, "base64") })).toBe(401);
  // A certificate is public: whoever connects directly cannot claim one by naming it.
  expect(await overTls({ headers: { [HEADER]: encodeURIComponent(pemOf(pfx)) } })).toBe(401);
});

test("behind a proxy that is named, what it hands on is believed in each of the usual spellings", async () => {
  const pem = pemOf(pfx);
  const der = pem.replaceAll(/-----[A-Z ]+-----|\s/g, "");
  expect(await byProxy({ [HEADER]: encodeURIComponent(pem) })).toBe(200);
  expect(await byProxy({ [HEADER]: `:${der}:` })).toBe(200);
  expect(await byProxy({ [HEADER]: `Hash=1;Cert="${encodeURIComponent(pem)}"` })).toBe(200);
  expect(await byProxy({ [HEADER]: "nonsense" })).toBe(401);
  // A certificate is public: who is no proxy of ours cannot hand one on, whatever address it says it comes from.
  const elsewhere = await startTestServer({
    database: desk.database,
    clock: desk.clock,
    config: { clientCert: { header: HEADER, from: ["203.0.113.7", "2001:db8::/32"] } },
  });
  const forged = { [HEADER]: encodeURIComponent(pem) };
  expect(await byProxy(forged, elsewhere.url)).toBe(401);
  expect(await byProxy({ ...forged, "x-forwarded-for": "203.0.113.7" }, elsewhere.url)).toBe(401);
  await elsewhere.close();
});

test("an end that comes near is told at 30, 14, 7 days and one, once each, and after it the certificate proves nothing", async () => {
  const inDays = (days: number) =>
    desk.database.query("update open_key set ends_at = $2, warned_days = null where id = $1", [
      certificateId,
      new Date(desk.clock.now().getTime() + days * DAY_MS),
    ]);
  const told = async () =>
    (
      await desk.database.query("select 1 from message where merchant_id = $1 and event = 'developer.key_expiring'", [
        merchant.userId,
      ])
    ).length;
  const watch = () => desk.app.platform.jobs.run("developer.watch-keys", {});
  await inDays(40);
  await watch();
  expect(await told()).toBe(0);
  await inDays(29);
  await watch();
  await watch();
  expect(await told()).toBe(1);
  await desk.database.query("update open_key set ends_at = $2 where id = $1", [
    certificateId,
    new Date(desk.clock.now().getTime() + 6 * DAY_MS),
  ]);
  await watch();
  expect(await told()).toBe(2);
  await inDays(-1);
  // Apps are looked at again when one of them changes.
  await desk.call(dev.editApp, { appId, appProduct: "ERP 二" }, merchant);
  expect(await overTls({ pfx })).toBe(401);
});

const has = (tool: string): boolean => spawnSync(tool, ["--version"]).error === undefined;
const SAMPLES = join(import.meta.dirname, "../../http/docs-assets/samples");

test.skipIf(!has("curl") || !has("openssl"))(
  "the published samples for curl and TypeScript run as they stand",
  async () => {
    const owner = await certified(desk);
    const who = await program(desk, owner);
    const rsa = await addKey(desk, owner, who.appId, "rsa");
    const keyFile = join(folder, "sample-key.pem");
    writeFileSync(keyFile, rsa.key.export({ type: "pkcs8", format: "pem" }));
    const env = { PATH: process.env["PATH"], BASE: desk.url, APP_ID: who.appId, KEY_FILE: keyFile };
    // Not waited for on the event loop: the server under test answers from it.
    const run = (tool: string, file: string) =>
      new Promise<string>((resolve, reject) => {
        execFile(tool, [join(SAMPLES, file)], { env }, (error, out) =>
          error ? reject(new Error(error.message)) : resolve(out),
        );
      });
    expect(JSON.parse(await run("sh", "curl.sh"))).toMatchObject({ code: 200 });
    expect(JSON.parse(await run(process.execPath, "typescript.ts"))).toMatchObject({ code: 200 });
    const page = await (await fetch(`${desk.url}/docs/open`)).text();
    expect(page).toContain("openssl dgst -sha256 -sign");
  },
);
