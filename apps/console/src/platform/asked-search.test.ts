import { expect, test } from "vitest";
import { askedSearch } from "./asked-search.ts";

test("whoever asks for everything finds that in the address, and any other question stands for itself", () => {
  expect(askedSearch("")).toBe("all=1");
  expect(askedSearch("all=1")).toBe("all=1");
  expect(askedSearch("all=1&state=completed")).toBe("state=completed");
  expect(askedSearch("state=failed&page=2")).toBe("state=failed&page=2");
});
