import { expect, test } from "vitest";
import type { Log } from "../../../platform/log.ts";
import { asking } from "./platform-trouble.ts";

const silent = { warn: () => undefined } as unknown as Log;
const failing = (trouble: string) => () =>
  Promise.reject(Object.assign(new Error("no public address"), { name: "MarketplaceError", trouble }));

test("an address that cannot be opened marks the field it was typed into; other trouble marks none", async () => {
  await expect(asking(silent, "threeCart", failing("address"))).rejects.toMatchObject({
    reason: "connection.address_refused",
    fields: { url: "这个地址打不开，请填写平台给您的公开网址" },
  });
  await expect(asking(silent, "threeCart", failing("busy"))).rejects.toMatchObject({
    reason: "connection.unreachable",
    fields: undefined,
  });
});
