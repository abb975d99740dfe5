import {
  ALL_ENDPOINTS,
  fullPath,
  OPERATOR_ROLES,
  type Endpoint,
  type Endpoints,
  type OperatorRole,
} from "@coralhub/contract";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Every call of the operators' side, with an operator who has not finished set-up and with each role. */
const OPERATOR_CALLS = Object.entries<Endpoints>(ALL_ENDPOINTS).flatMap(([module, endpoints]) =>
  Object.entries(endpoints)
    .filter(([, { access }]) => access.startsWith("operator"))
    .map(([name, endpoint]) => ({ name: `${module}.${name}`, endpoint })),
);
const ROLES = Object.keys(OPERATOR_ROLES) as OperatorRole[];
const isSelf = ({ access }: Endpoint) => access === "operator:self";
const mayCall = ({ access }: Endpoint, role: OperatorRole) =>
  access === "operator" || isSelf({ access } as Endpoint) || role === "admin" || access === `operator:${role}`;

const EXPIRED = "600";
const DENIED = "403";
const SETUP_FIRST = "11005";

let server: TestServer;
const unfinished: Partial<Record<OperatorRole, string>> = {};
beforeAll(async () => {
  server = await startTestServer();
  for (const role of ROLES) {
    unfinished[role] = await server.operatorToken(role);
    await server.database.query("update operator set password_initial = true where $1 = any(roles)", [role]);
  }
});
afterAll(() => server.close());

let sent = 0;
async function codeOf(endpoint: Endpoint, token: string): Promise<string> {
  sent++;
  const hasBody = endpoint.method === "POST" || endpoint.method === "PUT";
  const url = server.url + fullPath(endpoint).replaceAll(/\{\w+\}/g, "0193a000-0000-7000-8000-000000000001");
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      "x-forwarded-for": `10.11.${sent >> 8}.${sent & 255}`,
      "idempotency-key": `operator-access-${sent}`,
      ...(hasBody && { "content-type": "application/json" }),
    },
    ...(hasBody && { body: "{}" }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.headers.get("content-type")?.startsWith("application/json")) {
    await response.body?.cancel();
    return String(response.status);
  }
  return String(((await response.json()) as { code: number | string }).code);
}
/** Signing out comes last: it would take the token from every call after it. */
const inOrder = [...OPERATOR_CALLS].sort(
  (a, b) => Number(a.name.endsWith(".signOut")) - Number(b.name.endsWith(".signOut")),
);

describe("an operator who has not finished set-up reaches the own account and nothing else", () => {
  test.each(ROLES)("with the role %s", { timeout: 60_000 }, async (role) => {
    const wrong: string[] = [];
    for (const { name, endpoint } of inOrder) {
      const code = await codeOf(endpoint, unfinished[role]!);
      const right = isSelf(endpoint) ? ![EXPIRED, DENIED, SETUP_FIRST].includes(code) : code === SETUP_FIRST;
      if (!right) wrong.push(`${name} answered ${code}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("a role opens its own calls and those of everyone", () => {
  test.each(ROLES)("%s", { timeout: 60_000 }, async (role) => {
    const fresh = await startTestServer({ database: server.database });
    await server.database.query("update operator set password_initial = false where $1 = any(roles)", [role]);
    const token = await fresh.operatorToken(role);
    const wrong: string[] = [];
    for (const { name, endpoint } of inOrder) {
      const code = await codeOf(endpoint, token);
      const right = mayCall(endpoint, role) ? ![EXPIRED, DENIED, SETUP_FIRST].includes(code) : code === DENIED;
      if (!right) wrong.push(`${name} answered ${code}`);
    }
    await fresh.close();
    expect(wrong).toEqual([]);
  });
});

test("only the own account is open before set-up, and it holds no one else's data", () => {
  const open = OPERATOR_CALLS.filter(({ endpoint }) => isSelf(endpoint)).map(({ name }) => name);
  expect(open.every((name) => name.startsWith("operations."))).toBe(true);
  expect(open).toContain("operations.changePassword");
});
