import { connectionEndpoints as calls, storeEndpoints } from "@coralhub/contract";
import { startTestServer } from "@coralhub/testkit";
import { expect, test } from "vitest";
import { createLog } from "../../../platform/log.ts";
import { bind, certifiedMerchant, type Desk } from "../stores-fixture.ts";
import { agreeFor } from "./consent-fixture.ts";

/** Everything the sandbox's platforms hand out begins so. */
const TOKENS = /sbx[ar]_/;

test("tokens, codes and states stand in no answer, no log line and no row", { timeout: 60_000 }, async () => {
  const lines: string[] = [];
  const secrets: string[] = [];
  const log = createLog({ level: "trace", destination: { write: (line) => void lines.push(line) } });
  const server = await startTestServer({ log });
  try {
    const desk = { server } as Desk;
    const merchant = await certifiedMerchant(desk);
    const { merchantsId: id } = await bind(desk, merchant, "EBAY");
    const journey = await agreeFor(desk, merchant, id);
    await server.call(calls.finishAuthorisation, journey, merchant);
    secrets.push(journey.code!, journey.state);
    const admin = { token: await server.operatorToken("admin") };
    const answers = [
      await server.call(calls.checkAuthorisation, { merchantsId: id }, merchant),
      await server.call(storeEndpoints.store, { id }, merchant),
      await server.call(calls.connections, {}, admin),
      await server.call(storeEndpoints.storeCase, { merchantId: merchant.userId, id }, admin),
    ];
    expect(JSON.stringify(answers)).not.toMatch(TOKENS);
    const tables = [
      "store_connection",
      "oauth_state",
      "store",
      "business_event",
      "outbox",
      "audit_entry",
      "sandbox_authorisation",
    ];
    for (const table of tables) {
      const rows = await server.database.query(`select t::text as row from ${table} t`);
      // Bytes are shown as hex: a token in the clear would be there as well.
      expect(JSON.stringify(rows), table).not.toMatch(/sbx[ar]_|736278[67][12]5f/);
    }
  } finally {
    await server.close();
  }
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.join("")).not.toMatch(TOKENS);
  expect(secrets).toHaveLength(2);
  for (const secret of secrets) expect(lines.join("")).not.toContain(secret);
});
