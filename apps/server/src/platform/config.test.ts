import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { databaseUrls, loadConfig } from "./config.ts";

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

test("production starts with a strong key, and earlier keys stay for what they sealed", () => {
  const config = loadConfig({
    DATA_DIR: dataDir(),
    MODE: "production",
    SECRET_KEY: STRONG,
    SECRET_KEYS_EARLIER: "old one, older one",
  });
  expect(config).toMatchObject({ mode: "production", secretKeys: [STRONG, "old one", "older one"] });
});

test("the application's address: its own role, derived password, and the way around a pooler for LISTEN", () => {
  const urls = databaseUrls({
    databaseUrl: "postgres://owner:pw@pooler:6432/coral?sslmode=require",
    directUrl: "postgres://owner:pw@db:5432/coral",
    appDatabaseUrl: undefined,
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
    secretKeys: [STRONG],
  });
  expect(urls.app).toBe(given);
  expect(urls.direct).toBe("postgres://someone:p%40ss@direct/coral");
});
