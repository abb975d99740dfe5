import { z } from "zod";
import { connectorPlan } from "../connector-plan.ts";
import { MarketplaceError, type Grant, type KeyMarketplace } from "../marketplace.ts";
import { amountText, dayOf, inPieces } from "../paging.ts";

const PIECE_DAYS = 30;
const answer = z.object({
  ResultCode: z.number(),
  ResultMsg: z.string().default(""),
  ResultObject: z.unknown().optional(),
});
const order = z.object({
  orderNo: z.coerce.string(),
  orderDate: z.string(),
  total: z.union([z.string(), z.number()]),
  Currency: z.string().default("JPY"),
});
/** Every code below zero is a refusal; these are about who is asking. */
const WHO_ASKS = new Set([-90_001, -90_002, -90_003, -90_004, -10_001]);
const LIFE_DAYS = 365;

/** A certification key for name, password and API key; every later call carries it. It is good for a year. */
export const qoo10 = connectorPlan({
  settings: [],
  hosts: { api: "https://api.qoo10.jp" },
  create(transport, _own, hosts): KeyMarketplace {
    const call = async (method: string, certification: string, form: Record<string, string>): Promise<unknown> => {
      const url = `${hosts.api}/GMKT.INC.Front.QAPIService/ebayjapan.qapi/${method}`;
      const headers = { giosiscertificationkey: certification, qapiversion: "1.0" };
      const { ResultCode, ResultObject } = await transport.call(
        { url, form: { ...form, returnType: "json" }, headers },
        answer,
      );
      if (ResultCode === 0) return ResultObject;
      throw new MarketplaceError(WHO_ASKS.has(ResultCode) ? "refused" : "unexpected", `answered ${ResultCode}`);
    };
    const ordersOf = async ({ accessToken }: Grant, since: Date, until: Date) => {
      const day = (time: Date) => dayOf(time).replaceAll("-", "");
      const asked = {
        ShippingStatus: "",
        SearchStartDate: day(since),
        SearchEndDate: day(until),
        SearchCondition: "1",
      };
      const found = z.array(order).safeParse(await call("ShippingBasic.GetShippingInfo_v3", accessToken, asked));
      if (!found.success) throw new MarketplaceError("unexpected", "the orders are not what we know");
      return found.data;
    };
    const certify = async ({ username = "", password = "", apiKey = "" }: Record<string, string>): Promise<Grant> => {
      const form = { user_id: username, pwd: password };
      const key = await call("CertificationAPI.CreateCertificationKey", apiKey, form);
      if (typeof key !== "string" || key === "") throw new MarketplaceError("unexpected", "no key was given");
      const accessEndsAt = new Date(transport.clock.now().getTime() + LIFE_DAYS * 86_400_000);
      return {
        accessToken: key,
        refreshToken: null,
        account: username,
        accessEndsAt,
        endsAt: null,
        extra: { username, password, apiKey },
      };
    };
    return {
      connect: certify,
      refresh: ({ extra = {} }) => certify(extra),
      async verify(grant) {
        const now = transport.clock.now();
        await ordersOf(grant, now, now);
      },
      listOrders: (grant, period) =>
        inPieces(period, PIECE_DAYS, async function* ({ since, until }) {
          const found = await ordersOf(grant, since, until);
          const trades = found.map(({ orderNo, orderDate, total, Currency }) => ({
            reference: orderNo,
            at: new Date(`${orderDate.slice(0, 19).replace(" ", "T")}+09:00`),
            currency: Currency,
            amount: amountText(total),
          }));
          if (trades.length > 0) yield trades;
        }),
    };
  },
});
