import { test } from "./test.ts";
import { keepWindow } from "./page-health.ts";
import { fullPages, lookAt, RICH } from "./portal-page-list.ts";
import { demoMerchant, enterPortal } from "./portal-steps.ts";

test.describe("for a merchant with shops and money", () => {
  const window = keepWindow(async (context, baseURL) => enterPortal(context, await demoMerchant(baseURL, RICH)));
  lookAt(window, fullPages, "application");
});
