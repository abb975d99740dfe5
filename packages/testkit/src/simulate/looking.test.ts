import { homeEndpoints, messageEndpoints } from "@coralhub/contract";
import { expect, test } from "vitest";
import { lookingOnce } from "./looking.ts";
import type { Merchant } from "./simulation.ts";

test("whoever looks opens each page once; another page, another question and a change are calls of their own", async () => {
  const made: string[] = [];
  const called = (endpoint: { path: string }, input: object) => {
    made.push(`${endpoint.path} ${JSON.stringify(input)}`);
    return Promise.resolve(made.length as never);
  };
  const me = lookingOnce({ call: called, attempt: called } as unknown as Merchant);
  const looks = [
    await me.call(homeEndpoints.home, {}),
    await me.call(homeEndpoints.home, {}),
    await me.call(messageEndpoints.messages, {}),
    await me.call(messageEndpoints.messages, { pageSize: 20 }),
    await me.call(messageEndpoints.changeMessageStatus, { mark: "all", status: 1 }),
    await me.call(messageEndpoints.changeMessageStatus, { mark: "all", status: 1 }),
  ];
  expect(looks).toEqual([1, 1, 2, 3, 4, 5]);
});
