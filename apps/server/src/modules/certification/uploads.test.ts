import { deflateSync, crc32 } from "node:zlib";
import { certificationEndpoints as calls, sandboxDocumentEndpoints as documents } from "@coralhub/contract";
import type { TestMerchant, TestServer } from "@coralhub/testkit";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawDocument, sendFile, startDesk } from "./certification-fixture.ts";

let server: TestServer;
let merchant: TestMerchant;
beforeAll(async () => {
  server = await startDesk();
  merchant = await server.registerMerchant();
});
afterAll(() => server.close());

const text = (content: string) => new Uint8Array(Buffer.from(content));
const png = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: "#fff" } })
      .png()
      .toBuffer(),
  );

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
/** A picture that claims 30,000 × 30,000 points in a few bytes. */
function giant(): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(30_000, 0);
  header.writeUInt32BE(30_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(1_000_000));
  return new Uint8Array(
    Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]),
  );
}

test("what is no document is refused with a reason in Chinese", async () => {
  const whole = await png(400, 300);
  const attacks: [string, string, Uint8Array<ArrayBuffer>][] = [
    ["SVG", "a.svg", text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["SVG named PNG", "a.png", text("<svg onload='alert(1)'/>")],
    ["HTML named PNG", "a.png", text("<!doctype html><script>alert(1)</script>")],
    ["a giant", "a.png", giant()],
    ["a truncated picture", "a.png", whole.slice(0, whole.length / 2)],
    ["a zip", "a.pdf", new Uint8Array(Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(2_000)]))],
    [
      "a script in a PDF",
      "a.pdf",
      text("%PDF-1.4\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj\ntrailer<<>>\n%%EOF\n"),
    ],
    ["nothing", "a.png", new Uint8Array()],
    ["11 MB", "a.png", new Uint8Array(11 * 1024 * 1024)],
  ];
  for (const [what, name, bytes] of attacks) {
    const { status, body } = await sendFile(server, merchant, bytes, name);
    expect([400, 413], what).toContain(status);
    expect(body.msg, what).toMatch(/\p{Script=Han}/u);
  }
});

test("a picture that is also something else comes back as a picture only, under a harmless name", async () => {
  const polyglot = Buffer.concat([Buffer.from(await png(300, 200)), Buffer.from("<script>alert(1)</script>")]);
  const { status, body } = await sendFile(server, merchant, new Uint8Array(polyglot), "../../etc/pass\u202ewd.html");
  expect(status).toBe(200);
  expect(body.data!.fileName).toBe("passwd.png");
});

test("stored pictures carry no metadata; the reader still saw it, and fills the form", async () => {
  const said = { name: "林见南", idCardNumber: "11010519491231002X" };
  const sent = { file: await drawDocument(said), document: "idCardFront" as const };
  const uploaded = await server.call(calls.uploadCertificationFile, sent, merchant);
  expect(uploaded.reading).toEqual(said);
  const { blob } = await server.call(calls.certificationFile, { id: uploaded.fileId }, merchant);
  const bytes = Buffer.from(await blob.arrayBuffer());
  expect(bytes.includes("CORALHUB")).toBe(false);
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  const token = await server.operatorToken("reviewer");
  const sample = await server.call(
    documents.sampleDocument,
    { document: "businessLicense", company: "杭州拾光家居有限公司" },
    { token },
  );
  const license = new File([sample.blob], sample.fileName, { type: sample.contentType });
  const read = await server.call(
    calls.uploadCertificationFile,
    { file: license, document: "businessLicense" },
    merchant,
  );
  expect(read.reading).toMatchObject({ companyName: "杭州拾光家居有限公司", rcNo: "91350100M000100Y43" });
  const blank = await server.call(calls.uploadCertificationFileOld, { file: await drawDocument() }, merchant);
  expect(blank).toMatchObject({ reading: null, readingProblem: "没有读出文字，请手动填写" });
});

test(
  "ten big pictures at once: all are answered, and the rest of the house stays awake",
  { timeout: 60_000 },
  async () => {
    const noise = await sharp({
      create: {
        width: 900,
        height: 700,
        channels: 3,
        background: "#000",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const sending = Promise.all(
      Array.from({ length: 10 }, () => sendFile(server, merchant, new Uint8Array(noise), "big.png")),
    );
    const started = performance.now();
    await server.call(calls.certificationView, {}, merchant);
    expect(performance.now() - started).toBeLessThan(5_000);
    const statuses = (await sending).map(({ status }) => status);
    // A house that is too busy says so; it never fails.
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(200);
  },
);
