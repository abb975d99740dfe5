import { z } from "zod";
import type { SignedServiceConfig } from "../../../platform/config.ts";
import type { Log } from "../../../platform/log.ts";
import { askSigned } from "../../../platform/signed-post.ts";
import type { FaceCheck, FaceVerdict } from "../index.ts";

/** The phone waits for the answer with the person looking at it. */
const TIMEOUT_MS = 15_000;
const SILENT: FaceVerdict = { result: "unknown", reason: "核验服务暂时没有答复，请稍后再拍" };

/** Why it failed, in words the person can act on. */
const REASONS: Readonly<Record<string, string>> = {
  mismatch: "照片与证件不是同一个人，请由本人重拍",
  not_live: "没有拍到真人，请正对镜头重拍",
  no_face: "没有看到人脸，请正对镜头重拍",
  poor_picture: "照片不够清楚，请换个光线好的地方重拍",
};
const OTHERWISE = "核验没有通过，请由本人正对镜头重拍";

const answerShape = z.discriminatedUnion("result", [
  z.object({ result: z.literal("passed") }),
  z.object({ result: z.literal("failed"), code: z.string().optional() }),
]);

/**
 * An HTTP service that takes {reference, name, idNumber, picture (base64 JPEG or PNG)}, signed, and answers
 * {"result":"passed"} or {"result":"failed","code":"mismatch" | "not_live" | "no_face" | "poor_picture"}.
 * Whatever else happens decides nothing: the person tries again.
 */
export function createFaceService(service: SignedServiceConfig, log: Pick<Log, "warn">): FaceCheck {
  return {
    async compare({ reference, person, picture }) {
      const content = { reference, ...person, picture: Buffer.from(picture).toString("base64") };
      try {
        const answer = await askSigned(service, content, { shape: answerShape, timeoutMs: TIMEOUT_MS });
        if (answer.result === "passed") return answer;
        return { result: "failed", reason: REASONS[answer.code ?? ""] ?? OTHERWISE };
      } catch (error) {
        log.warn({ err: error, reference }, "face service did not answer");
        return SILENT;
      }
    },
  };
}
