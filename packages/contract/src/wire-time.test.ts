import { expect, test } from "vitest";
import type { z } from "zod";
import { ALL_ENDPOINTS } from "./capabilities.ts";
import { dayOrTime } from "./list.ts";
import { givenTime, wireDay, wireMonth } from "./wire-time.ts";

test("days, months and moments no calendar reckons with are refused, wherever they are asked for", () => {
  for (const year of ["0000", "0001", "0999", "1899", "2200", "9999"]) {
    expect(wireDay.safeParse(`${year}-12-31`).success, year).toBe(false);
    expect(dayOrTime.safeParse(`${year}-12-31`).success, year).toBe(false);
    expect(dayOrTime.safeParse(`${year}-12-31 23:59:59`).success, year).toBe(false);
    expect(givenTime.safeParse(`${year}-12-31 23:59:59`).success, year).toBe(false);
    expect(wireMonth.safeParse(`${year}-12`).success, year).toBe(false);
  }
  expect(wireDay.parse("1900-01-01")).toBe("1900-01-01");
  expect(dayOrTime.parse("2199-12-31 23:59:59")).toBe("2199-12-31 23:59:59");
  expect(givenTime.parse("2026-11-15 09:30:00")).toEqual(new Date("2026-11-15T01:30:00Z"));
  expect(wireMonth.parse("2026-11")).toBe("2026-11");
});

type Sides = Record<"input" | "output", z.ZodType>;
/** Every schema a side is made of; a set, for they are shared. */
function partsOf(schema: z.core.$ZodType, found = new Set<z.core.$ZodType>()): Set<z.core.$ZodType> {
  if (found.has(schema)) return found;
  found.add(schema);
  const within = (one: unknown): unknown[] =>
    one !== null && typeof one === "object" ? Object.values(one as Record<string, unknown>) : [];
  const beside = within(schema._zod.def);
  for (const part of [...beside, ...beside.flatMap(within)]) {
    if (part !== null && typeof part === "object" && "_zod" in part) partsOf(part as z.core.$ZodType, found);
  }
  return found;
}

test("an answer tells whatever day and moment is kept, and nobody asks with one no calendar reckons with", () => {
  const endpoints = Object.entries(ALL_ENDPOINTS).flatMap(([capability, all]) =>
    Object.entries(all).map(([name, one]) => ({ name: `${capability}.${name}`, ...(one as Sides) })),
  );
  const seen = { input: 0, output: 0 };
  for (const { name, ...sides } of endpoints) {
    for (const side of ["input", "output"] as const) {
      for (const part of partsOf(sides[side]) as Set<z.ZodType>) {
        const { def } = part._zod as unknown as { def: { type: string; format?: string; out?: z.ZodType } };
        const isMoment = def.type === "pipe" && def.out?._zod.def.type === "date";
        if (!isMoment && def.format !== "date") continue;
        seen[side]++;
        const kept = isMoment ? "0999-12-31 23:59:59" : "0999-12-31";
        expect(part.safeParse(kept).success, `${name} ${side}`).toBe(side === "output");
      }
    }
  }
  expect(seen.output).toBeGreaterThan(50);
  expect(seen.input).toBeGreaterThan(5);
});
