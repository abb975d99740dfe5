import { NOTICE_OUTCOMES } from "@coralhub/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { receivingAccountEndpoints } from "./accounts.ts";
import { accountDeskEndpoints } from "./review.ts";
import { accountStatementEndpoints } from "./statements.ts";

const bankEndpoints = {
  /** The bank's signature covers the time and the very text of the notice; there is no session. */
  bankNotice: endpoint({
    method: "POST",
    path: "/hooks/receiving_bank",
    title: "收款银行的通知（签名）",
    family: "portal",
    access: "public",
    // A bank pays many merchants from one address; what is not signed costs a hash.
    rateLimit: { per: "address", limit: 200_000, windowSeconds: 60 },
    input: z.object({
      /** Seconds since 1970. */
      timestamp: z.string().regex(/^\d{9,12}$/, "时间戳应为秒数"),
      /** HMAC-SHA256 of `timestamp.payload`, in hexadecimal. */
      signature: z.string().regex(/^[0-9a-f]{64}$/, "签名格式不对"),
      /** The notice as JSON text. */
      payload: z.string().min(2).max(20_000),
    }),
    output: z.object({ outcome: z.enum(NOTICE_OUTCOMES) }),
  }),
};

export const accountEndpoints = {
  ...receivingAccountEndpoints,
  ...accountStatementEndpoints,
  ...accountDeskEndpoints,
  ...bankEndpoints,
};

export { type AccountCharge, type ReceivingAccountDetail, type ReceivingAccountRow } from "./accounts.ts";
export { receivingAccountList } from "./review.ts";
