type Refused = {
  status: number;
  code: number;
  reason: string;
  message: string;
  english: string | null;
  fields: Readonly<Record<string, string>>;
  requestId: string | null;
  doc: string | null;
};

/** The server said no: a stable code, and what to do about it. */
export class CoralHubError extends Error {
  override name = "CoralHubError";
  readonly status: number;
  readonly code: number;
  /** The code by name, for example `payout.quote_expired`. */
  readonly reason: string;
  /** The message is Chinese; this is the English of it. */
  readonly english: string | null;
  /** What is wrong with which field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Ours: name it when you ask us about the call. */
  readonly requestId: string | null;
  /** Where the code is explained. */
  readonly doc: string | null;
  constructor({ message, ...refused }: Refused) {
    super(message);
    this.status = refused.status;
    this.code = refused.code;
    this.reason = refused.reason;
    this.english = refused.english;
    this.fields = refused.fields;
    this.requestId = refused.requestId;
    this.doc = refused.doc;
  }
}
