import { isIP } from "@coralhub/contract";
import { normaliseEmail } from "@coralhub/domain";
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { deriveText } from "./key-derivation.ts";
import { weaknessOf } from "./weak-key.ts";

export type Mode = "sandbox" | "production";
export type S3Config = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};
export type SmtpConfig = {
  host: string;
  port: number;
  secure: boolean;
  user?: string;
  password?: string;
  from: string;
};
/** A service outside that knows us by a shared key: what we send it is signed (signed-post.ts). */
export type SignedServiceConfig = { url: string; key: string };
export type IsoBankConfig = {
  /** Which ways it pays. */
  pays: readonly string[];
  debtor: { name: string; account: string; bic: string; city: string; country: string };
  by: { directory: string } | SignedServiceConfig;
};

/** A captcha service: its public number, the key we share with it, and for Tencent the account that asks its API. */
export type GeetestConfig = { provider: "geetest"; id: string; key: string; url?: string };
export type TencentCaptchaConfig = {
  provider: "tencent";
  id: string;
  key: string;
  secretId: string;
  secretKey: string;
  url?: string;
};
export type CaptchaConfig = GeetestConfig | TencentCaptchaConfig;

export type Config = {
  mode: Mode;
  host: string;
  port: number;
  /** Where people reach the portal, without a trailing slash: used in links of mails and by OAuth returns. */
  publicUrl: string;
  dataDir: string;
  /** The owner's address, used for migrations; unset means the embedded PostgreSQL, whose address main.ts fills in. */
  databaseUrl: string | undefined;
  /** The same database without a pooler in between: LISTEN and migrations need a session of their own. */
  directUrl: string | undefined;
  /** Overrides the application role's derived address. */
  appDatabaseUrl: string | undefined;
  /** Overrides the card vault role's derived address. */
  vaultDatabaseUrl: string | undefined;
  poolSize: number;
  /** Queues with a writer each over which the ledger spreads merchants; more than one where commits wait for a disk or a standby. */
  ledgerLanes: number;
  /** The first seals, all open; the last one keeps the blind indexes, so it stays in the list for good. */
  secretKeys: readonly [string, ...string[]];
  s3: S3Config | undefined;
  smtp: SmtpConfig | undefined;
  smsGateway: SignedServiceConfig | undefined;
  faceCheck: SignedServiceConfig | undefined;
  documentReading: SignedServiceConfig | undefined;
  screening: SignedServiceConfig | undefined;
  receivingBank: SignedServiceConfig | undefined;
  /** Middle rates to quote with, and the reference file for equivalents and charts. */
  fxFeed: SignedServiceConfig | undefined;
  ecbRatesUrl: string | undefined;
  cardIssuer: SignedServiceConfig | undefined;
  /** A bank that takes ISO 20022 messages, over a directory or a signed service. */
  isoBank: IsoBankConfig | undefined;
  /** Who judges visitors; our own challenges where nobody is named. */
  captcha: CaptchaConfig | undefined;
  /** Seals card numbers; derived from the first secret key where none is set. */
  vaultKey: string | undefined;
  /** A virus scanner that speaks clamd's protocol. */
  antivirusUrl: string | undefined;
  /** What clients of outside systems need, by variable (`CONNECT_…`); each knows its own and says what is missing. */
  connect: Readonly<Record<string, string>>;
  /** Lets a scraper outside this machine read /metrics. */
  metricsToken: string | undefined;
  /** Where the head of the audit chain is mailed every night; to the admins where nobody is named. */
  auditAnchorEmail: string | undefined;
  /** How many proxies in front may be believed about the caller's address. */
  trustedProxies: number;
  /** TLS of our own for the open API: files of the key and the chain, and the port. */
  tls: { port: number; keyFile: string; certFile: string } | undefined;
  /** The header in which a proxy hands on the client certificate it has checked, and the only addresses it is believed from. */
  clientCert: { header: string; from: readonly string[] } | undefined;
  /** Off: the schema is brought up by `npm run migrate`, and this process needs no owner's password. */
  migrate: boolean;
  /** Off: this process answers calls, and runs no jobs and delivers nothing (a restored copy, a server for reading only). */
  workers: boolean;
  logLevel: LogLevel;
};

export const APP_ROLE = "coralhub_app";
/** Reads card numbers, and nothing else; nobody else does. */
export const VAULT_ROLE = "coralhub_vault";
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A setting that stops the start; the message names the variable and says what to set. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Env = Record<string, string | undefined>;

export function loadConfig(env: Env): Config {
  const mode = oneOf(env, "MODE", ["sandbox", "production"], "sandbox");
  const host = text(env, "HOST") ?? "127.0.0.1";
  const port = integer(env, "PORT", 8080, 0, 65_535);
  const dataDir = resolve(text(env, "DATA_DIR") ?? ".data");
  if (mode === "production") refuseUnsafe(env);
  return {
    mode,
    host,
    port,
    publicUrl: (httpUrl(env, "PUBLIC_URL") ?? `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`).replace(
      /\/+$/,
      "",
    ),
    dataDir,
    databaseUrl: postgresUrl(env, "DATABASE_URL"),
    directUrl: postgresUrl(env, "DIRECT_URL"),
    appDatabaseUrl: postgresUrl(env, "APP_DATABASE_URL"),
    vaultDatabaseUrl: postgresUrl(env, "VAULT_DATABASE_URL"),
    poolSize: integer(env, "DATABASE_POOL_SIZE", 10, 2, 200),
    ledgerLanes: integer(env, "LEDGER_LANES", 1, 1, 16),
    secretKeys: secretKeys(env, mode, dataDir),
    s3: s3(env),
    smtp: smtp(env),
    smsGateway: signedService(env, "SMS_GATEWAY"),
    faceCheck: signedService(env, "FACE_CHECK"),
    documentReading: signedService(env, "DOCUMENT_READING"),
    screening: signedService(env, "SCREENING"),
    receivingBank: signedService(env, "RECEIVING_BANK"),
    fxFeed: signedService(env, "FX_FEED"),
    ecbRatesUrl: httpUrl(env, "ECB_RATES_URL"),
    cardIssuer: signedService(env, "CARD_ISSUER"),
    isoBank: isoBank(env),
    captcha: captcha(env),
    vaultKey: text(env, "CARD_VAULT_KEY"),
    antivirusUrl: urlOf(
      env,
      "ANTIVIRUS_URL",
      ["tcp:", "unix:"],
      "tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl",
    ),
    connect: startingWith(env, "CONNECT_"),
    metricsToken: text(env, "METRICS_TOKEN"),
    auditAnchorEmail: mailbox(env, "AUDIT_ANCHOR_EMAIL"),
    trustedProxies: integer(env, "TRUSTED_PROXIES", 0, 0, 10),
    tls: tls(env),
    clientCert: clientCert(env),
    migrate: oneOf(env, "MIGRATE", ["on", "off"], "on") === "on",
    workers: oneOf(env, "WORKERS", ["on", "off"], "on") === "on",
    // A person watches the sandbox: its screen shows what needs them, not every request.
    logLevel: oneOf(env, "LOG_LEVEL", LOG_LEVELS, mode === "production" ? "info" : "warn"),
  };
}

export type DatabaseUrls = {
  owner: string;
  app: string;
  direct: string;
  /** As the role that alone reads card numbers. */
  vault: string;
  /** A pooler stands between: no session state. */ pooled: boolean;
};

/** The addresses one database is reached by: as owner for migrations, as the restricted role for everything else. */
export function databaseUrls(
  config: Pick<Config, "databaseUrl" | "directUrl" | "appDatabaseUrl" | "vaultDatabaseUrl" | "secretKeys">,
): DatabaseUrls {
  // Without an owner's address nothing can be migrated; the application's own is enough to serve.
  const databaseUrl = config.databaseUrl ?? config.appDatabaseUrl;
  if (!databaseUrl) throw new ConfigError("DATABASE_URL is not known yet: start the embedded PostgreSQL first");
  const owner = config.directUrl ?? databaseUrl;
  const app = config.appDatabaseUrl ?? withLogin(databaseUrl, APP_ROLE, appRolePassword(config.secretKeys));
  const login = new URL(app);
  const direct = config.directUrl
    ? withLogin(config.directUrl, decodeURIComponent(login.username), decodeURIComponent(login.password))
    : app;
  const vault = config.vaultDatabaseUrl ?? withLogin(databaseUrl, VAULT_ROLE, vaultRolePassword(config.secretKeys));
  return { owner, app, direct, vault, pooled: config.directUrl !== undefined };
}

/** Of the oldest key, which stays in the list for good: a change of keys locks nobody out. */
export const vaultRolePassword = (secretKeys: Config["secretKeys"]): string =>
  deriveText(secretKeys.at(-1)!, "card vault role password");
/** Of the oldest key, which stays in the list for good: a change of keys locks nobody out. */
export const appRolePassword = (secretKeys: Config["secretKeys"]): string =>
  deriveText(secretKeys.at(-1)!, "database role password");

function withLogin(url: string, user: string, password: string): string {
  const changed = new URL(url);
  changed.username = encodeURIComponent(user);
  changed.password = encodeURIComponent(password);
  return changed.href;
}

function mailbox(env: Env, name: string): string | undefined {
  const value = text(env, name);
  if (value !== undefined && !normaliseEmail(value)) throw new ConfigError(`${name} must be an e-mail address`);
  return value;
}

function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value ? value : undefined;
}

function startingWith(env: Env, prefix: string): Record<string, string> {
  const names = Object.keys(env).filter((name) => name.startsWith(prefix));
  return Object.fromEntries(names.flatMap((name) => (text(env, name) ? [[name, text(env, name)!]] : [])));
}

function integer(env: Env, name: string, otherwise: number, least: number, most: number): number {
  const value = text(env, name);
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new ConfigError(`${name}="${value}" is not usable: set a whole number from ${least} to ${most}`);
}

function oneOf<T extends string>(env: Env, name: string, allowed: readonly T[], otherwise: T): T {
  const value = text(env, name) ?? otherwise;
  const found = allowed.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw new ConfigError(`${name}="${value}" is not known: set one of ${allowed.join(", ")}`);
}

function urlOf(env: Env, name: string, protocols: readonly string[], example: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (/^postgres(ql)?:\/\/[^/?]*,/.test(value))
    throw new ConfigError(
      `${name} names several hosts, of which only one takes writes: set the one address that always leads to it ` +
        `(a proxy that follows the primary, a virtual address, or your provider's writer endpoint)`,
    );
  // The value itself is not repeated: these addresses carry passwords.
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && protocols.includes(url.protocol)) return value;
  throw new ConfigError(`${name} is not an address we can use: set it like ${example}`);
}
const httpUrl = (env: Env, name: string) => urlOf(env, name, ["http:", "https:"], "https://pay.example.com");
const postgresUrl = (env: Env, name: string) =>
  urlOf(env, name, ["postgres:", "postgresql:"], "postgres://user:password@host:5432/coralhub");

/** All of a group's variables or none of them: half a configuration is a mistake worth stopping for. */
function group<N extends string>(env: Env, names: readonly N[]): Record<N, string> | undefined {
  const missing = names.filter((name) => text(env, name) === undefined);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) {
    const given = names.filter((name) => !missing.includes(name));
    throw new ConfigError(`${missing.join(", ")} must be set too, because ${given.join(", ")} is set`);
  }
  return Object.fromEntries(names.map((name) => [name, text(env, name)])) as Record<N, string>;
}

function tls(env: Env): Config["tls"] {
  const given = group(env, ["TLS_KEY_FILE", "TLS_CERT_FILE"]);
  return (
    given && {
      port: integer(env, "TLS_PORT", 8443, 0, 65_535),
      keyFile: given.TLS_KEY_FILE,
      certFile: given.TLS_CERT_FILE,
    }
  );
}

/** A certificate is public: whoever reaches the plain port could hand one on, so that the proxies are named. */
function clientCert(env: Env): Config["clientCert"] {
  const given = group(env, ["CLIENT_CERT_HEADER", "CLIENT_CERT_FROM"]);
  const from = given?.CLIENT_CERT_FROM.split(",").map((one) => one.trim()) ?? [];
  if (!from.every(isIP))
    throw new ConfigError(
      "CLIENT_CERT_FROM must be the proxies' addresses or ranges, for example 10.0.3.7,10.0.4.0/24",
    );
  return given && { header: given.CLIENT_CERT_HEADER.toLowerCase(), from };
}

function s3(env: Env): S3Config | undefined {
  httpUrl(env, "S3_ENDPOINT");
  const given = group(env, ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]);
  return (
    given && {
      endpoint: given.S3_ENDPOINT.replace(/\/+$/, ""),
      region: text(env, "S3_REGION") ?? "us-east-1",
      bucket: given.S3_BUCKET,
      accessKeyId: given.S3_ACCESS_KEY_ID,
      secretAccessKey: given.S3_SECRET_ACCESS_KEY,
    }
  );
}

function smtp(env: Env): SmtpConfig | undefined {
  const given = group(env, ["SMTP_HOST", "SMTP_FROM"]);
  if (!given) return undefined;
  const port = integer(env, "SMTP_PORT", 465, 1, 65_535);
  const login = group(env, ["SMTP_USER", "SMTP_PASSWORD"]);
  return {
    host: given.SMTP_HOST,
    from: given.SMTP_FROM,
    port,
    secure: port === 465,
    user: login?.SMTP_USER,
    password: login?.SMTP_PASSWORD,
  };
}

function signedService(env: Env, name: string): SignedServiceConfig | undefined {
  const [url, key] = [`${name}_URL`, `${name}_KEY`];
  httpUrl(env, url);
  const given = group(env, [url, key]);
  return given && { url: given[url]!, key: given[key]! };
}

function isoBank(env: Env): IsoBankConfig | undefined {
  const service = signedService(env, "ISO_BANK");
  const directory = text(env, "ISO_BANK_FILES");
  const by = directory === undefined ? service : { directory };
  if (!by) return undefined;
  const [name, account, bic, city, country, ...rest] = (text(env, "ISO_BANK_DEBTOR") ?? "").split(";");
  if (!name || !account || !bic || !city || !country || rest.length > 0) {
    throw new ConfigError(
      "ISO_BANK_DEBTOR must be: name;account;BIC;city;country, for example Coral;123;FHBKHKHH;Hong Kong;HK",
    );
  }
  const pays = (text(env, "ISO_BANK_PAYS") ?? "clearing,swift").split(",").map((way) => way.trim());
  return { pays, debtor: { name, account, bic, city, country }, by };
}

function captcha(env: Env): CaptchaConfig | undefined {
  const provider = oneOf(env, "CAPTCHA_PROVIDER", ["own", "geetest", "tencent"], "own");
  const all = (names: readonly string[]) => {
    const missing = names.filter((name) => text(env, name) === undefined);
    if (missing.length > 0)
      throw new ConfigError(`${missing.join(", ")} must be set for CAPTCHA_PROVIDER="${provider}"`);
  };
  if (provider === "own") return undefined;
  all(["CAPTCHA_ID", "CAPTCHA_KEY"]);
  const url = httpUrl(env, "CAPTCHA_URL")?.replace(/\/+$/, "");
  const given = { id: text(env, "CAPTCHA_ID")!, key: text(env, "CAPTCHA_KEY")!, ...(url !== undefined && { url }) };
  if (provider === "geetest") return { provider, ...given };
  all(["CAPTCHA_SECRET_ID", "CAPTCHA_SECRET_KEY"]);
  return {
    provider,
    ...given,
    secretId: text(env, "CAPTCHA_SECRET_ID")!,
    secretKey: text(env, "CAPTCHA_SECRET_KEY")!,
  };
}

const SECRET_HINT = "set at least 32 random characters, for example from: openssl rand -base64 48";

function secretKeys(env: Env, mode: Mode, dataDir: string): [string, ...string[]] {
  const current = text(env, "SECRET_KEY");
  const earlier = (text(env, "SECRET_KEYS_EARLIER") ?? "")
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
  if (current === undefined) {
    if (mode === "production") throw new ConfigError(`SECRET_KEY is missing: ${SECRET_HINT}`);
    return [keptSecret(dataDir), ...earlier];
  }
  return [current, ...earlier];
}

const LOCAL = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;
export const isLocalHost = (host: string): boolean => LOCAL.test(host);

/** Everything that makes a real installation unsafe, named at once: whoever sets it up need not start ten times. */
function refuseUnsafe(env: Env): void {
  const problems: string[] = [];
  const key = text(env, "SECRET_KEY");
  const weak = key === undefined ? "missing" : weaknessOf(key, 32);
  if (weak) problems.push(`SECRET_KEY is ${weak}: ${SECRET_HINT}`);
  const earlierKeys = (text(env, "SECRET_KEYS_EARLIER") ?? "").split(",").map((one) => one.trim());
  for (const [at, earlier] of earlierKeys.entries()) {
    const why = earlier && weaknessOf(earlier, 32);
    const isOldest = at === earlierKeys.length - 1;
    const advice = isOldest
      ? "look-ups are keyed by it, so it cannot be dropped: carry the data over to an installation set up with a strong one"
      : "re-seal, and drop it once npm run reseal says so";
    if (why) problems.push(`a key of SECRET_KEYS_EARLIER is ${why}: ${advice}`);
  }
  const vault = text(env, "CARD_VAULT_KEY");
  const weakVault = vault && weaknessOf(vault, 32);
  if (weakVault) problems.push(`CARD_VAULT_KEY is ${weakVault}: ${SECRET_HINT}`);
  // A service outside has an address and a key we share with it.
  const services = Object.keys(env).flatMap((name) => /^(\w+)_URL$/.exec(name)?.[1] ?? []);
  const shared = services.filter((name) => `${name}_KEY` in env);
  for (const name of [...shared.map((service) => `${service}_KEY`), "METRICS_TOKEN"]) {
    const given = text(env, name);
    const why = given && weaknessOf(given, 16);
    if (why) problems.push(`${name} is ${why}: agree on at least 16 random characters`);
  }
  if (!text(env, "DATABASE_URL") && !text(env, "APP_DATABASE_URL"))
    problems.push(
      "DATABASE_URL is missing: the embedded database is for the sandbox; set a PostgreSQL server of your own",
    );
  const home = text(env, "PUBLIC_URL");
  if (!home) problems.push("PUBLIC_URL is missing: set the https address people reach the portal by");
  else if (!home.startsWith("https://")) problems.push("PUBLIC_URL is not safe: set an https address");
  const connected = Object.keys(env).filter((name) => /^CONNECT_\w+_URL$/.test(name));
  for (const name of [...shared.map((service) => `${service}_URL`), ...connected, "ECB_RATES_URL", "S3_ENDPOINT"]) {
    const given = text(env, name);
    if (given && URL.canParse(given) && new URL(given).protocol === "http:" && !isLocalHost(new URL(given).hostname))
      problems.push(`${name} is not safe: set an https address (http only on this machine)`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join("; "));
}

/** The sandbox needs no set-up: its key is made once and lives beside its data, readable by its owner only. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, "secret-key");
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(path)) {
    const fresh = `${path}.${process.pid}`;
    writeFileSync(fresh, randomBytes(48).toString("base64url"), { mode: 0o600 });
    try {
      // Appears whole or not at all: of two first starts one gives its key, the other reads it.
      linkSync(fresh, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(fresh);
    }
  }
  const key = readFileSync(path, "utf8").trim();
  if (key.length < 32)
    throw new ConfigError(`${path} is damaged: restore it, or set SECRET_KEY to the key this data was sealed with`);
  return key;
}
