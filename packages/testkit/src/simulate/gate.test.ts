import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

/** Somebody whose work ends when it is told to. */
function worker(told: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async () => {
    told.push(`${name} begins`);
    await promise;
    told.push(`${name} ends`);
    return name;
  };
  return { work, end: resolve };
}
const aWhile = () => new Promise((done) => setImmediate(done));

test("whoever works alone waits for those under way, and the others wait for the end of it", async () => {
  const gate = createGate();
  const told: string[] = [];
  const [one, other, alone, later] = ["one", "other", "alone", "later"].map((name) => worker(told, name));
  const ended = [gate.beside(one!.work), gate.beside(other!.work)];
  await aWhile();
  ended.push(gate.alone(alone!.work), gate.beside(later!.work));
  other!.end();
  await aWhile();
  expect(told).toEqual(["one begins", "other begins", "other ends"]);
  one!.end();
  await aWhile();
  expect(told.slice(3)).toEqual(["one ends", "alone begins"]);
  alone!.end();
  later!.end();
  expect(await Promise.all(ended)).toEqual(["one", "other", "alone", "later"]);
  expect(told.slice(5)).toEqual(["alone ends", "later begins", "later ends"]);
});

test("a failure is its own, and keeps nobody waiting", async () => {
  const gate = createGate();
  const fail = () => Promise.reject(new Error("no"));
  const failed = [gate.beside(fail), gate.alone(fail)];
  const reasons = (await Promise.allSettled(failed)).map((one) =>
    one.status === "rejected" ? String(one.reason) : "",
  );
  expect(reasons).toEqual(["Error: no", "Error: no"]);
  expect(await gate.beside(async () => "goes on")).toBe("goes on");
  expect(await gate.alone(async () => "goes on")).toBe("goes on");
});
