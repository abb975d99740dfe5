import { ALL_ENDPOINTS, fullPath, type Endpoint, type Endpoints } from "@coralhub/contract";
import { certificationLifecycle, MONEY_MAY_MOVE, stateNames } from "@coralhub/domain";
import { startTestServer } from "@coralhub/testkit";
import { expect, test } from "vitest";
import { plausibleInput } from "./http/bad-requests.ts";

const CERTIFIED_CALLS = Object.entries<Endpoints>(ALL_ENDPOINTS).flatMap(([module, endpoints]) =>
  Object.entries(endpoints)
    .filter(([, { access, flag }]) => access === "certified" && !flag)
    .map(([name, endpoint]) => ({ name: `${module}.${name}`, endpoint })),
);
const NOT_CERTIFIED = "10403";

test(
  "money moves in two standings only, on every call that needs them, whatever the page shows",
  { timeout: 120_000 },
  async () => {
    const server = await startTestServer();
    const merchant = await server.registerMerchant();
    let sent = 0;
    const answerOf = async (endpoint: Endpoint): Promise<string> => {
      const input = plausibleInput(endpoint);
      const path = fullPath(endpoint).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(input[name]));
      const takesBody = endpoint.method !== "GET" && endpoint.method !== "DELETE";
      const response = await fetch(server.url + path, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${merchant.token}`,
          "idempotency-key": `standing-${++sent}`,
          ...(takesBody && { "content-type": "application/json" }),
        },
        ...(takesBody && { body: JSON.stringify(input) }),
      });
      return String(((await response.json().catch(() => ({}))) as { code?: number | string }).code);
    };
    expect(CERTIFIED_CALLS.length).toBeGreaterThan(5);
    for (const state of stateNames(certificationLifecycle)) {
      await server.database.query(
        "update certification set state = $1, open_user_id = 'OUTEST01' where merchant_id = $2",
        [state, merchant.userId],
      );
      const refused: string[] = [];
      for (const { name, endpoint } of CERTIFIED_CALLS)
        if ((await answerOf(endpoint)) === NOT_CERTIFIED) refused.push(name);
      expect(refused, state).toEqual(MONEY_MAY_MOVE.includes(state) ? [] : CERTIFIED_CALLS.map(({ name }) => name));
    }
    await server.close();
  },
);
