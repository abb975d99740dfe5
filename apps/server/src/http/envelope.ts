import { errorInEnglish, FAMILIES, fillMessage, type Family, type Refusal } from "@coralhub/contract";

const SUCCESS_TEXT = "成功";

/** The front half of a success in each family, written once: the data follows as it is. */
const successHead = (family: Family): string => {
  const { success } = FAMILIES[family];
  const head = "errorCode" in success ? success : { ...success, msg: SUCCESS_TEXT };
  return `${JSON.stringify(head).slice(0, -1)},"data":`;
};
const SUCCESS_HEADS = Object.fromEntries(
  Object.keys(FAMILIES).map((family) => [family, successHead(family as Family)]),
) as Record<Family, string>;

export const successBody = (family: Family, wire: unknown): string =>
  `${SUCCESS_HEADS[family]}${JSON.stringify(wire) ?? "null"}}`;

/** A refusal in the family's dialect. The unread count reads `errorCode`, everyone else `code`. */
export function refusalBody(family: Family, refusal: Refusal, requestId: string): string {
  const { code } = refusal.row;
  return JSON.stringify({
    code: family === "gateway" ? String(code) : code,
    ...(family === "count" && { errorCode: code }),
    msg: refusal.message,
    reason: refusal.reason,
    ...(refusal.fields && { fields: refusal.fields }),
    ...(family === "open" && {
      message: fillMessage(errorInEnglish(refusal.reason, refusal.row), refusal.values),
      doc: `/docs/open#code-${code}`,
    }),
    requestId,
  });
}

/** Which dialect an address speaks, for answers given before an endpoint is known. Undefined: a page, not a call. */
export function familyOfPath(path: string): Family | undefined {
  for (const [family, { base }] of Object.entries(FAMILIES)) {
    if (path === base || path.startsWith(`${base}/`)) return family as Family;
  }
  return undefined;
}
