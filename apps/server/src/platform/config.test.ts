import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { databaseUrls, loadConfig } from "./config.ts";
import { weaknessOf } from "./weak-key.ts";

const dataDir = () => mkdtempSync(join(tmpdir(), "coralhub-config-"));
const STRONG = "kV3hT9wQzX1nB7mL5pR2sD8fG4jC6yAe0uIo";

test("nothing set: a sandbox on this machine with a key of its own that survives a restart", () => {
  const DATA_DIR = dataDir();
  const config = loadConfig({ DATA_DIR });
  expect(config).toMatchObject({
    mode: "sandbox",
    host: "127.0.0.1",
    port: 8080,
    databaseUrl: undefined,
    s3: undefined,
    smtp: undefined,
  });
  expect(config.secretKeys[0].length).toBeGreaterThanOrEqual(32);
  expect(loadConfig({ DATA_DIR }).secretKeys).toEqual(config.secretKeys);
  expect(statSync(join(DATA_DIR, "secret-key")).mode & 0o077).toBe(0);
  expect(readFileSync(join(DATA_DIR, "secret-key"), "utf8")).toBe(config.secretKeys[0]);
});

test.each([
  [{ PORT: "eighty" }, /PORT="eighty".*whole number/],
  [{ PORT: "70000" }, /PORT="70000"/],
  [{ MODE: "prod" }, /MODE="prod".*sandbox, production/],
  [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL.*postgres:\/\//],
  [{ S3_BUCKET: "files" }, /S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set too/],
  [{ SMTP_HOST: "mail", SMTP_FROM: "a@b.cn", SMTP_USER: "a" }, /SMTP_PASSWORD must be set too/],
  [{ SMS_GATEWAY_URL: "not a url", SMS_GATEWAY_KEY: "x" }, /SMS_GATEWAY_URL/],
  [{ FACE_CHECK_KEY: "x" }, /FACE_CHECK_URL must be set too/],
  [{ DOCUMENT_READING_URL: "ftp://reader", DOCUMENT_READING_KEY: "x" }, /DOCUMENT_READING_URL/],
  [{ SCREENING_URL: "https://lists.example/" }, /SCREENING_KEY must be set too/],
  [{ CLIENT_CERT_HEADER: "X-Client-Cert" }, /CLIENT_CERT_FROM must be set too/],
  [{ CLIENT_CERT_HEADER: "X-Client-Cert", CLIENT_CERT_FROM: "10.0.3.7, anywhere" }, /CLIENT_CERT_FROM must be the/],
  [{ MODE: "production" }, /SECRET_KEY is missing.*openssl/],
  [{ MODE: "production", SECRET_KEY: "short" }, /SECRET_KEY is too short/],
  [{ MODE: "production", SECRET_KEY: "a".repeat(64) }, /SECRET_KEY is too simple/],
  [{ MODE: "production", SECRET_KEY: `${STRONG}changeme` }, /SECRET_KEY is a well-known default/],
])("%j stops the start and says what to set", (env, message) => {
  expect(() => loadConfig({ DATA_DIR: dataDir(), ...env })).toThrow(message);
});

test("a message about an address does not repeat the password in it", () => {
  expect(() => loadConfig({ DATA_DIR: dataDir(), DATABASE_URL: "http://user:hunter2@host/db" })).toThrow(
    /^(?!.*hunter2)/,
  );
});

const OLD = "Xq7LmZ2vRb9TtY4wKe8NcP1sJd6HgF3a";
const REAL = {
  MODE: "production",
  SECRET_KEY: STRONG,
  DATABASE_URL: "postgres://owner:pw@db/coral",
  PUBLIC_URL: "https://pay.shop.cn",
};

test("production starts with a strong key, and earlier keys stay for what they sealed", () => {
  const config = loadConfig({ ...REAL, DATA_DIR: dataDir(), SECRET_KEYS_EARLIER: OLD });
  expect(config).toMatchObject({ mode: "production", secretKeys: [STRONG, OLD] });
});

test.each([
  [{ SECRET_KEY: "x" }, /SECRET_KEY is too short/],
  [{ SECRET_KEY: "correct horse battery staple and more words" }, /SECRET_KEY is too easy to guess/],
  [{ SECRET_KEY: "CorrectHorse7BatteryStaple9Words" }, /SECRET_KEY is too easy to guess/],
  [{ SECRET_KEY: "Summer2026Shanghai2026Finance2026" }, /SECRET_KEY is too easy to guess/],
  [{ SCREENING_URL: "https://lists.cn/", SCREENING_KEY: "Summerly2Winterly3" }, /SCREENING_KEY is too easy/],
  [{ SECRET_KEY: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789" }, /SECRET_KEY is too simple/],
  [{ SECRET_KEY: "Xk9QmZ3vTr7B".repeat(3) }, /SECRET_KEY is too simple/],
  [{ SECRET_KEY: `${"Xk9QmZ3vTr7B".repeat(3)}Xk9Q` }, /SECRET_KEY is too simple/],
  [{ SECRET_KEY: "0f1e2d3c4b5a6978".repeat(4) }, /SECRET_KEY is too simple/],
  [{ SECRET_KEY: "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2" }, /SECRET_KEY is too simple/],
  [{ SECRET_KEYS_EARLIER: `${OLD},x` }, /SECRET_KEYS_EARLIER is too short: .*cannot be dropped/],
  [{ SECRET_KEYS_EARLIER: `x,${OLD}` }, /SECRET_KEYS_EARLIER is too short: re-seal/],
  [{ SCREENING_URL: "https://lists.cn/", SCREENING_KEY: "x" }, /SCREENING_KEY is too short/],
  [{ CARD_VAULT_KEY: "x" }, /CARD_VAULT_KEY is too short/],
  [{ ECB_RATES_URL: "http://rates.eu/" }, /ECB_RATES_URL is not safe/],
  [{ CONNECT_AMAZON_EU_URL: "http://amazon.eu/" }, /CONNECT_AMAZON_EU_URL is not safe/],
  [{ METRICS_TOKEN: "metrics" }, /METRICS_TOKEN is too short/],
  [{ DATABASE_URL: "" }, /DATABASE_URL is missing/],
  [{ PUBLIC_URL: "" }, /PUBLIC_URL is missing/],
  [{ PUBLIC_URL: "http://pay.shop.cn" }, /PUBLIC_URL is not safe/],
  [{ SCREENING_URL: "http://lists.cn/", SCREENING_KEY: OLD }, /SCREENING_URL is not safe/],
  [{ DATABASE_URL: "postgres://o:p@one:5432,two:5432/coral" }, /DATABASE_URL names several hosts/],
])("fault 15: production accepts weak keys and unsafe addresses: %j is refused by name", (env, message) => {
  expect(() => loadConfig({ ...REAL, DATA_DIR: dataDir(), ...env })).toThrow(message);
});

test("fault 15: of keys drawn at random, however they are written, none is taken for a guessable one", () => {
  const DATA_DIR = dataDir();
  const drawn = (n: number, bytes: number) => createHash("sha512").update(`key ${n}`).digest().subarray(0, bytes);
  const strong = (key: string) => expect(() => loadConfig({ ...REAL, DATA_DIR, SECRET_KEY: key }), key).not.toThrow();
  for (let n = 0; n < 1_000; n++) strong(drawn(n, 48).toString("base64"));
  // Before, one hexadecimal key in thirty was.
  for (let n = 0; n < 5_000; n++) {
    for (const written of ["hex", "base64", "base64url"] as const) {
      const key = drawn(n, 32).toString(written);
      expect(weaknessOf(key, 32), key).toBeUndefined();
      const short = drawn(n, 16).toString(written);
      expect(weaknessOf(short, 16), short).toBeUndefined();
    }
  }
});

test.each([
  ["0123456789abcdef".repeat(4), 32],
  ["fedcba9876543210fedcba9876543211fedcba9876543210fedcba9876543210", 32],
  ["1122334455667788990011223344556677889900aabbccddeeff001122334455", 32],
  ["9f86d081884c7d659a2feaa0c55ad015", 32],
  ["MyVeryLongCompanyNameIsNanyu2024!!", 32],
  ["shenzhen-nanyu-technology-2024-key", 32],
  ["SHENZHEN_NANYU_TECHNOLOGY_LIMITED_88", 32],
  ["Admin-7KxQ2mZ9vTr4BwLs8NcP1dJh6GfYe3", 32],
  ["thequickbrownfoxjumpsoverthelazydog", 32],
  ["TheQuickBrownFoxJumpsOverTheLazyDog1", 32],
  ["zhongguoshenzhenkuajingdianshang", 32],
  ["MySuperLongKeyForProduction2026XYZ", 32],
  ["qazwsxedcrfvtgbyhnujmikolpqazwsx1", 32],
  ["asdfghjklzxcvbnmqwertyuiop123456", 32],
  ["q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6", 32],
  ["!QAZ2wsx#EDC4rfv%TGB6yhn&UJM8ik,", 32],
  ["000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", 32],
  // The text hello world, twice, in base64.
  ["aGVsbG8gd29ybGQgaGVsbG8gd29ybGQh", 32],
])("fault 15: %s is no key to rely on", (key, least) => {
  expect(weaknessOf(key, least)).toBeDefined();
});

test("fault 15: all that is wrong with a real installation is named at once; a service on this machine may be spoken to in the clear", () => {
  expect(() => loadConfig({ MODE: "production", DATA_DIR: dataDir() })).toThrow(/SECRET_KEY.*DATABASE_URL.*PUBLIC_URL/);
  const local = { SCREENING_URL: "http://127.0.0.1:9000/", SCREENING_KEY: OLD };
  expect(loadConfig({ ...REAL, ...local, DATA_DIR: dataDir() }).screening).toBeDefined();
  expect(
    loadConfig({
      ...REAL,
      DATA_DIR: dataDir(),
      SECRET_KEY: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    }).mode,
  ).toBe("production");
});

/** One start for each branch of the configuration: what is read only where something else is set is read too. */
const BRANCHES: readonly Record<string, string>[] = [
  {},
  REAL,
  { ...REAL, SMTP_HOST: "mail.cn", SMTP_FROM: "a@b.cn", SMTP_USER: "a", SMTP_PASSWORD: "b" },
  { S3_ENDPOINT: "https://s3.cn", S3_BUCKET: "b", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "c" },
  { TLS_KEY_FILE: "/k", TLS_CERT_FILE: "/c" },
  { ISO_BANK_FILES: "/in", ISO_BANK_DEBTOR: "Coral;123;FHBKHKHH;Hong Kong;HK" },
  { CAPTCHA_PROVIDER: "geetest", CAPTCHA_ID: "i", CAPTCHA_KEY: "k" },
  {
    CAPTCHA_PROVIDER: "tencent",
    CAPTCHA_ID: "i",
    CAPTCHA_KEY: "k",
    CAPTCHA_SECRET_ID: "s",
    CAPTCHA_SECRET_KEY: "t",
  },
];

test("fault 15: every variable the configuration reads, in whatever branch, is explained in docs/running.md", () => {
  const read = new Set<string>();
  for (const branch of BRANCHES)
    loadConfig(
      new Proxy<Record<string, string>>(
        { DATA_DIR: dataDir(), ...branch },
        { get: (target, name) => (read.add(String(name)), target[String(name)]) },
      ),
    );
  // A name that stands in the source and is read by none of these starts belongs to a branch that is missing above.
  const source = ["config.ts", "key-service.ts"].map((file) => readFileSync(join(import.meta.dirname, file), "utf8"));
  const written = source.flatMap((text) =>
    [...text.matchAll(/"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"/g)].map(([, name]) => name!),
  );
  const services = [...source[0]!.matchAll(/signedService\(env, "(\w+)"\)/g)].map(([, name]) => name!);
  const keyService = (name: string) => name.startsWith("KEY_SERVICE_");
  expect(written.filter((name) => !read.has(name) && !services.includes(name) && !keyService(name))).toEqual([]);
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/running.md"), "utf8");
  const explained = new Set(page.match(/`[A-Z][A-Z0-9_]+`/g)?.map((name) => name.slice(1, -1)));
  const wanted = new Set([
    ...read,
    ...written.filter(keyService),
    ...services.flatMap((name) => [`${name}_URL`, `${name}_KEY`]),
  ]);
  expect([...wanted].filter((name) => !explained.has(name))).toEqual([]);
  // Nothing is explained that nobody reads.
  const table = page.split("\n").filter((line) => line.startsWith("| `") && !line.includes("CONNECT_"));
  const first = table
    .flatMap((line) => line.split("|")[1]!.match(/`[A-Z][A-Z0-9_]+`/g) ?? [])
    .map((name) => name.slice(1, -1));
  expect(first.length).toBeGreaterThan(40);
  expect(first.filter((name) => !wanted.has(name))).toEqual([]);
});

test("the application's address: its own role, derived password, and the way around a pooler for LISTEN", () => {
  const urls = databaseUrls({
    databaseUrl: "postgres://owner:pw@pooler:6432/coral?sslmode=require",
    directUrl: "postgres://owner:pw@db:5432/coral",
    appDatabaseUrl: undefined,
    vaultDatabaseUrl: undefined,
    secretKeys: [STRONG],
  });
  expect(urls.pooled).toBe(true);
  expect(urls.owner).toBe("postgres://owner:pw@db:5432/coral");
  expect(urls.app).toMatch(/^postgres:\/\/coralhub_app:[\w-]{43}@pooler:6432\/coral\?sslmode=require$/);
  expect(urls.direct).toMatch(/^postgres:\/\/coralhub_app:[\w-]{43}@db:5432\/coral$/);
  expect(urls.app).not.toContain(STRONG);
});

test("an address given for the application is used as it is", () => {
  const given = "postgres://someone:p%40ss@db/coral";
  const urls = databaseUrls({
    databaseUrl: "postgres://owner@db/coral",
    directUrl: "postgres://owner@direct/coral",
    appDatabaseUrl: given,
    vaultDatabaseUrl: undefined,
    secretKeys: [STRONG],
  });
  expect(urls.app).toBe(given);
  expect(urls.direct).toBe("postgres://someone:p%40ss@direct/coral");
});
