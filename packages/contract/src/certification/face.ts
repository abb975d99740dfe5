import { z } from "zod";
import { endpoint, nothing, uploadedFile } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

const merchantCall = { method: "GET", family: "portal", access: "merchant" } as const;
const phoneCall = {
  family: "portal",
  access: "public",
  rateLimit: { per: "address", limit: 60, windowSeconds: 60 },
} as const;
const key = z.string().min(20, "二维码不完整，请重新扫描").max(100);
/** What the phone shows. After `passed` and `failed` nothing more can be sent. */
const phoneView = z.object({
  state: z.enum(["waiting", "opened", "passed", "failed"]),
  reason: z.string(),
  attemptsLeft: z.number().int(),
  expiresAt: wireTime,
});

/** Face check: the portal shows a QR code, the phone takes the picture, the portal polls. */
export const faceEndpoints = {
  faceKey: endpoint({
    ...merchantCall,
    path: "/user/getQrCodeKey",
    title: "人脸核验：获取二维码",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 600 },
    input: nothing,
    /** `url` is what the QR code says; `faceAuthId` goes into the form. */
    output: z.object({ faceAuthId: z.string(), key: z.string(), url: z.string(), expiresAt: wireTime }),
  }),
  faceResult: endpoint({
    ...merchantCall,
    path: "/user/queryIsFacePass",
    title: "人脸核验：查询结果",
    input: z.object({ faceAuthId: z.uuid() }),
    output: z.object({
      faceAuthId: z.string(),
      state: z.enum(["waiting", "opened", "passed", "failed", "expired"]),
      isFace: z.boolean(),
      reason: z.string(),
      expiresAt: wireTime,
    }),
  }),
  openFacePage: endpoint({
    ...phoneCall,
    method: "POST",
    path: "/user/face/open",
    title: "人脸核验：手机打开页面",
    input: z.object({ key }),
    output: phoneView,
  }),
  takeFacePicture: endpoint({
    ...phoneCall,
    method: "POST",
    path: "/user/face/picture",
    title: "人脸核验：手机提交照片",
    body: "multipart",
    input: z.object({ key, file: uploadedFile() }),
    output: phoneView,
  }),
};
