import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { variables, type ConnectorPlan } from "./connector-plan.ts";

type Plan = ConnectorPlan<string, string, unknown, string>;
const here = new URL("connectors/", import.meta.url);
const isPlan = (made: unknown): made is Plan => typeof made === "object" && made !== null && "settings" in made;

test("the page about running it names every variable of every platform, and none that does nothing", async () => {
  const modules = await Promise.all(
    readdirSync(here).map((file) => import(new URL(file, here).href) as Promise<Record<string, unknown>>),
  );
  const plans = modules
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, made]) => (isPlan(made) ? [{ name, made }] : []));
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
