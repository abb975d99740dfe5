import {
  CURRENCY_CODES,
  formatMoney,
  LARGEST_TRANSFER,
  parseMoney,
  toCurrency,
  type ApiScope,
  type FlagName,
  type Money,
} from "@coralhub/domain";
import { z } from "zod";

/**
 * Which dialect a call speaks. The family decides the base path, the envelope and the headers:
 * `portal` answers code 200, `gateway` answers code "10000", `count` answers errorCode 200,
 * `ops` and `sandbox` are the operators' side, `open` is the signed API for merchants' own systems.
 */
export const FAMILIES = {
  portal: { base: "/api", success: { code: 200 } },
  count: { base: "/api", success: { errorCode: 200 } },
  gateway: { base: "/gateway", success: { code: "10000" } },
  ops: { base: "/ops/api", success: { code: 200 } },
  sandbox: { base: "/sandbox", success: { code: 200 } },
  open: { base: "/open/v1", success: { code: 200 } },
} as const;
export type Family = keyof typeof FAMILIES;

export const OPERATOR_ROLES = { reviewer: "审核", finance: "财务", admin: "管理员" } as const;
export type OperatorRole = keyof typeof OPERATOR_ROLES;

/**
 * Who may call. `certified` means a merchant whose certification lets money move. `operator:self` is an operator's own
 * account and the only thing open to one who has not finished set-up; `operator` is every operator who has, and
 * `operator:<role>` those who also hold the role (an admin holds every one).
 */
export type Access =
  | "public"
  | "merchant"
  | "certified"
  | "operator:self"
  | "operator"
  | `operator:${OperatorRole}`
  | "open";

/** At most `limit` calls in `windowSeconds` per caller of that kind, counted over all server processes. */
export type RateLimit = {
  per: "address" | "caller";
  limit: number;
  windowSeconds: number;
  /** Calls that name the same word are counted together; otherwise each has its own. */
  together?: string;
};

export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, A extends Access = Access> = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** As in the specification; `{name}` is a path parameter and must be a field of `input`. */
  path: string;
  /** What the call does, in Chinese: shown in the API docs. */
  title: string;
  family: Family;
  access: A;
  /** Path parameters, query and body merged into one object (the body wins over the query, the path over both). */
  input: I;
  output: O;
  /** Takes an `Idempotency-Key`; the handler must run its effect through `ctx.once`. */
  idempotent?: true;
  /**
   * Decides on money: refused to an operator whose account has just been appointed, reset or changed. What finance does
   * under an idempotency key does so by itself; this says it of other calls.
   */
  decidesOnMoney?: true;
  /** A merchant's money moves, or is promised: the page that makes the call is tried with a line that breaks. */
  movesMoney?: true;
  /** Sends somebody a code without saying where in its answer: tried with a line that breaks like all that do. */
  sendsCode?: true;
  /** Kept because the specification names it: answers as the call at this other path does, which the pages use. */
  alias?: `/${string}`;
  /** For programs of others: the pages hold the same table themselves, so that none of them has to ask. */
  forPrograms?: true;
  rateLimit?: RateLimit;
  /** What a key of the open API must be allowed; only its calls have one. */
  scope?: ApiScope;
  /** Hidden (404) unless this feature flag is on for the caller. */
  flag?: FlagName;
  /**
   * `multipart`: fields and files; a file field is `uploadedFile()` in `input`. `oneClick`: JSON, or the form a mail
   * program posts by itself (RFC 8058), whose fields say nothing.
   */
  body?: "json" | "multipart" | "oneClick";
  /** `file` streams a download, `events` is a server-sent event stream; both skip the envelope. */
  reply?: "json" | "file" | "events";
};

export type Endpoints = Record<string, Endpoint>;

export const endpoint = <I extends z.ZodType, O extends z.ZodType, const A extends Access>(e: Endpoint<I, O, A>) => e;

/** Server side: every endpoint has a handler, and only those. `Ctx` maps an access to what its handler is given. */
export type Handlers<E extends Endpoints, Ctx extends Record<Access, unknown>> = {
  [K in keyof E]: (ctx: Ctx[E[K]["access"]], input: z.output<E[K]["input"]>) => Promise<z.output<E[K]["output"]>>;
};

/** Accepts the specification's own spelling of a currency (GAE) and yields the ISO code. */
export const currency = z.codec(z.string().max(8), z.enum(CURRENCY_CODES), {
  decode: (text, ctx) => {
    const code = toCurrency(text);
    if (code) return code;
    ctx.issues.push({ code: "custom", message: "不支持这个币种", input: text });
    return z.NEVER;
  },
  encode: (code) => code,
});

/** Money travels as a decimal string and lives as bigint; no float in between. */
export const money = z.codec(z.object({ currency, amount: z.string().max(24) }), z.custom<Money>(), {
  decode: (wire, ctx) => {
    try {
      return parseMoney(wire.amount, wire.currency);
    } catch {
      ctx.issues.push({ code: "custom", message: "请填写正确的金额", input: wire });
      return z.NEVER;
    }
  },
  encode: (value) => ({ currency: value.currency, amount: formatMoney(value) }),
});

/** What the books can move at once. */
export const transferable = money
  .refine(({ minor }) => minor > 0n, "请填写大于零的金额")
  .refine(({ minor }) => minor <= LARGEST_TRANSFER, "金额太大，请分几笔");

/** A call without parameters. */
export const nothing = z.object({});
/** A call whose success says everything. */
export const done = z.null();

/** A file received by a multipart call: already within the size limit and on the server's disk. */
export type UploadedFile = { fileName: string; sizeBytes: number; read(): Promise<Uint8Array> };
export const uploadedFile = () =>
  z.custom<UploadedFile>((value) => typeof value === "object" && value !== null && "read" in value, "请选择文件");

/** What a `file` reply streams. */
export type FileReply = {
  fileName: string;
  contentType: string;
  body: AsyncIterable<Uint8Array> | Uint8Array;
  /** A picture the house has drawn itself: opened where it is asked for, not saved. Nothing anybody sent in is. */
  opens?: true;
  /** Everybody's to see, and never another under the same address: browsers keep it. */
  lasting?: true;
};
export const fileReply = z.custom<FileReply>();

/** What an `events` reply yields: one server-sent event each. */
export type LiveEvent = { event: string; data: unknown };
export const eventsReply = z.custom<AsyncIterable<LiveEvent>>();

/** Whether the account that calls must have rested since it was appointed, reset or changed. */
export const decidesOnMoney = (e: Pick<Endpoint, "access" | "idempotent" | "decidesOnMoney">): boolean =>
  e.decidesOnMoney ?? (e.access === "operator:finance" && e.idempotent === true);

/** Full path of an endpoint under its family's base. */
export const fullPath = (e: Pick<Endpoint, "family" | "path">): string => FAMILIES[e.family].base + e.path;
