import { afterEach, expect, test, vi } from "vitest";
import { upload } from "./upload.ts";

/** As much of a browser's request as an upload needs; the test plays the network. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly sent: Record<string, unknown> = {};
  responseType = "";
  status = 200;
  response = new TextEncoder().encode('{"code":200}').buffer;
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(method: string, url: string) {
    Object.assign(this.sent, { method, url });
  }
  setRequestHeader(name: string, value: string) {
    this.sent[name] = value;
  }
  send(body: unknown) {
    this.sent["body"] = body;
  }
  abort() {
    this.dispatchEvent(new Event("abort"));
  }
  getAllResponseHeaders() {
    return "content-type: application/json\r\nx-request-id: r-1\r\n";
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event("progress"), { lengthComputable: total > 0, loaded, total }));
  }
}

vi.stubGlobal("XMLHttpRequest", FakeRequest);
afterEach(() => vi.restoreAllMocks());

test("tells how far it is, and answers like any other call", async () => {
  const percents: number[] = [];
  const sending = upload(
    "/api/upload",
    { method: "POST", headers: { authorization: "Bearer t" }, body: "x" },
    (percent) => percents.push(percent),
  );
  const request = FakeRequest.last;
  expect(request.sent).toEqual({ method: "POST", url: "/api/upload", authorization: "Bearer t", body: "x" });
  request.progress(1, 3);
  request.progress(0, 0);
  request.progress(3, 3);
  request.dispatchEvent(new Event("load"));
  const response = await sending;
  expect(percents).toEqual([33, 100]);
  expect(await response.json()).toEqual({ code: 200 });
  expect(response.headers.get("x-request-id")).toBe("r-1");
});

test("a line that breaks and a page that leaves are both told", async () => {
  const broken = upload("/api/upload", {}, () => undefined);
  FakeRequest.last.dispatchEvent(new Event("error"));
  await expect(broken).rejects.toThrow(TypeError);
  const leaving = new AbortController();
  const left = upload("/api/upload", { signal: leaving.signal }, () => undefined);
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
});
