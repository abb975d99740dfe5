import { expect, test } from "vitest";
import { systemRandom } from "./random.ts";
import { createSecrets } from "./secrets.ts";

const secrets = createSecrets(["first key"], systemRandom);

test("what was sealed opens again, text and bytes", () => {
  expect(secrets.openText(secrets.seal("440301199001011234", "person:1"), "person:1")).toBe("440301199001011234");
  const bytes = Buffer.from([0, 255, 1, 254]);
  expect(secrets.open(secrets.seal(bytes, "x"), "x")).toEqual(bytes);
  expect(secrets.openText(secrets.seal("", "x"), "x")).toBe("");
});

test("it opens only where it belongs, and only unchanged", () => {
  const sealed = secrets.seal("secret", "row:1");
  expect(() => secrets.open(sealed, "row:2")).toThrow(/unable to authenticate/);
  for (const position of [0, 1, 20, 60, sealed.length - 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[position]! ^= 1;
    expect(() => secrets.open(changed, "row:1")).toThrow(/unable to authenticate|unknown key|not a sealed value/);
  }
  for (const length of [0, 10, sealed.length - 1])
    expect(() => secrets.open(sealed.subarray(0, length), "row:1")).toThrow(
      /unable to authenticate|not a sealed value/,
    );
});

test("the same text is sealed differently each time, and nothing of it shows", () => {
  const [one, two] = [secrets.seal("plain text", "x"), secrets.seal("plain text", "x")];
  expect(Buffer.from(one).equals(two)).toBe(false);
  expect(Buffer.from(one).toString("latin1")).not.toContain("plain");
});

test("after a rotation old values open, new ones need the new key, and look-ups still find", () => {
  const old = secrets.seal("before", "x");
  const rotated = createSecrets(["second key", "first key"], systemRandom);
  expect(rotated.openText(old, "x")).toBe("before");
  expect(() => secrets.open(rotated.seal("after", "x"), "x")).toThrow(/unknown key/);
  expect(rotated.blindIndex("13800000001", "mobile")).toEqual(secrets.blindIndex("13800000001", "mobile"));
});

test("blind indexes differ by purpose and by key", () => {
  const index = secrets.blindIndex("13800000001", "mobile");
  expect(index).toHaveLength(32);
  expect(secrets.blindIndex("13800000001", "email")).not.toEqual(index);
  expect(createSecrets(["other key"], systemRandom).blindIndex("13800000001", "mobile")).not.toEqual(index);
});

test("resealed, a value needs the new key only and still opens nowhere but where it belongs", () => {
  const old = secrets.seal("before", "row:1");
  const both = createSecrets(["second key", "first key"], systemRandom);
  const fresh = both.reseal(old)!;
  const alone = createSecrets(["second key"], systemRandom);
  expect(alone.openText(fresh, "row:1")).toBe("before");
  expect(() => alone.open(fresh, "row:2")).toThrow(/unable to authenticate/);
  expect(both.reseal(fresh)).toBeUndefined();
  expect(both.reseal(systemRandom.bytes(32))).toBeUndefined();
  expect(alone.reseal(old)).toBeUndefined();
});
