import type { RefusalName } from "./capabilities.ts";

/** The server understood and said no. `code` is the refusal catalogue's number, whatever dialect the family speaks. */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
  readonly status: number;
  readonly code: number;
  /** The catalogue's name of the refusal; absent when something before the application answered. */
  readonly reason: RefusalName | undefined;
  readonly fields: Record<string, string>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  constructor(facts: {
    message: string;
    status: number;
    code: number;
    reason?: RefusalName;
    fields?: Record<string, string>;
    requestId?: string;
    retryAfterSeconds?: number;
  }) {
    super(facts.message);
    this.status = facts.status;
    this.code = facts.code;
    this.reason = facts.reason;
    this.fields = facts.fields ?? {};
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** No usable answer came: the line broke, or what came was not what the contract promises. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
  readonly kind: "network" | "unreadable";
  readonly requestId: string | undefined;
  constructor(kind: "network" | "unreadable", cause: unknown, requestId?: string) {
    super("请求失败，请重试", { cause });
    this.kind = kind;
    this.requestId = requestId;
  }
}

/** What a proxy or a server says while it is busy or restarting. */
const PASSING_STATUS: readonly number[] = [502, 503, 504];

/** Nothing was decided, and the same call may well succeed in a moment; any other refusal would be the same twice. */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallFailed || (error instanceof CallRefused && PASSING_STATUS.includes(error.status));
