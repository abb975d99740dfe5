import { z } from "zod";
import { connectorPlan } from "../connector-plan.ts";
import { MarketplaceError, type Grant, type KeyMarketplace, type StoreCalls } from "../marketplace.ts";
import { amountText, dayOf, inPieces, pages, tradeTime } from "../paging.ts";
import { hmacHex } from "../signing.ts";
import type { Transport } from "../transport.ts";
import { verdictBy } from "../verdict.ts";

/**
 * Order sheets look at 31 days at most, one status at a time. A sheet is made once the order is paid, and what is cancelled has
 * none any more: what was made in a period is all the list can tell of it, so there is no other question for what has changed.
 */
const PIECE_DAYS = 30;
const STATUSES = ["ACCEPT", "INSTRUCT", "DEPARTURE", "DELIVERING", "FINAL_DELIVERY"] as const;
const sheets = z.object({
  nextToken: z.coerce.string().default(""),
  data: z.array(
    z.object({
      orderId: z.coerce.string(),
      orderedAt: tradeTime,
      orderItems: z.array(z.object({ orderPrice: z.union([z.number(), z.object({ units: z.number() })]) })),
    }),
  ),
});
const settlements = z.array(
  z.object({
    settlementDate: z.string(),
    settlementType: z.string(),
    finalAmount: z.number(),
    revenueRecognitionYearMonth: z.string(),
  }),
);

/** Coupang has no codes but the status' own; why a key is not accepted stands in words, the same for everybody. */
const SAID = {
  "specified signature is expired": "unexpected",
  "hmac format is invalid": "unexpected",
  // The seller lets our address in where the keys were made: until then nothing is wrong with the keys.
  "not allowed ip": "unexpected",
  "invalid signature": "refused",
  "request is not authorized": "refused",
} as const;
const verdict = verdictBy(
  ({ code, message }) => {
    const words = String(message).toLowerCase();
    const said = Object.keys(SAID).find((sentence) => words.includes(sentence));
    return said ?? (Number(code) === 200 || code === "SUCCESS" ? undefined : code);
  },
  { ...SAID, 401: "refused", 429: "busy", TOO_MANY_REQUESTS: "busy", 500: "unavailable", 503: "unavailable" },
);

/** `yyMMddTHHmmssZ` */
const signedDate = (time: Date): string => time.toISOString().slice(2, 19).replaceAll(/[-:]/g, "") + "Z";

type Get = ReturnType<typeof getter>;

/** The CEA signature: date, method, path and query, HMAC-SHA256 with the vendor's own secret. */
function getter(transport: Transport, api: string) {
  return <S extends z.ZodType>(
    { accessToken: secret, extra }: Grant,
    path: string,
    asked: Record<string, string>,
    shape: S,
  ) => {
    const query = new URLSearchParams(asked).toString();
    const date = signedDate(transport.clock.now());
    const signature = hmacHex(secret, `${date}GET${path}${query}`);
    const authorization = `CEA algorithm=HmacSHA256, access-key=${extra?.["accessKey"]}, signed-date=${date}, signature=${signature}`;
    const headers = { authorization, "x-requested-by": extra?.["vendorId"] ?? "" };
    return transport.call({ url: `${api}${path}?${query}`, headers, verdict }, shape);
  };
}
const sheetsPath = ({ extra }: Grant) => `/v2/providers/openapi/apis/api/v4/vendors/${extra?.["vendorId"]}/ordersheets`;

function listsOf(get: Get): Pick<StoreCalls, "listOrders" | "listPayouts"> {
  return {
    listOrders: (grant, period) =>
      inPieces(period, PIECE_DAYS, async function* ({ since, until }) {
        for (const status of STATUSES) {
          yield* pages("", async (nextToken) => {
            const asked = {
              createdAtFrom: dayOf(since),
              createdAtTo: dayOf(until),
              status,
              maxPerPage: "50",
              ...(nextToken && { nextToken }),
            };
            const answer = await get(grant, sheetsPath(grant), asked, sheets);
            const trades = answer.data.map(({ orderId, orderedAt, orderItems }) => ({
              reference: orderId,
              at: orderedAt,
              currency: "KRW",
              amount: amountText(
                orderItems.reduce(
                  (sum, { orderPrice }) => sum + (typeof orderPrice === "number" ? orderPrice : orderPrice.units),
                  0,
                ),
              ),
            }));
            return { trades, next: answer.nextToken || undefined };
          });
        }
      }),
    async *listPayouts(grant, { since, until }) {
      const path = "/v2/providers/marketplace_openapi/apis/api/v1/settlement-histories";
      for (let month = dayOf(since).slice(0, 7); month <= dayOf(until).slice(0, 7); month = monthAfter(month)) {
        const rows = await get(grant, path, { revenueRecognitionYearMonth: month }, settlements);
        const trades = rows.map(({ settlementDate, settlementType, finalAmount }) => ({
          reference: `${month}.${settlementType}.${settlementDate}`,
          at: new Date(`${settlementDate}T00:00:00+09:00`),
          currency: "KRW",
          amount: amountText(finalAmount),
        }));
        if (trades.length > 0) yield trades;
      }
    },
  };
}

export const coupang = connectorPlan({
  settings: [],
  hosts: { api: "https://api-gateway.coupang.com" },
  create(transport, _own, hosts): KeyMarketplace {
    const get = getter(transport, hosts.api);
    const probe = async (grant: Grant) => {
      const today = dayOf(transport.clock.now());
      await get(
        grant,
        sheetsPath(grant),
        { createdAtFrom: today, createdAtTo: today, status: "ACCEPT", maxPerPage: "1" },
        sheets,
      );
    };
    return {
      async connect({ vendorId = "", accessKey = "", secretKey = "" }) {
        if (!/^[A-Z]\d{4,12}$/.test(vendorId)) throw new MarketplaceError("refused", "not a vendor's number");
        const grant: Grant = {
          accessToken: secretKey,
          refreshToken: null,
          account: vendorId,
          accessEndsAt: null,
          endsAt: null,
          extra: { accessKey, vendorId },
        };
        await probe(grant);
        return grant;
      },
      verify: probe,
      ...listsOf(get),
    };
  },
});

function monthAfter(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return number === 12 ? `${year! + 1}-01` : `${year}-${String(number! + 1).padStart(2, "0")}`;
}
