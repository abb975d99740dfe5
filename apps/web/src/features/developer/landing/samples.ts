import { OPEN_API } from "@coralhub/domain";

/** The first request anybody sends: in the sandbox, with a token instead of a signature. The page is drawn at build time and does not know yet where it will stand. */
export const FIRST_CALL = `curl https://<本页的域名>${OPEN_API.base}/balances \\
  -H 'X-App-Id: APP-…' \\
  -H 'Authorization: Bearer coral_test_…'`;

export const SIGNED_LINES = `coralhub-1
<X-App-Id>
<方法，例如 POST>
<路径和查询，例如 ${OPEN_API.base}/payouts?pageSize=20>
<请求体的 SHA-256，小写十六进制>
<X-Timestamp，秒>
<X-Nonce，16–64 个字符>
<X-Request-Id，没有就留空行>`;
