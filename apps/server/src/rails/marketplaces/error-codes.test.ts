import type { Connector } from "@coralhub/domain";
import { describe, expect, test } from "vitest";
import type { Grant, Trouble } from "./index.ts";
import { connected, startPlatform, type Answer } from "./platform-fixture.ts";

const GRANT: Grant = {
  accessToken: "a",
  refreshToken: "r",
  account: "555",
  accessEndsAt: null,
  endsAt: null,
  extra: { accessKey: "ak", vendorId: "A00012345" },
};
const said = (body: unknown, status = 200): Answer => ({ status, body });
const coupang = (status: number, message: string) => said({ code: status === 200 ? 400 : "ERROR", message }, status);
const ebay = (status: number, errorId: number) => said({ errors: [{ errorId, domain: "OAuth" }] }, status);

type Case = {
  connector: Connector;
  connect: Record<string, string>;
  hosts: string[];
  answers: Partial<Record<Trouble, Answer[]>>;
};
/** What platforms really answer, as they and those who call them write it down; most say so with a plain 200. */
const CASES: Case[] = [
  {
    connector: "lazada",
    connect: { CONNECT_LAZADA_APP_KEY: "1", CONNECT_LAZADA_APP_SECRET: "s" },
    hosts: ["CONNECT_LAZADA_API_URL"],
    answers: {
      refused: ["IllegalAccessToken", "InvalidAccessToken", "IllegalRefreshToken"].map((code) => said({ code })),
      busy: ["ApiCallLimit", "AppCallLimit", "SellerCallLimit", "901"].map((code) => said({ code })),
      unavailable: ["ServiceTimeout", "ServiceUnavailable"].map((code) => said({ code })),
      unexpected: ["IncompleteSignature", "AppWhiteIpLimit", "InvalidAppKey", "MissingParameter", "E0099"].map((code) =>
        said({ code, type: "ISV", message: "no" }),
      ),
    },
  },
  {
    connector: "shopee",
    connect: { CONNECT_SHOPEE_PARTNER_ID: "2001", CONNECT_SHOPEE_PARTNER_KEY: "k" },
    hosts: ["CONNECT_SHOPEE_API_URL"],
    answers: {
      refused: [
        said({ error: "error_auth", message: "Invalid access_token" }, 403),
        said({ error: "invalid_acceess_token" }, 403),
        said({ error: "common.shop_access_expired\t" }, 403),
        said({ error: "refresh_token_expired" }),
      ],
      busy: [said({ error: "error_rate_limit" }), said({ error: "error_limit" }, 403)],
      unavailable: [said({ error: "error_server" }), said({ error: "error_inner" }, 500)],
      unexpected: [
        said({ error: "error_sign", message: "Wrong sign." }, 403),
        said({ error: "source_ip_undeclared", message: "Request Source IP is undeclared." }, 403),
        said({ error: "error_api_permission" }, 403),
        said({ error: "error_partner_key_expired" }, 403),
        said({ error: "error_param" }),
      ],
    },
  },
  {
    connector: "tiktok",
    connect: { CONNECT_TIKTOK_APP_KEY: "k", CONNECT_TIKTOK_APP_SECRET: "s", CONNECT_TIKTOK_SERVICE_ID: "7" },
    hosts: ["CONNECT_TIKTOK_API_URL"],
    answers: {
      refused: [
        said({ code: 105_002, message: "Expired credentials" }, 401),
        said({ code: 36_009_004, message: "Invalid x-tts-access_token" }, 401),
        said({ code: 36_004_004, message: "invalid auth code" }),
      ],
      busy: [said({ code: 36_009_002, message: "Too many requests" }), said({ code: 36_009_002 }, 429)],
      unavailable: [said({ code: 36_009_003, message: "Internal error" }), said({}, 503)],
      unexpected: [
        said({ code: 106_001, message: "the sign query parameter is invalid" }, 401),
        said({ code: 36_009_004, message: "the timestamp query parameter is invalid" }, 401),
        said({ code: 105_005, message: "Access denied: no such scope" }, 401),
        said({ code: 12_019_114 }),
      ],
    },
  },
  {
    connector: "coupang",
    connect: {},
    hosts: ["CONNECT_COUPANG_API_URL"],
    answers: {
      refused: [coupang(401, "Invalid signature."), coupang(401, "Request is not authorized.")],
      busy: [said({ code: 429, message: "TOO_MANY_REQUESTS" }), said({}, 429)],
      unavailable: [said({ code: 500, message: "Internal Server Error" }), said(null, 502)],
      unexpected: [
        coupang(401, "Specified signature is expired."),
        coupang(401, "HMAC format is invalid."),
        coupang(403, "[FORBIDDEN] Not allowed IP"),
        coupang(200, "createdAtFrom is required"),
      ],
    },
  },
  {
    connector: "qoo10",
    connect: {},
    hosts: ["CONNECT_QOO10_API_URL"],
    answers: {
      refused: [
        ...[-10_000, -10_001, -90_002, -90_003, -90_004, -90_005].map((ResultCode) => said({ ResultCode })),
        said({ ErrorCode: -90_001, ErrorMsg: "存在しないAPIです。" }),
      ],
      unexpected: [said({ ResultCode: -10_003, ResultMsg: "Searching period exceeds" }), said({ ResultCode: -999 })],
    },
  },
  {
    connector: "dhgate",
    connect: { CONNECT_DHGATE_CLIENT_ID: "1", CONNECT_DHGATE_CLIENT_SECRET: "s" },
    hosts: ["CONNECT_DHGATE_AUTH_URL", "CONNECT_DHGATE_API_URL"],
    answers: {
      refused: [
        said({ code: "40", message: "Access Token expired or not exist", solution: "apply again" }),
        said({ code: "2", message: "Invalid access token" }),
      ],
      unexpected: [said({ code: "31", message: "?" }), said({ status: { code: "00000102", message: "?" } })],
    },
  },
  {
    connector: "ebay",
    connect: { CONNECT_EBAY_CLIENT_ID: "1", CONNECT_EBAY_CLIENT_SECRET: "s", CONNECT_EBAY_RU_NAME: "r" },
    hosts: ["CONNECT_EBAY_MONEY_URL"],
    answers: {
      refused: [ebay(401, 1_001), ebay(401, 1_002)],
      busy: [ebay(429, 2_001)],
      unavailable: [said({}, 500)],
      unexpected: [ebay(403, 215_001), ebay(403, 215_122)],
    },
  },
  {
    connector: "stripe",
    connect: { CONNECT_STRIPE_CLIENT_ID: "ca", CONNECT_STRIPE_SECRET_KEY: "sk" },
    hosts: ["CONNECT_STRIPE_API_URL"],
    answers: {
      refused: [said({ error: { code: "account_invalid", type: "invalid_request_error" } }, 403)],
      busy: [said({ error: { code: "rate_limit" } }, 429)],
      unexpected: [said({ error: { message: "Invalid API Key provided" } }, 401)],
    },
  },
];

const EACH = CASES.flatMap(({ answers, ...of }) =>
  Object.entries(answers).flatMap(([trouble, list]) => list.map((answer) => ({ ...of, trouble, answer }))),
);

describe.each(CASES.map(({ connector }) => connector))("%s", (named) => {
  test.each(EACH.filter(({ connector }) => connector === named))(
    "$answer.status $answer.body means $trouble",
    async ({ connector, connect, hosts, trouble, answer }) => {
      const { url, asked } = await startPlatform(() => answer);
      const waits: number[] = [];
      const markets = connected({ ...connect, ...Object.fromEntries(hosts.map((host) => [host, url])) }, { waits });
      await expect(markets.calls(connector).verify(GRANT)).rejects.toMatchObject({ trouble });
      // Whoever is busy is asked again after a while, as is who failed where asking twice does no harm.
      const isAskedAgain = trouble === "busy" || (trouble === "unavailable" && asked[0]!.method === "GET");
      expect(waits).toEqual(isAskedAgain ? [500, 1_000, 2_000] : []);
    },
  );
});

test("Amazon says how many calls a second it allows, which is how long to wait", async () => {
  const { url, asked } = await startPlatform(() => ({
    status: 429,
    headers: { "x-amzn-ratelimit-limit": "0.0167" },
    body: { errors: [{ code: "QuotaExceeded", message: "You exceeded your quota for the requested resource." }] },
  }));
  const connect = {
    CONNECT_AMAZON_APPLICATION_ID: "a",
    CONNECT_AMAZON_CLIENT_ID: "c",
    CONNECT_AMAZON_CLIENT_SECRET: "s",
    CONNECT_AMAZON_EU_URL: url,
  };
  const { verify } = connected(connect).consent("amazon");
  const inEurope = { ...GRANT, extra: { region: "eu" } };
  await expect(verify(inEurope)).rejects.toMatchObject({ trouble: "busy", retryAfterSeconds: 60 });
  expect(asked).toHaveLength(1);
});
