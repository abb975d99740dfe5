import { BUSINESS_ITEMS, COUNTRIES, RISK_LEVELS, type CountryCode, type RiskLevel } from "@coralhub/domain";
import { z } from "zod";
import { endpoint, nothing } from "../endpoint.ts";

const asking = { method: "GET", family: "portal", access: "merchant" } as const;
const region = z.object({ code: z.string(), name: z.string() });
const category = z.object({ code: z.number().int(), name: z.string() });
const item = z.object({ itemCode: z.number().int().nullable(), itemName: z.string().nullable() });
export const itemCode = z.coerce.number().pipe(
  z.literal(
    BUSINESS_ITEMS.map(({ code }) => code),
    "没有这个经营类目，请重新选择",
  ),
);

/** Facts the forms choose from. A region's code begins with its parent's: 2 digits province, 4 city, 6 or 9 area. */
export const referenceEndpoints = {
  regions: endpoint({
    ...asking,
    path: "/user/getRegionList",
    title: "省、市、区县",
    input: nothing,
    output: z.object({ provinceList: z.array(region), cityList: z.array(region), areaList: z.array(region) }),
  }),
  riskCountries: endpoint({
    ...asking,
    path: "/user/getRiskCountry",
    title: "风险国家和地区",
    input: nothing,
    output: z.array(
      z.object({
        code: z.enum(Object.keys(COUNTRIES) as [CountryCode, ...CountryCode[]]),
        name: z.string(),
        level: z.enum(Object.keys(RISK_LEVELS) as [RiskLevel, ...RiskLevel[]]),
      }),
    ),
  }),
  businessItem: endpoint({
    ...asking,
    path: "/user/query/item",
    title: "经营类目和可选类目",
    input: nothing,
    output: item.extend({
      goods: z.array(category),
      services: z.array(category),
      apps: z.array(category),
      extendedApps: z.array(category),
    }),
  }),
  nameBusinessItem: endpoint({
    ...asking,
    path: "/user/supplement/item",
    title: "补充经营类目",
    /** `itemName` is the merchant's own word where the category is 其他; otherwise the category's. */
    input: z.object({ itemCode, itemName: z.string().trim().max(40, "最多 40 个字").default("") }),
    output: item,
  }),
  mainBusinessTypes: endpoint({
    ...asking,
    path: "/big/customer/getMainBizType",
    title: "主营业务类型",
    input: nothing,
    output: z.array(category),
  }),
};
