import { certificationEndpoints } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

let server: TestServer;
let merchant: TestMerchant;
beforeAll(async () => {
  server = await startTestServer();
  merchant = await server.registerMerchant();
});
afterAll(() => server.close());

test("every city belongs to a province and every area to a city", async () => {
  const regions = await server.call(certificationEndpoints.regions, {}, merchant);
  const codes = (list: { code: string }[]) => new Set(list.map(({ code }) => code));
  const [provinces, cities] = [codes(regions.provinceList), codes(regions.cityList)];
  expect(provinces.size).toBe(34);
  expect(regions.cityList.filter(({ code }) => !provinces.has(code.slice(0, 2)))).toEqual([]);
  expect(regions.areaList.filter(({ code }) => !cities.has(code.slice(0, 4)))).toEqual([]);
  expect(regions.areaList.length).toBeGreaterThan(3_000);
  expect(regions.areaList).toContainEqual({ code: "440305", name: "南山区" });
});

test("the business item is asked for, kept, and in the merchant's own words only for 其他", async () => {
  const before = await server.call(certificationEndpoints.businessItem, {}, merchant);
  expect(before).toMatchObject({ itemCode: null, itemName: null });
  expect([before.goods.length, before.services.length, before.apps.length, before.extendedApps.length]).toEqual([
    36, 10, 23, 27,
  ]);
  const name = (input: { itemCode: number; itemName?: string }) =>
    server.call(certificationEndpoints.nameBusinessItem, input, merchant);
  await expect(name({ itemCode: 136 })).rejects.toHaveProperty("fields.itemName");
  await expect(name({ itemCode: 999 })).rejects.toHaveProperty("fields.itemCode");
  await name({ itemCode: 136, itemName: "手作香薰" });
  expect(await server.call(certificationEndpoints.businessItem, {}, merchant)).toMatchObject({
    itemCode: 136,
    itemName: "手作香薰",
  });
});

test("risk countries and business types are served", async () => {
  const risks = await server.call(certificationEndpoints.riskCountries, {}, merchant);
  expect(risks).toContainEqual({ code: "KP", name: "朝鲜", level: "prohibited" });
  const types = await server.call(certificationEndpoints.mainBusinessTypes, {}, merchant);
  expect(types[0]).toEqual({ code: 1, name: "跨境电商卖家" });
});
