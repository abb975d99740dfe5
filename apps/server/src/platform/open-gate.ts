import type { MerchantContext } from "./context.ts";

/** A call of the open API as it came in. */
export type OpenCall = {
  /** The operation's name. */
  name: string;
  scope: string | undefined;
  idempotent: boolean;
  method: string;
  /** With its query. */
  url: string;
  headers: Readonly<Record<string, unknown>>;
  body: Uint8Array;
  address: string;
  /** SHA-256 of the client certificate of the connection, in hex, where there is one. */
  certificate: string | undefined;
  /** Ours, not the caller's. */
  requestId: string;
};
export type OpenAnswer = { status: number; ms: number; body: string | null };
/** One of the merchant's own programs, in the place of a person. */
export type OpenCaller = Pick<MerchantContext, "merchantId" | "personId" | "personName" | "session"> & {
  app: NonNullable<MerchantContext["app"]>;
};

/** Who may call the open API, and what is remembered of it. */
export type OpenGate = {
  /** Refuses alike whatever is wrong with the proof. The headers go out with the answer. */
  admit(call: OpenCall): Promise<{ caller: OpenCaller; headers: Record<string, string> }>;
  answered(call: OpenCall, answer: OpenAnswer): void;
};
