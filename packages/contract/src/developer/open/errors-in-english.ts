import type { RefusalName } from "../../capabilities.ts";
import type { RefusalRow } from "../../refusals/refusal.ts";
import { agreementErrors } from "./agreement-errors.ts";
import { moneyErrors } from "./money-errors.ts";
import { standingErrors } from "./standing-errors.ts";

const kernelErrors = {
  not_found: "Not found; it may have been deleted",
  "input.invalid": "Some of the input is wrong; correct the fields named",
  "input.too_large": "The body is too large",
  "input.unreadable": "The body cannot be read; send valid JSON in UTF-8",
  "session.expired": "The session has expired; sign in again",
  "access.denied": "You are not permitted to do this",
  "access.not_certified": "The merchant must be certified first",
  "state.changed": "The state changed a moment ago; read the object again",
  "idempotency.missing": "The idempotency key is missing",
  "idempotency.reused": "This idempotency key was used for another operation; use a new one",
  "idempotency.running": "This operation is under way; read its result later with the same key",
  "limit.too_many": "Too many requests; try again in {seconds} seconds",
  "server.busy": "The server is busy; try again later",
  "server.failed": "Something went wrong on our side; try again later",
  "file.too_large": "The file must not exceed {limit}",
  "file.empty": "The file is empty",
  "file.type_refused": "This type of file is not accepted; send {accepted}",
  "file.damaged": "The file is damaged or incomplete",
  "file.too_many_pixels": "The picture is too large",
  "file.active_content": "The PDF contains scripts, attachments, forms or outside actions; print it to a plain PDF",
  "file.locked": "The PDF is protected by a password; remove it",
  "file.too_complex": "The file is too complex to be checked; print it to a plain PDF or send pictures",
  "file.too_many_rows": "At most {rows} rows; split the sheet",
  "file.infected": "The file did not pass the virus check",
  "file.missing": "The file does not exist or has been deleted; upload it again",
  "open.refused": "The request was not authenticated; check app id, signature, timestamp, nonce and source address",
  "open.scope_missing": "The app lacks a permission; grant it in the developer area",
  "open.too_many": "More than {limit} calls a minute; try again in {seconds} seconds",
  "open.version_unknown": "There is no such version; use a date listed in the documentation",
  "open.request_id_missing": "X-Request-Id is missing; send one of 8 to 128 characters",
  "open.metadata_full": "At most {most} metadata entries; remove some with an empty string first",
} as const;

/** What a program can run into. A new refusal of these does not compile without its English. */
type Told =
  | "not_found"
  | `${"input" | "session" | "access" | "state" | "idempotency" | "limit" | "server" | "file" | "open"}.${string}`
  | `${"certification" | "store" | "connection" | "account" | "letter" | "income" | "receipt" | "order" | "quota"}.${string}`
  | `${"payee" | "seller" | "payout" | "batch" | "quote" | "fee" | "fx" | "wallet" | "statement" | "calendar"}.${string}`
  | `${"card" | "deposit" | "escrow" | "loan" | "taxrefund" | "pooling" | "offline"}.${string}`;
const ERRORS: Partial<Record<RefusalName, string>> = {
  ...kernelErrors,
  ...standingErrors,
  ...moneyErrors,
  ...agreementErrors,
} satisfies Record<Extract<RefusalName, Told>, string>;

const BY_STATUS: Record<RefusalRow["status"], string> = {
  400: "The request is not acceptable as it is",
  401: "Not authenticated",
  403: "Not permitted",
  404: "Not found",
  409: "Not possible in the present state",
  413: "Too large",
  429: "Too many requests; try again later",
  500: "Something went wrong on our side; try again later",
  503: "Not available at the moment; try again later",
};

/** The words of a refusal in English, `{name}` where a value goes; of those no program meets, what the status says. */
export const errorInEnglish = (name: RefusalName, { status }: Pick<RefusalRow, "status">): string =>
  ERRORS[name] ?? BY_STATUS[status];
