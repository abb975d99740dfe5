import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startSignedService, type SignedService } from "../signed-service-fixture.ts";
import { createFaceCheck, type FaceSubject } from "./index.ts";

let answer: { status?: number; text: string } | undefined;
let service: SignedService;
beforeAll(async () => {
  service = await startSignedService(() => answer);
});
afterAll(() => service.close());

const warn = vi.fn<(about: { err: Error }, words: string) => void>();
const around = { railMode: async () => "normal" as const, log: { warn: warn as never } };
const connect = (config = service.config) => createFaceCheck({ mode: "production", faceCheck: config }, around);
const subject: FaceSubject = {
  reference: "check-1:0",
  person: { name: "林见南", idNumber: "11010519491231002X" },
  picture: new Uint8Array([1, 2, 3]),
};

test("the picture and the person go out signed, and the answer decides", async () => {
  answer = { text: '{"result":"passed"}' };
  expect(await connect().compare(subject)).toEqual({ result: "passed" });
  expect(service.heard.at(-1)).toEqual({ reference: "check-1:0", ...subject.person, picture: "AQID" });
  answer = { text: '{"result":"failed","code":"mismatch"}' };
  expect(await connect().compare(subject)).toEqual({
    result: "failed",
    reason: "照片与证件不是同一个人，请由本人重拍",
  });
  answer = { text: '{"result":"failed","code":"something new"}' };
  expect(await connect().compare(subject)).toMatchObject({ result: "failed", reason: /重拍/ });
});

test("what is no answer decides nothing, and is told without the person", async () => {
  for (const odd of [{ status: 500, text: "" }, { text: "林见南 is not JSON" }, { text: '{"result":"maybe"}' }]) {
    answer = odd;
    expect(await connect().compare(subject)).toMatchObject({ result: "unknown" });
  }
  expect(await connect({ ...service.config, key: "another" }).compare(subject)).toMatchObject({ result: "unknown" });
  expect(await connect({ url: "http://127.0.0.1:1/", key: "k" }).compare(subject)).toMatchObject({ result: "unknown" });
  expect(warn).toHaveBeenCalledTimes(5);
  expect(JSON.stringify(warn.mock.calls.map(([{ err }]) => [err.message, err.cause]))).not.toContain("林见南");
});

test("a service that never answers is given up", async () => {
  answer = undefined;
  vi.spyOn(AbortSignal, "timeout").mockImplementationOnce((ms) => {
    expect(ms).toBe(15_000);
    return AbortSignal.abort(new DOMException("too late", "TimeoutError"));
  });
  expect(await connect().compare(subject)).toMatchObject({ result: "unknown" });
});

test("production does not start without a face service", () => {
  expect(() => createFaceCheck({ mode: "production", faceCheck: undefined }, around)).toThrow(
    /FACE_CHECK_URL and FACE_CHECK_KEY/,
  );
});
