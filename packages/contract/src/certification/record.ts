import { certificationLifecycle, wiresOf } from "@coralhub/domain";
import { z } from "zod";
import { endpoint, nothing } from "../endpoint.ts";

/** The auth record of the specification. `userId` is the open-API user id: it exists once certification has passed. */
const authRecord = z.object({ status: z.literal(wiresOf(certificationLifecycle)), userId: z.string().nullable() });
const view = { method: "GET", family: "portal", access: "merchant", input: nothing, output: authRecord } as const;

/** By themselves, because every page of the portal asks for them and none of them needs the forms for it. */
export const authRecordEndpoints = {
  certificationView: endpoint({ ...view, path: "/user/new/authInfo", title: "实名认证状态" }),
  authInfo: endpoint({
    ...view,
    path: "/user/auth/info",
    title: "实名认证状态（旧路径）",
    alias: "/user/new/authInfo",
  }),
};
