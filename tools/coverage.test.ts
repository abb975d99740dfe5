import { done, endpoint, nothing } from "@coralhub/contract";
import { expect, test } from "vitest";
import { describeCoverage, floorProblems, measure, pathCovers, routeCovers } from "./coverage.ts";
import { callsNamed, pagesOfCalls } from "./used-calls.ts";

test.each([
  ["/home", "/home", true],
  ["/register/", "/register", true],
  ["/calendar/info/{a}/{b}", "/calendar/info/{year}/{month}", true],
  ["/calendar/info/{a}", "/calendar/info/now", false],
  ["/user/in", "/user/{id}", false],
  ["/vcc/card/*", "/vcc/card/pageList", true],
  ["/vcc/card/*", "/vcc/card/detail/{id}", true],
  ["/vcc/card/*", "/vcc/card", false],
  ["/account/charge*", "/account/chargeRecords", true],
  ["calls of several platforms", "/orders", false],
])("the specification's %s by our %s: %s", (specified, ours, covered) =>
  expect(pathCovers(specified, ours)).toBe(covered),
);

test("one page answers for every platform", () => {
  expect(routeCovers("/bind/request", "/bind/$platform")).toBe(true);
  expect(routeCovers("/bind/request/done", "/bind/$platform")).toBe(false);
});

const look = {
  call: "rooms.look",
  ...endpoint({
    method: "GET",
    path: "/x",
    title: "看",
    family: "portal",
    access: "public",
    input: nothing,
    output: done,
  }),
};
const calls = [
  { method: "GET", path: "/x", host: "api" },
  { method: "POST", path: "/x", host: "api" },
  { method: "ANY", path: "/x", host: "api" },
  { method: "GET", path: "/x", host: "gateway" },
];

test("method and host must agree", () => {
  const coverage = measure(
    calls,
    [look, { ...look, family: "ops" }],
    [{ path: "/a" }, { path: "/b" }],
    [{ path: "/a" }],
    new Set(["rooms.look"]),
  );
  expect(describeCoverage(coverage)).toBe("endpoints 2/4, routes 1/2, used 2/2 (0 aliases, 0 for programs)");
  const alias = measure(calls, [{ ...look, alias: "/y" }], [], [], new Set());
  expect(describeCoverage(alias)).toBe("endpoints 2/4, routes 0/0, used 0/0 (2 aliases, 0 for programs)");
});

test("a named part of a wildcard does not answer for the whole", () => {
  const specified = [
    { method: "ANY", path: "/pay/*", host: "api" },
    { method: "ANY", path: "/pay/citic/*", host: "api" },
  ];
  const answered = (path: string) => measure(specified, [{ ...look, path }], [], [], new Set()).endpoints.done;
  expect([answered("/pay/citic/list"), answered("/pay/list"), answered("/paid")]).toEqual([1, 1, 0]);
});

test("a fall is a failure, and a rise must be recorded", () => {
  const coverage = {
    endpoints: { done: 5, of: 9 },
    routes: { done: 3, of: 9 },
    used: { done: 4, of: 5 },
    aliases: 0,
    forPrograms: 0,
  };
  const floor = { endpoints: 5, routes: 3, used: 4 };
  expect(floorProblems(coverage, floor)).toEqual([]);
  const problem = (change: object) => floorProblems(coverage, { ...floor, ...change });
  expect(problem({ endpoints: 6 })).toEqual([expect.stringContaining("fell from 6 to 5")]);
  expect(problem({ routes: 2 })).toEqual([expect.stringContaining("rose from 2 to 3")]);
  expect(problem({ used: 5 })).toEqual([expect.stringContaining("used fell from 5 to 4")]);
});

const page = (text: string) => ({ file: `/nowhere/${text.length}.ts`, text });
const FAMILIES = `import { payoutFamilies, identityEndpoints } from "@coralhub/contract";
`;

test("a call counts as used where a client of its own table makes it", () => {
  const text = `${FAMILIES}const QUIET = { seller: connect(payoutFamilies.seller), mybank: connect(payoutFamilies.mybank) };
export const quietly = (kind: Kind) => QUIET[kind];
const { userGray } = connect(identityEndpoints, { background: true });
const first = () => quietly(data!.kind).confirm({});
const second = () => rows.apply({});
const third = () => QUIET[kind].trial({});
`;
  const made = ["confirm", "trial"].flatMap((name) => [`mybankPayouts.${name}`, `sellerPayouts.${name}`]);
  expect([...pagesOfCalls([page(text)]).keys()].filter((call) => !call.startsWith("identity.")).toSorted()).toEqual(
    made.toSorted(),
  );
});

test("a table that is only named is no use of it by a page, but proof by a test", () => {
  const text = `${FAMILIES}const { citic } = payoutFamilies;
await desk.call(citic.confirm, {}, merchant);
`;
  expect([...callsNamed(page(text), "client")]).toEqual([]);
  expect([...callsNamed(page(text))]).toEqual(["citicPayouts.confirm"]);
});
