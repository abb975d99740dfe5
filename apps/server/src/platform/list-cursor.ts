import { timingSafeEqual } from "node:crypto";
import { Refusal } from "@coralhub/contract";
import type { Secrets } from "./secrets.ts";

/** A cursor continues one list of one owner in one order, and nothing else. */
export type CursorBinding = { list: string; owner: string; sort: string; order: "asc" | "desc" };
/** The last row of a page: as text, because a Date would drop the microseconds and skip or repeat rows. */
export type CursorPosition = { value: string; id: string };

const SIGNATURE_BYTES = 16;

const purposeOf = ({ list, owner, sort, order }: CursorBinding): string =>
  `list cursor:${list}:${owner}:${sort}:${order}`;
const sign = (secrets: Pick<Secrets, "sign">, binding: CursorBinding, text: string): Buffer =>
  secrets.sign(text, purposeOf(binding)).subarray(0, SIGNATURE_BYTES);

export function writeCursor(
  secrets: Pick<Secrets, "sign">,
  binding: CursorBinding,
  { value, id }: CursorPosition,
): string {
  const text = JSON.stringify([value, id]);
  return Buffer.concat([sign(secrets, binding, text), Buffer.from(text)]).toString("base64url");
}

export function readCursor(secrets: Pick<Secrets, "sign">, binding: CursorBinding, cursor: string): CursorPosition {
  const bytes = Buffer.from(cursor, "base64url");
  const text = bytes.toString("utf8", SIGNATURE_BYTES);
  const signature = bytes.subarray(0, SIGNATURE_BYTES);
  if (signature.length !== SIGNATURE_BYTES || !timingSafeEqual(signature, sign(secrets, binding, text))) {
    throw new Refusal("input.invalid", {}, { cursor: "翻页位置已失效，请回到第一页" });
  }
  const [value, id] = JSON.parse(text) as [string, string];
  return { value, id };
}
