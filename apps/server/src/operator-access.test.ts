import {
  ALL_ENDPOINTS,
  decidesOnMoney,
  fullPath,
  OPERATOR_ROLES,
  REFUSALS,
  type Endpoint,
  type Endpoints,
  type OperatorRole,
} from "@coralhub/contract";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

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
const RESTING = String(REFUSALS["operator.resting"].code);

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

describe("fault 9: an operator who has not finished set-up reaches the own account and nothing else", () => {
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

/** What changes something and is no decision on money: asking, keeping a queue, stopping something, or other things than money. */
const NOT_ON_MONEY = new Set([
  ...["recoveries", "seeDoorAlarm"].map((name) => `identity.${name}`),
  ...["takeCase", "releaseCase", "assignCase", "judgeFields", "askMerchant", "freezeMerchant"].map(
    (name) => `certification.${name}`,
  ),
  ...["declineStore", "declineAccountClaim"].map((name) => `stores.${name}`),
  ...["freezeReceivingAccount", "closeReceivingAccount"].map((name) => `accounts.${name}`),
  ...["askIncomeEvidence", "declineOffline"].map((name) => `income.${name}`),
  ...["askPayout", "seeContradiction", "uploadEvidence"].map((name) => `payouts.${name}`),
  "beneficiaries.listBank",
  "deposits.askPartner",
  "lending.askLender",
  "batches.batchCaseRows",
  "orderDesk.checkWaybill",
  "campaignDesk.sendPrize",
  "campaignDesk.uploadCampaignPicture",
  "campaignDesk.decideCampaignApplication",
  ...["previewNotice", "writeNotice", "withdrawNotice"].map((name) => `home.${name}`),
  ...["exportLedgerAccounts", "exportLedgerEntries", "exportTrialBalance"].map((name) => `ledger.${name}`),
  ...["suspendApp", "setAppLimit"].map((name) => `developer.${name}`),
  // Changing operators has rules of its own: two admins, and never those who made each other.
  ...["proposeOperatorChange", "decideOperatorChange", "disableOperator"].map((name) => `operations.${name}`),
  ...["changeFlag", "exportAudit", "verifyAudit", "retryDelivery"].map((name) => `operations.${name}`),
]);

describe("fault 8: an account that was just appointed, reset or changed decides nothing about money", () => {
  test("every call that decides on money refuses it for a day, and no other does", { timeout: 60_000 }, async () => {
    await server.database.query("update operator set password_initial = false");
    // Signed in anew: the walks above end sessions.
    const fresh = await startTestServer({ database: server.database });
    onTestFinished(() => fresh.close());
    const token = await fresh.operatorToken("admin");
    await server.database.query(
      `insert into operator_change (id, kind, operator_id, email, name, reason, state, proposed_by, proposed_at, decided_by, decided_at)
       select gen_random_uuid(), 'resetTotp', id, email, name, '测试', 'confirmed', null, $1, null, $1 from operator`,
      [server.clock.now()],
    );
    const wrong: string[] = [];
    for (const { name, endpoint } of inOrder) {
      const code = await codeOf(endpoint, token);
      if ((code === RESTING) !== decidesOnMoney(endpoint)) wrong.push(`${name} answered ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  test("every call that changes something says whether it decides on money", () => {
    const unsaid = OPERATOR_CALLS.filter(
      ({ name, endpoint }) =>
        endpoint.method !== "GET" &&
        !isSelf(endpoint) &&
        !endpoint.path.endsWith("/list") &&
        !fullPath(endpoint).includes("/sandbox/") &&
        !decidesOnMoney(endpoint) &&
        !NOT_ON_MONEY.has(name),
    );
    expect(unsaid.map(({ name }) => name)).toEqual([]);
  });
});

test("only the own account is open before set-up, and it holds no one else's data", () => {
  const open = OPERATOR_CALLS.filter(({ endpoint }) => isSelf(endpoint)).map(({ name }) => name);
  expect(open.every((name) => name.startsWith("operations."))).toBe(true);
  expect(open).toContain("operations.changePassword");
});
