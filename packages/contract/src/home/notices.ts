import { NOTICE_AUDIENCE_NAMES, NOTICE_STATE_NAMES, readAddress } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, nothing } from "../endpoint.ts";
import { wireAddress } from "../wire-address.ts";
import { givenTime, wireTime } from "../wire-time.ts";

const adminCall = { family: "ops", access: "operator:admin" } as const;

export const noticeRow = z.object({
  id: z.uuid(),
  title: z.string(),
  body: z.string(),
  path: wireAddress.nullable(),
  audience: z.enum(NOTICE_AUDIENCE_NAMES),
  listed: z.number().int(),
  publishedAt: wireTime,
  state: z.enum(NOTICE_STATE_NAMES),
  /** Everybody it is for has been told. */
  isTold: z.boolean(),
  madeByName: z.string().nullable(),
});
export type NoticeRow = z.output<typeof noticeRow>;

/** What is written: the list of mobiles only where it is for a list. */
const noticeWords = z.object({
  title: z.string().trim().min(2, "请写标题").max(60, "标题最多 60 个字"),
  body: z.string().trim().min(2, "请写内容").max(500, "内容最多 500 个字"),
  path: wireAddress
    .nullable()
    .refine((path) => path === null || readAddress(path) !== null, "没有这个页面，请从门户复制地址")
    .default(null),
  audience: z.enum(NOTICE_AUDIENCE_NAMES).default("all"),
  mobiles: z.array(z.string().trim().max(20)).max(5000, "名单最多 5000 个手机号").default([]),
  /** Null: now. */
  publishAt: givenTime.nullable().default(null),
});

export const noticeEndpoints = {
  noticeDesk: endpoint({
    ...adminCall,
    method: "GET",
    path: "/notices",
    title: "公告：已写的和已发布的",
    input: nothing,
    output: z.array(noticeRow),
  }),
  previewNotice: endpoint({
    ...adminCall,
    method: "POST",
    path: "/notices/preview",
    title: "公告：发布前看看会通知多少商户",
    input: noticeWords.pick({ audience: true, mobiles: true }),
    output: z.object({ reach: z.number().int(), unknown: z.array(z.string()) }),
  }),
  writeNotice: endpoint({
    ...adminCall,
    method: "POST",
    path: "/notices/write",
    title: "写公告，或修改还没发布的公告",
    idempotent: true,
    input: noticeWords.extend({ id: z.uuid().nullable().default(null) }),
    output: z.object({ id: z.uuid() }),
  }),
  withdrawNotice: endpoint({
    ...adminCall,
    method: "POST",
    path: "/notices/{id}/withdraw",
    title: "撤回公告",
    idempotent: true,
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
};
