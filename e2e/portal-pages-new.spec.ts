import { test } from "./test.ts";
import { keepWindow } from "./page-health.ts";
import { lookAt, newcomersPages } from "./portal-page-list.ts";
import { enterPortal, sandbox } from "./portal-steps.ts";

test.describe("for a merchant who is new", () => {
  const window = keepWindow(async (context, baseURL) =>
    enterPortal(context, await sandbox(baseURL).registerMerchant()),
  );
  lookAt(window, newcomersPages, "application");
});
