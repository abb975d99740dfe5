import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

/** What the sandbox caught instead of sending it. */
const caughtMail = z.object({
  id: z.string(),
  channel: z.enum(["sms", "email"]),
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  code: z.string().nullable(),
  sentAt: wireTime,
});

/** The sandbox's windows on captchas and on what was sent; absent in production. */
export const sandboxNotificationEndpoints = {
  captchaAnswer: endpoint({
    method: "GET",
    path: "/captcha/{id}",
    title: "验证的答案（测试用）",
    family: "sandbox",
    access: "operator",
    input: z.object({ id: z.uuid() }),
    output: z.object({ kind: z.enum(["slider", "normal"]), x: z.number().nullable(), answer: z.string().nullable() }),
  }),
  mailbox: endpoint({
    method: "GET",
    path: "/mailbox",
    title: "沙箱信箱：发出的短信和邮件，新的在前",
    family: "sandbox",
    access: "operator",
    input: z.object({
      to: z.string().trim().max(120).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.array(caughtMail),
  }),
};
