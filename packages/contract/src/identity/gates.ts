import { FLAGS } from "@coralhub/domain";
import { z } from "zod";
import { endpoint, nothing } from "../endpoint.ts";

const flagName = z.enum(Object.keys(FLAGS) as [keyof typeof FLAGS]);
/** The payload names a user as in the specification; the answer is always about the caller. */
const ofUser = z.object({ userId: z.string().max(64).optional() });

/** One flag service, four faces: gray release, whitelist, test account, functional permission. */
export const gateEndpoints = {
  inMultiCurrencyGray: endpoint({
    method: "POST",
    path: "/guest/outside/gray/multiCurrency",
    title: "多币种钱包是否对我开放",
    family: "gateway",
    access: "merchant",
    input: ofUser,
    output: z.object({ inGray: z.boolean() }),
  }),
  userGray: endpoint({
    method: "POST",
    path: "/guest/outside/kyc/userGray",
    title: "个人理财是否对我开放",
    family: "gateway",
    access: "merchant",
    input: nothing,
    output: z.object({ enable: z.boolean() }),
  }),
  whitelist: endpoint({
    method: "POST",
    path: "/guest/outside/whitelist/check",
    title: "我是否在某功能的白名单",
    family: "gateway",
    access: "merchant",
    input: z.object({ functionCode: flagName }),
    output: z.object({ inWhitelist: z.boolean() }),
  }),
  testAccount: endpoint({
    method: "POST",
    path: "/guest/outside/testAccount/check",
    title: "我是否为测试账户",
    family: "gateway",
    access: "merchant",
    input: ofUser,
    output: z.object({ testAccount: z.boolean() }),
  }),
  permissionShow: endpoint({
    method: "POST",
    path: "/functional/permission/show",
    title: "我能看到哪些功能",
    family: "portal",
    access: "merchant",
    input: z.object({ functionCode: flagName.optional() }),
    output: z.object({ show: z.boolean(), functions: z.array(flagName) }),
  }),
};
