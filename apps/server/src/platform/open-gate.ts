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
  /** Empty where a file comes: it is read after the proof. */
  body: Uint8Array;
  /** SHA-256 in hex of what came, or, of a file, of what was announced; empty where nothing was. */
  bodyHash: string;
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
  /** Refuses alike whatever is wrong with the proof. What is announced goes out with the answer, also with a refusal. */
  admit(call: OpenCall, announce: (headers: Record<string, string>) => void): Promise<OpenCaller>;
  answered(call: OpenCall, answer: OpenAnswer): void;
};
