import { z } from "zod";
import { connectorPlan } from "../connector-plan.ts";
import { MarketplaceError, type Grant, type KeyMarketplace, type Period } from "../marketplace.ts";
import { amountText, dayOf, inPieces, pages } from "../paging.ts";
import { inDays } from "../signing.ts";
import type { Transport } from "../transport.ts";
import { verdictBy } from "../verdict.ts";

/**
 * A search spans 90 days at most, the first and the last included, and sees one state of an order at a time. 1 waits for the
 * buyer's payment (at a convenience store that takes days); from 2 on it is paid. What is cancelled is not listed any more.
 */
const PIECE_DAYS = 89;
const PAID_STATUSES = ["2", "3", "4", "5"] as const;
/** By the day it was ordered, or by the day it was paid: nothing else that happens to an order changes what is listed of it. */
const BY_DAY = { ordered: "1", paid: "2" } as const;
const order = z.object({
  orderNo: z.coerce.string(),
  orderDate: z.string(),
  total: z.union([z.string(), z.number()]),
  Currency: z.string().default("JPY"),
});
const orderList = z.object({ ResultObject: z.array(order).nullish() });
const certified = z.object({ ResultObject: z.string().nullish() });
const LIFE_DAYS = 365;

/**
 * Every call answers 200. Methods answer with ResultCode; a key that the gateway in front of them does not know gets an
 * ErrorCode instead, and the very same one as a method that does not exist.
 */
const verdict = verdictBy(
  ({ ResultCode, ErrorCode }) => {
    const code = Number(ResultCode ?? ErrorCode ?? 0);
    return code === 0 ? undefined : code;
  },
  {
    "-10000": "refused",
    "-10001": "refused",
    "-90001": "refused",
    "-90002": "refused",
    "-90003": "refused",
    "-90004": "refused",
    "-90005": "refused",
    "-10002": "unexpected",
    "-10003": "unexpected",
  },
);

type Client = ReturnType<typeof clientOf>;

function clientOf(transport: Transport, api: string) {
  const call = <S extends z.ZodType>(
    method: string,
    certification: string,
    asked: Record<string, string>,
    shape: S,
  ) => {
    const url = `${api}/GMKT.INC.Front.QAPIService/ebayjapan.qapi/${method}`;
    const headers = { giosiscertificationkey: certification, qapiversion: "1.0" };
    const form = { ...asked, returnType: "application/json" };
    return transport.call({ url, form, headers, verdict }, shape);
  };
  const ordersOf = async ({ accessToken }: Grant, { since, until, changed }: Period, status: string, page: number) => {
    const day = (time: Date) => dayOf(time).replaceAll("-", "");
    const asked = {
      ShippingStatus: status,
      SearchStartDate: day(since),
      SearchEndDate: day(until),
      SearchCondition: changed ? BY_DAY.paid : BY_DAY.ordered,
      Page: String(page),
    };
    return (await call("ShippingBasic.GetShippingInfo_v3", accessToken, asked, orderList)).ResultObject ?? [];
  };
  return { call, ordersOf };
}

const certifier =
  (transport: Transport, { call }: Client) =>
  async ({ username = "", password = "", apiKey = "" }: Record<string, string>): Promise<Grant> => {
    const form = { user_id: username, pwd: password };
    const { ResultObject: key } = await call("CertificationAPI.CreateCertificationKey", apiKey, form, certified);
    if (!key) throw new MarketplaceError("unexpected", "no key was given");
    return {
      accessToken: key,
      refreshToken: null,
      // A login name is one account however it is written.
      account: username.toLowerCase(),
      accessEndsAt: inDays(transport.clock.now(), LIFE_DAYS),
      endsAt: null,
      extra: { username, password, apiKey },
    };
  };

/** A certification key for name, password and API key; every later call carries it. It is good for a year. */
export const qoo10 = connectorPlan({
  settings: [],
  hosts: { api: "https://api.qoo10.jp" },
  create(transport, _own, hosts): KeyMarketplace {
    const client = clientOf(transport, hosts.api);
    const certify = certifier(transport, client);
    return {
      connect: certify,
      refresh: ({ extra = {} }) => certify(extra),
      async verify(grant) {
        const now = transport.clock.now();
        await client.ordersOf(grant, { since: now, until: now }, PAID_STATUSES[0], 1);
      },
      listOrders: (grant, period) =>
        inPieces(period, PIECE_DAYS, async function* (piece) {
          // A page after the last repeats orders instead of being empty.
          const seen = new Set<string>();
          for (const status of PAID_STATUSES)
            yield* pages(1, async (page) => {
              const found = await client.ordersOf(grant, piece, status, page);
              const fresh = found.filter(({ orderNo }) => !seen.has(orderNo));
              for (const { orderNo } of fresh) seen.add(orderNo);
              return { trades: fresh.map(tradeOf), next: fresh.length > 0 ? page + 1 : undefined };
            });
        }),
    };
  },
});

const tradeOf = ({ orderNo, orderDate, total, Currency }: z.output<typeof order>) => ({
  reference: orderNo,
  at: new Date(`${orderDate.slice(0, 19).replace(" ", "T")}+09:00`),
  currency: Currency,
  amount: amountText(total),
});
