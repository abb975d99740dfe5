import { readdirSync, readFileSync } from "node:fs";
import { CONNECTORS, type Connector } from "@coralhub/domain";
import { expect, test } from "vitest";
import { variables, type ConnectorPlan } from "./connector-plan.ts";
import type { StoreCalls } from "./marketplace.ts";
import type { Transport } from "./transport.ts";

type Plan = ConnectorPlan<string, string, unknown, string>;
const here = new URL("connectors/", import.meta.url);
type Lists = Pick<StoreCalls, "listOrders" | "listPayouts">;
const isPlan = (made: unknown): made is Plan => typeof made === "object" && made !== null && "settings" in made;

async function allPlans(): Promise<{ name: string; made: Plan }[]> {
  const modules = await Promise.all(
    readdirSync(here).map((file) => import(new URL(file, here).href) as Promise<Record<string, unknown>>),
  );
  return modules
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, made]) => (isPlan(made) ? [{ name, made }] : []));
}

test("merchants are told of exactly the lists that are read from their platform", async () => {
  const transport = {} as Transport;
  for (const { name, made } of await allPlans()) {
    const own = Object.fromEntries(made.settings.map((setting) => [setting, "word"]));
    const { listOrders, listPayouts } = made.create(transport, own, made.hosts) as Lists;
    const read = [...(listOrders ? ["orders"] : []), ...(listPayouts ? ["payouts"] : [])];
    expect(CONNECTORS[name as Connector].reads, name).toEqual(read);
  }
});

test("the page about running it names every variable of every platform, and none that does nothing", async () => {
  const plans = await allPlans();
  expect(plans.length).toBeGreaterThanOrEqual(18);
  const known = plans.flatMap(({ name, made }) => variables(name, [...made.settings, ...(made.optional ?? [])]));
  const page = readFileSync(new URL("../../../../../docs/running.md", import.meta.url), "utf8");
  const named = [...page.matchAll(/`(CONNECT_[A-Z0-9_]+)`/g)].map(([, variable]) => variable!);
  expect([...new Set(named)].toSorted()).toEqual(known.toSorted());

  const rows = page.split("\n").filter((line) => line.includes("`CONNECT_") && line.startsWith("|"));
  for (const { name, made } of plans.filter((plan) => plan.made.settings.length > 0)) {
    const [first] = variables(name, made.settings);
    const places = rows.find((row) => row.includes(first!))?.split("|")[3] ?? "";
    const written = [...places.matchAll(/`([A-Z]+)`/g)].map(([, place]) => place);
    expect(written, name).toEqual(Object.keys(made.hosts).map((host) => host.toUpperCase()));
  }
});
