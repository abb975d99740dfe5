import { homeEndpoints } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fewestStatements } from "../../platform/statements-fixture.ts";
import { certified, startDesk, type Desk } from "../income/income-fixture.ts";

/** What the home page costs the database for a merchant without much. May only fall: it was 24, then 19. */
const STATEMENTS = 12;

let server: Desk;
let merchant: TestMerchant;
beforeAll(async () => {
  server = await startDesk();
  merchant = await certified(server);
});
afterAll(() => server.close());

test("the home page takes few statements", async () => {
  const home = () => server.call(homeEndpoints.home, {}, { token: merchant.token });
  const least = await fewestStatements(STATEMENTS, home);
  expect(least.length, least.join("\n")).toBeLessThanOrEqual(STATEMENTS);
});
