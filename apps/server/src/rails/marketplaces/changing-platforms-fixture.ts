import type { KeyConnector, OauthConnector } from "@coralhub/domain";
import type { Clock } from "../../platform/clock.ts";
import type { Grant, StoreCalls } from "./index.ts";
import { connected, startPlatform, type Answer, type Asked, type LocalPlatform } from "./platform-fixture.ts";

/** One order as a platform has it: when it was sold, and when anything of it changed last. */
export type SoldThere = { reference: string; at: Date; changedAt: Date };
/** What a platform understands of a question for orders, written from its papers and not from our clients. */
type Question = { by: "sold" | "changed"; from: Date; to: Date; offset: number; size: number };
type Page = { rows: readonly SoldThere[]; question: Question; hasMore: boolean };

export type ChangingPlatform = {
  connector: OauthConnector | KeyConnector;
  settings: (url: string) => Record<string, string>;
  grant: Grant;
  /** More than one page of it. */
  orders: number;
  /** The words its papers have for a period of changes. */
  words: RegExp;
  /** Undefined: the call is no question for orders. */
  read(asked: Asked): Question | undefined;
  write(page: Page): unknown;
  /** What is asked beside. */
  beside?(asked: Asked, rows: readonly SoldThere[]): Answer;
};

const GRANT: Grant = { accessToken: "a", refreshToken: null, account: "4711", accessEndsAt: null, endsAt: null };
const seconds = (text: string | undefined) => new Date(Number(text) * 1_000);
const unix = (at: Date) => Math.floor(at.getTime() / 1_000);
const byWords = (
  query: Record<string, string>,
  changed: readonly [string, string],
  sold: readonly [string, string],
) => {
  const isChanged = query[changed[0]] !== undefined;
  const [from, to] = isChanged ? changed : sold;
  return { by: isChanged ? "changed" : "sold", from: query[from]!, to: query[to]! } as const;
};
const timesOf = <T extends { from: string; to: string }>({ from, to, ...rest }: T) => ({
  ...rest,
  from: new Date(from),
  to: new Date(to),
});
const isFirst = ({ offset }: Question) => offset === 0;

const amazon: ChangingPlatform = {
  connector: "amazon",
  settings: (url) => ({ APPLICATION_ID: "a", CLIENT_ID: "c", CLIENT_SECRET: "s", NA_URL: url }),
  grant: { ...GRANT, extra: { region: "na" } },
  orders: 7,
  words: /LastUpdatedAfter=.*LastUpdatedBefore=/,
  read({ path, query }) {
    if (path !== "/orders/v0/orders") return undefined;
    // The token stands for the whole question: whatever else is said beside it is not looked at.
    if (query["NextToken"] !== undefined) {
      const { from, to, ...rest } = JSON.parse(query["NextToken"]) as Question;
      return { ...rest, from: new Date(from), to: new Date(to) };
    }
    const words = byWords(query, ["LastUpdatedAfter", "LastUpdatedBefore"], ["CreatedAfter", "CreatedBefore"]);
    return { ...timesOf(words), offset: 0, size: 3 };
  },
  write: ({ rows, question, hasMore }) => ({
    payload: {
      Orders: rows.map(({ reference, at }) => ({
        AmazonOrderId: reference,
        PurchaseDate: at.toISOString(),
        OrderStatus: "Shipped",
        OrderTotal: { CurrencyCode: "USD", Amount: "10.00" },
      })),
      ...(hasMore && { NextToken: JSON.stringify({ ...question, offset: question.offset + rows.length }) }),
    },
  }),
  beside: () => ({ body: { payload: [{ marketplace: { id: "ATVPDKIKX0DER" } }] } }),
};

const shopify: ChangingPlatform = {
  connector: "shopifyPrivate",
  settings: (url) => ({ SHOP_URL: `${url}/{shop}` }),
  grant: { ...GRANT, shop: "coral.myshopify.com", extra: { version: "2026-10" } },
  orders: 7,
  words: /updated_at:>='.*' AND updated_at:</,
  read({ body }) {
    const { variables } = JSON.parse(body) as { variables: { after: string | null; query: string } };
    const [, time, from, to] = /^(\w+):>='(.+)' AND \1:<'(.+)'$/.exec(variables.query)!;
    return {
      by: time === "updated_at" ? "changed" : "sold",
      from: new Date(from!),
      to: new Date(to!),
      offset: Number(variables.after ?? 0),
      size: 3,
    };
  },
  write: ({ rows, question, hasMore }) => ({
    data: {
      orders: {
        nodes: rows.map(({ reference, at }) => ({
          legacyResourceId: `9${reference.slice(1)}`,
          name: reference,
          createdAt: at.toISOString(),
          test: false,
          displayFinancialStatus: "PAID",
          totalPriceSet: { shopMoney: { amount: "10.00", currencyCode: "USD" } },
        })),
        pageInfo: { hasNextPage: hasMore, endCursor: String(question.offset + rows.length) },
      },
    },
  }),
};

const shopee: ChangingPlatform = {
  connector: "shopee",
  settings: (url) => ({ PARTNER_ID: "2001", PARTNER_KEY: "k", API_URL: url }),
  grant: GRANT,
  orders: 7,
  words: /time_range_field=update_time/,
  read({ path, query }) {
    if (path !== "/api/v2/order/get_order_list") return undefined;
    return {
      by: query["time_range_field"] === "update_time" ? "changed" : "sold",
      from: seconds(query["time_from"]),
      to: seconds(query["time_to"]),
      offset: Number(query["cursor"] ?? 0),
      size: 3,
    };
  },
  write: ({ rows, question, hasMore }) => ({
    error: "",
    response: {
      more: hasMore,
      next_cursor: hasMore ? String(question.offset + rows.length) : "",
      order_list: rows.map(({ reference }) => ({ order_sn: reference })),
    },
  }),
  beside({ query }, rows) {
    const wanted = new Set(query["order_sn_list"]?.split(","));
    const order_list = rows
      .filter(({ reference }) => wanted.has(reference))
      .map(({ reference, at }) => ({
        order_sn: reference,
        create_time: unix(at),
        currency: "USD",
        total_amount: 10,
        order_status: "SHIPPED",
      }));
    return { body: { error: "", response: { order_list } } };
  },
};

const tiktok: ChangingPlatform = {
  connector: "tiktok",
  settings: (url) => ({ APP_KEY: "k", APP_SECRET: "s", SERVICE_ID: "71", API_URL: url }),
  grant: { ...GRANT, extra: { cipher: "ROW_b" } },
  orders: 7,
  words: /"update_time_ge":\d+,"update_time_lt":\d+/,
  read({ body, query }) {
    const said = JSON.parse(body) as Record<string, number>;
    const by = said["update_time_ge"] === undefined ? "create" : "update";
    return {
      by: by === "update" ? "changed" : "sold",
      from: seconds(String(said[`${by}_time_ge`])),
      to: seconds(String(said[`${by}_time_lt`])),
      offset: Number(query["page_token"] ?? 0),
      size: 3,
    };
  },
  write: ({ rows, question, hasMore }) => ({
    code: 0,
    data: {
      orders: rows.map(({ reference, at }) => ({
        id: reference,
        create_time: unix(at),
        status: "IN_TRANSIT",
        payment: { total_amount: "10.00", currency: "USD" },
      })),
      next_page_token: hasMore ? String(question.offset + rows.length) : "",
    },
  }),
};

const lazada: ChangingPlatform = {
  connector: "lazada",
  settings: (url) => ({ APP_KEY: "k", APP_SECRET: "s", API_URL: url }),
  grant: { ...GRANT, extra: { country: "sg" } },
  orders: 103,
  words: /update_after=.*update_before=/,
  read({ query }) {
    const words = byWords(query, ["update_after", "update_before"], ["created_after", "created_before"]);
    return { ...timesOf(words), offset: Number(query["offset"]), size: Number(query["limit"]) };
  },
  write: ({ rows }) => ({
    code: "0",
    data: {
      orders: rows.map(({ reference, at }) => ({
        order_id: reference,
        created_at: at.toISOString().replace("T", " ").replace(/\..*$/, " +0000"),
        price: "10.00",
        statuses: ["delivered"],
      })),
    },
  }),
};

const bigcommerce: ChangingPlatform = {
  connector: "bigcommerce",
  settings: (url) => ({ API_URL: url }),
  grant: { ...GRANT, account: "abc123" },
  orders: 253,
  words: /min_date_modified=.*max_date_modified=/,
  read({ query }) {
    const size = Number(query["limit"]);
    const words = byWords(query, ["min_date_modified", "max_date_modified"], ["min_date_created", "max_date_created"]);
    return { ...timesOf(words), offset: (Number(query["page"]) - 1) * size, size };
  },
  write: ({ rows }) =>
    rows.map(({ reference, at }) => ({
      id: Number(reference),
      date_created: at.toISOString(),
      currency_code: "USD",
      total_inc_tax: "10.0000",
      status_id: 2,
      refunded_amount: "0.0000",
    })),
};

const threeCart: ChangingPlatform = {
  connector: "threeCart",
  settings: (url) => ({ PUBLIC_KEY: "p", PRIVATE_KEY: "q", API_URL: url }),
  grant: { ...GRANT, shop: "shop.3dcartstores.com" },
  orders: 103,
  words: /lastupdatestart=.*lastupdateend=/,
  read({ query }) {
    const { by, from, to } = byWords(query, ["lastupdatestart", "lastupdateend"], ["datestart", "dateend"]);
    const written = (text: string) => new Date(`${text} UTC`);
    return { by, from: written(from), to: written(to), offset: Number(query["offset"]), size: Number(query["limit"]) };
  },
  write: ({ rows }) =>
    rows.map(({ reference, at }) => ({
      OrderID: Number(reference),
      OrderDate: at.toISOString().slice(0, 19),
      OrderAmount: 10,
      OrderStatusID: 4,
    })),
};

const stripe: ChangingPlatform = {
  connector: "stripe",
  settings: (url) => ({ CLIENT_ID: "c", SECRET_KEY: "s", API_URL: url }),
  grant: GRANT,
  orders: 7,
  words: /types\[0\]=charge\.succeeded.*charge\.refunded/,
  read: ({ path, query }) => ({
    by: path === "/v1/events" ? "changed" : "sold",
    from: seconds(query["created[gte]"]),
    to: seconds(query["created[lt]"]),
    offset: Number(query["starting_after"]?.split("-")[1] ?? -1) + 1,
    size: 3,
  }),
  write({ rows, question, hasMore }) {
    const data = rows.map(({ reference, at }, place) => {
      const charge = { id: reference, created: unix(at), amount: 1_000, currency: "usd", status: "succeeded" };
      // An event has a number of its own: what follows is asked for behind it, not behind the charge.
      return question.by === "sold" ? charge : { id: `evt-${question.offset + place}`, data: { object: charge } };
    });
    return { data, has_more: hasMore };
  },
};

const qoo10: ChangingPlatform = {
  connector: "qoo10",
  settings: (url) => ({ API_URL: url }),
  grant: GRANT,
  orders: 7,
  words: /SearchCondition=2/,
  read({ form }) {
    const day = (text: string) => text.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
    const to = new Date(`${day(form["SearchEndDate"]!)}T23:59:59.999Z`);
    const by = form["SearchCondition"] === "2" ? "changed" : "sold";
    const offset = form["ShippingStatus"] === "2" ? (Number(form["Page"]) - 1) * 3 : Number.MAX_SAFE_INTEGER;
    return { by, from: new Date(day(form["SearchStartDate"]!)), to, offset, size: 3 };
  },
  write: ({ rows }) => ({
    ResultCode: 0,
    ResultObject: rows.map(({ reference, at }) => ({
      orderNo: reference,
      orderDate: new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 19).replace("T", " "),
      total: 10,
      Currency: "USD",
    })),
  }),
};

/** Those whose question for changes no other test makes. */
export const CHANGING_PLATFORMS = [
  amazon,
  shopify,
  shopee,
  tiktok,
  lazada,
  bigcommerce,
  threeCart,
  stripe,
  qoo10,
] as const;

/** As the platform numbers its orders. */
export const soldThere = ({ connector, orders }: ChangingPlatform, at: Date, changedAt: Date): SoldThere[] =>
  Array.from({ length: orders }, (_, place) => {
    const number = String(50_001 + place);
    return { reference: connector === "shopifyPrivate" ? `#${number}` : number, at, changedAt };
  });

/** The platform on this machine, with our client for it. While `isBroken` it gives the first page of anything and no other. */
export async function startChanging(
  platform: ChangingPlatform,
  { clock, sold, isBroken }: { clock: Clock; sold: () => readonly SoldThere[]; isBroken: () => boolean },
): Promise<LocalPlatform & { market: StoreCalls; questions: Question[] }> {
  const questions: Question[] = [];
  const local = await startPlatform((asked) => {
    const question = platform.read(asked);
    if (question === undefined) return platform.beside?.(asked, sold()) ?? { status: 404 };
    if (isBroken() && !isFirst(question)) return { status: 503 };
    questions.push(question);
    const { by, from, to, offset, size } = question;
    const found = sold().filter(({ at, changedAt }) => {
      const time = by === "sold" ? at : changedAt;
      return time >= from && time < to;
    });
    const rows = found.slice(offset, offset + size);
    return { body: platform.write({ rows, question, hasMore: offset + size < found.length }) };
  });
  const prefix = `CONNECT_${platform.connector.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_`;
  const own = Object.entries(platform.settings(local.url)).map(([name, value]) => [prefix + name, value]);
  const markets = connected(Object.fromEntries(own) as Record<string, string>, { clock });
  const market = KEYS.has(platform.connector)
    ? markets.keys(platform.connector as KeyConnector)
    : markets.consent(platform.connector as OauthConnector);
  return { ...local, market, questions };
}
const KEYS: ReadonlySet<string> = new Set(["shopifyPrivate", "bigcommerce", "threeCart", "qoo10"]);
