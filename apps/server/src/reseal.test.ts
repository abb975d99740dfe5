import { ALL_ENDPOINTS } from "@coralhub/contract";
import { startTestServer } from "@coralhub/testkit";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { expect, test } from "vitest";
import { vaultKeys } from "./modules/cards/index.ts";
import { anchorOfDay, createAuditAnchors, NEWEST_ANCHOR } from "./platform/audit-anchor.ts";
import { storageOf } from "./platform/file-storage.ts";
import { openKeys } from "./platform/key-service.ts";
import { systemRandom } from "./platform/random.ts";
import {
  adviceAfter,
  placeName,
  resealDatabase,
  resealFiles,
  sealClearCells,
  sealedPlaces,
} from "./platform/reseal.ts";
import { PERSONAL_COLUMNS } from "./platform/personal-columns.ts";
import { SEALED_CELLS } from "./platform/sealed-cells.ts";
import { createSecrets } from "./platform/secrets.ts";

const NEW_KEY = "the key that seals from now on";

test(
  "fault 16: everything that lies sealed is wrapped under the new key while the server goes on",
  { timeout: 240_000 },
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
      expect.arrayContaining(["beneficiary", "payout", "certification_submission", "store_secret", "card_vault"]),
    );
    const owner = new pg.Client(server.database.url);
    await owner.connect();
    const covered = new Set((await sealedPlaces(owner)).map(placeName));
    await owner.end();
    const sealed = Object.entries(PERSONAL_COLUMNS.sealed.columns).flatMap(([table, columns]) =>
      columns.map((column) => `${table}.${column}`),
    );
    expect(sealed.filter((place) => !covered.has(place))).toEqual([]);
    const { auditAnchors } = server.app.platform;
    const log = await auditAnchors.look();
    if (!log.intact || !log.head) throw new Error("nothing to anchor");
    const today = anchorOfDay(server.app.platform.clock.now());
    await auditAnchors.keep(log.head);
    const files = await resealFiles(server.database.url, storageOf(config), holders[0]!);
    expect(files.moved).toBeGreaterThan(0);
    // What the running server wrote meanwhile goes with the second run; then there is nothing left to do.
    await resealDatabase(server.database.url, holders);
    expect(await resealDatabase(server.database.url, holders)).toEqual([]);
    // What may be dropped is said only where it is true, and never of the last.
    const one = { place: "files", moved: 0, skipped: 0, left: 0 };
    expect(adviceAfter([{ ...one, moved: 1 }], 2).mayDrop).toBe(false);
    expect(adviceAfter([{ ...one, left: 1 }], 2)).toMatchObject({ mayDrop: false });
    expect(adviceAfter([one], 1).mayDrop).toBe(false);
    expect(adviceAfter([one], 2)).toMatchObject({
      mayDrop: true,
      text: expect.stringContaining("必须一直保留") as string,
    });
    expect((await resealFiles(server.database.url, storageOf(config), holders[0]!)).moved).toBe(0);
    const [payee] = await server.database.query<{ merchantId: string; id: string; sealed: Buffer }>(
      `select merchant_id as "merchantId", id, sealed_number as sealed from beneficiary limit 1`,
    );
    const { sealContext } = await import("./modules/beneficiaries/save-payee.ts");
    const opened = createSecrets([NEW_KEY], systemRandom).openText(payee!.sealed, sealContext(payee!));
    expect(opened).toMatch(/^[0-9A-Z]{6,}$/);
    // The audit log's anchors too, the day's as the newest: of what is sealed nothing needs the earlier keys.
    const fresh = createSecrets([NEW_KEY], systemRandom);
    const { clock, db } = server.app.platform;
    const anchors = [NEWEST_ANCHOR, today].map((key) => storageOf(config).read(key));
    for (const anchor of await Promise.all(anchors)) expect(fresh.openText(anchor!, "audit anchor")).toContain("@");
    const looked = createAuditAnchors({ db, clock, secrets: fresh, storage: storageOf(config) }).look();
    expect(await looked).toMatchObject({ intact: true });
    await server.close();
  },
);

test(
  "fault 16: what an earlier version left in the clear is read, and sealed by the next migration",
  { timeout: 60_000 },
  async () => {
    const server = await startTestServer();
    // The server's own job has been through everything: it leaves this to the migration.
    for (const place of Object.keys(SEALED_CELLS))
      await server.database.query("insert into sealed_place values ($1, now()) on conflict do nothing", [place]);
    const { token, userId } = await server.registerMerchant();
    await server.database.query(
      "update merchant set province = '广东省', city = '深圳市', address = convert_to('海天一路 8 号', 'UTF8') where merchant_id = $1",
      [userId],
    );
    const seen = async () => (await server.call(ALL_ENDPOINTS.identity.accountInfo, {}, { token })).address?.address;
    const lying = async () =>
      (
        await server.database.query<{ address: Buffer }>("select address from merchant where merchant_id = $1", [
          userId,
        ])
      )[0]!.address;
    expect(await seen()).toBe("海天一路 8 号");
    const { secrets } = server.app.platform;
    const done = await sealClearCells(server.database.url, secrets);
    expect(done).toEqual([{ place: "merchant.address", moved: 1, skipped: 0, left: 0 }]);
    expect(await seen()).toBe("海天一路 8 号");
    expect((await lying()).toString("utf8")).not.toContain("海天");
    expect(secrets.isSealed(await lying())).toBe(true);
    expect(await sealClearCells(server.database.url, secrets)).toEqual([]);
    await server.close();
  },
);

test(
  "fault 16: what an interrupted migration left in the clear is sealed by the server itself",
  { timeout: 60_000 },
  async () => {
    const server = await startTestServer();
    const { userId } = await server.registerMerchant();
    // As a migration leaves it that died before it came to the seal.
    await server.database.query(
      "update merchant set province = '广东省', city = '深圳市', address = convert_to('海天一路 8 号', 'UTF8') where merchant_id = $1",
      [userId],
    );
    await server.database.query("delete from sealed_place");
    const { platform } = server.app;
    const places = async () => (await server.database.query("select from sealed_place")).length;
    const run = () => platform.database.transaction((tx) => platform.jobs.send(tx, "platform.seal-cells", {}));
    const sealed = async () => {
      const [row] = await server.database.query<{ address: Buffer }>(
        "select address from merchant where merchant_id = $1",
        [userId],
      );
      return platform.secrets.isSealed(row!.address);
    };
    await run();
    await expect.poll(sealed, { timeout: 20_000 }).toBe(true);
    // The place is done once a walk has found nothing left there.
    await run();
    await expect.poll(places, { timeout: 20_000 }).toBe(Object.keys(SEALED_CELLS).length);
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
