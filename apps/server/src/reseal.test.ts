import { startTestServer } from "@coralhub/testkit";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { vaultKeys } from "./modules/cards/index.ts";
import { storageOf } from "./platform/index.ts";
import { openKeys } from "./platform/key-service.ts";
import { systemRandom } from "./platform/random.ts";
import { resealDatabase, resealFiles } from "./platform/reseal.ts";
import { createSecrets } from "./platform/secrets.ts";

const NEW_KEY = "the key that seals from now on";

test(
  "everything that lies sealed is wrapped under the new key while the server goes on",
  { timeout: 120_000 },
  async () => {
    const server = await startTestServer();
    await server.app.loadDemoWorld();
    const { config } = server;
    const rotated = { ...config, secretKeys: [NEW_KEY, ...config.secretKeys] as const };
    const holders = [createSecrets(rotated.secretKeys, systemRandom), createSecrets(vaultKeys(rotated), systemRandom)];
    const [moved] = await Promise.all([
      resealDatabase(server.database.url, holders),
      // Somebody registers and signs in meanwhile: sealed by a server that does not know the new key yet.
      server.registerMerchant(),
    ]);
    const places = moved.map(({ place }) => place.split(".")[0]);
    expect(places).toEqual(
      expect.arrayContaining(["beneficiary", "payout", "certification_submission", "store_secret"]),
    );
    const files = await resealFiles(server.database.url, storageOf(config), holders[0]!);
    expect(files.moved).toBeGreaterThan(0);
    // What the running server wrote meanwhile goes with the second run; then there is nothing left to do.
    await resealDatabase(server.database.url, holders);
    expect(await resealDatabase(server.database.url, holders)).toEqual([]);
    expect((await resealFiles(server.database.url, storageOf(config), holders[0]!)).moved).toBe(0);
    const [payee] = await server.database.query<{ merchantId: string; id: string; sealed: Buffer }>(
      `select merchant_id as "merchantId", id, sealed_number as sealed from beneficiary limit 1`,
    );
    const { sealContext } = await import("./modules/beneficiaries/save-payee.ts");
    const opened = createSecrets([NEW_KEY], systemRandom).openText(payee!.sealed, sealContext(payee!));
    expect(opened).toMatch(/^[0-9A-Z]{6,}$/);
    await server.close();
  },
);

test("keys that lie sealed in the configuration are opened by the key service, and nothing starts without it", async () => {
  const asked: unknown[] = [];
  const vault = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const { ciphertext } = JSON.parse(body) as { ciphertext: string };
      asked.push([request.url, request.headers["x-vault-token"], ciphertext]);
      const known = ciphertext === "vault:v1:first";
      response.statusCode = known ? 200 : 400;
      response.end(JSON.stringify({ data: { plaintext: Buffer.from("opened key").toString("base64") } }));
    });
  });
  await new Promise<void>((done) => vault.listen(0, "127.0.0.1", done));
  const service = {
    KEY_SERVICE_URL: `http://127.0.0.1:${(vault.address() as AddressInfo).port}`,
    KEY_SERVICE_TOKEN: "t",
    KEY_SERVICE_NAME: "coral",
  };
  const opened = await openKeys({
    ...service,
    SECRET_KEY: "vault:v1:first",
    SECRET_KEYS_EARLIER: "plain, vault:v1:first",
  });
  expect(opened).toMatchObject({ SECRET_KEY: "opened key", SECRET_KEYS_EARLIER: "plain,opened key" });
  expect(asked[0]).toEqual(["/v1/transit/decrypt/coral", "t", "vault:v1:first"]);
  await expect(openKeys({ ...service, SECRET_KEY: "vault:v1:other" })).rejects.toThrow(
    /refused to open a key: status 400/,
  );
  await expect(openKeys({ SECRET_KEY: "vault:v1:first" })).rejects.toThrow(/KEY_SERVICE_URL/);
  await expect(openKeys({ ...service, KEY_SERVICE_URL: "http://10.0.0.1" })).rejects.toThrow(/not safe/);
  await expect(openKeys({ ...service, KEY_SERVICE_TOKEN: "" })).rejects.toThrow(/KEY_SERVICE_TOKEN/);
  await new Promise((done) => vault.close(done));
});
