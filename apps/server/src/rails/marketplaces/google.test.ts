import { expect, test } from "vitest";
import { ANSWER, connected, pagesOf, PERIOD, REFUSED, startPlatform } from "./platform-fixture.ts";

test("Google: who agreed is known to all, what was paid to AdSense alone; unpaid and foreign days are left out", async () => {
  let hasAdsense = true;
  const { url, asked } = await startPlatform(({ path, headers }) => {
    if (path === "/token") return { body: { access_token: "ya29", refresh_token: "1//r", expires_in: 3_599 } };
    if (headers.authorization !== "Bearer ya29") return REFUSED;
    if (path === "/v1/userinfo") return { body: { sub: "1098765" } };
    if (!hasAdsense) return { status: 403, body: { error: { code: 403, status: "PERMISSION_DENIED" } } };
    if (path === "/v2/accounts") return { body: { accounts: [{ name: "accounts/pub-1" }] } };
    const day = (month: number, number: number) => ({ year: 2026, month, day: number });
    return {
      body: {
        payments: [
          { name: "accounts/pub-1/payments/unpaid", amount: "US$9.00" },
          { name: "accounts/pub-1/payments/2026-11-10", date: day(11, 10), amount: "US$1,234.56" },
          { name: "accounts/pub-1/payments/2026-10-10", date: day(10, 10), amount: "US$7.00" },
        ],
      },
    };
  });
  const market = connected({
    CONNECT_GOOGLE_CLIENT_ID: "c",
    CONNECT_GOOGLE_CLIENT_SECRET: "s",
    CONNECT_GOOGLE_TOKEN_URL: url,
    CONNECT_GOOGLE_IDENTITY_URL: url,
    CONNECT_GOOGLE_ADSENSE_URL: url,
  }).consent("google");
  const grant = await market.exchange(ANSWER);
  expect(grant).toMatchObject({ account: "1098765", extra: { adsense: "accounts/pub-1" } });
  expect((await pagesOf(market.listPayouts!(grant, PERIOD))).flat()).toMatchObject([
    { reference: "accounts/pub-1/payments/2026-11-10", currency: "USD", amount: "1234.56" },
  ]);

  hasAdsense = false;
  const developer = await market.exchange(ANSWER);
  expect(developer.extra).toBeUndefined();
  await market.verify(developer);
  asked.length = 0;
  expect(await pagesOf(market.listPayouts!(developer, PERIOD))).toEqual([]);
  expect(asked).toEqual([]);
});
