import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { acceptContent } from "./file-content.ts";

let jpeg: Buffer;
let png: Buffer;
const noise = (bytes: number) =>
  Buffer.from(Uint8Array.from({ length: bytes }, (_, index) => (index * 7919 + (index >> 3) * 31) & 255));

beforeAll(async () => {
  const raw = sharp(noise(60 * 40 * 3), { raw: { width: 60, height: 40, channels: 3 } });
  png = await raw.clone().png().toBuffer();
  jpeg = await raw
    .clone()
    .jpeg()
    .withExif({ IFD0: { Copyright: "Shenzhen, 22.54N 114.06E" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
});

const pdf = (body = "", tail = "%%EOF\n") =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${body} >>\nendobj\ntrailer\n${tail}`, "latin1");
const packed = (content: string) =>
  Buffer.concat([
    Buffer.from(
      "%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length 99 >>\nstream\n",
      "latin1",
    ),
    deflateSync(content),
    Buffer.from("\nendstream\nendobj\n%%EOF", "latin1"),
  ]);
/** A few hundred bytes that claim to be a picture of any size. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
const refused = (reason: string) => ({ reason });

test("pictures are drawn anew: upright, without anything hidden in them", async () => {
  const cleaned = await acceptContent("document", jpeg);
  expect(cleaned.contentType).toBe("image/jpeg");
  const metadata = await sharp(cleaned.bytes).metadata();
  expect(metadata).toMatchObject({ format: "jpeg", width: 40, height: 60 });
  expect(metadata.exif).toBeUndefined();
  expect(metadata.icc).toBeUndefined();
  expect(Buffer.from(cleaned.bytes).toString("latin1")).not.toContain("Shenzhen");
  expect(await acceptContent("image", png)).toMatchObject({ contentType: "image/png" });
});

test("what hides behind a picture is gone", async () => {
  const polyglot = Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script>PK\u0003\u0004 %PDF-1.7 /JavaScript")]);
  const { bytes } = await acceptContent("image", polyglot);
  expect(Buffer.from(bytes).toString("latin1")).not.toMatch(/script|PDF|PK\u0003\u0004/i);
});

test("a picture larger than any document is made smaller, one that would fill the memory is refused at once", async () => {
  const wide = await sharp({ create: { width: 6_000, height: 1_000, channels: 3, background: "#123" } })
    .jpeg()
    .toBuffer();
  expect(await sharp((await acceptContent("image", wide)).bytes).metadata()).toMatchObject({ width: 4_096 });
  const bomb = hugePng(60_000, 60_000);
  const begun = performance.now();
  await expect(acceptContent("image", bomb)).rejects.toMatchObject(refused("file.too_many_pixels"));
  expect(performance.now() - begun).toBeLessThan(500);
});

test("half a picture and a picture in name only are damaged", async () => {
  for (const half of [jpeg.subarray(0, jpeg.length - 400), png.subarray(0, png.length >> 1), png.subarray(0, 40)]) {
    await expect(acceptContent("image", half)).rejects.toMatchObject(refused("file.damaged"));
  }
});

test("ten large pictures at once leave the memory as it was", async () => {
  // A turned picture has to be unpacked whole: 48 MB each.
  const large = await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: "#9ab" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  await acceptContent("image", large);
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 2);
  await Promise.all(Array.from({ length: 10 }, () => acceptContent("image", large)));
  clearInterval(watch);
  expect((peak - before) / 1e6).toBeLessThan(150);
}, 30_000);

test("a plain PDF is taken as it is; it is not a picture", async () => {
  expect(await acceptContent("document", pdf())).toEqual({ contentType: "application/pdf", bytes: pdf() });
  expect(await acceptContent("document", packed("2 0 << /Type /Page >>"))).toMatchObject({
    contentType: "application/pdf",
  });
  await expect(acceptContent("image", pdf())).rejects.toMatchObject(refused("file.type_refused"));
});

test.each([
  ["a script", pdf("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>")],
  ["a script in disguise", pdf("/OpenAction << /S /J#61va#53cript >>")],
  ["a program", pdf("/A << /S /Launch /F (cmd.exe) >>")],
  ["an attachment", pdf("/Names << /EmbeddedFiles 3 0 R >>")],
  ["a packed script", packed("2 0 << /S /JavaScript /JS (x) >>")],
  ["a packed bomb", packed("0".repeat(40_000_000))],
])("a PDF with %s is refused", async (_, bytes) => {
  await expect(acceptContent("document", bytes)).rejects.toMatchObject(refused("file.active_content"));
});

test("a locked PDF and half a PDF are refused with their own words", async () => {
  await expect(acceptContent("document", pdf("/Encrypt 5 0 R"))).rejects.toMatchObject(refused("file.locked"));
  await expect(acceptContent("document", pdf("", ""))).rejects.toMatchObject(refused("file.damaged"));
});

test("sheets: CSV in UTF-8 and in Chinese Excel's encoding", async () => {
  const csv = "订单号,金额\n1,2.50\n";
  expect(await acceptContent("sheet", Buffer.from(csv))).toMatchObject({ contentType: "text/csv" });
  const gbk = Buffer.from([0xb6, 0xa9, 0xb5, 0xa5, 0x2c, 0x31, 0x0a]);
  expect(await acceptContent("sheet", gbk)).toMatchObject({ contentType: "text/csv" });
  await expect(acceptContent("document", Buffer.from(csv))).rejects.toMatchObject(refused("file.type_refused"));
});

test.each([
  ["HTML", "<!doctype html><script>alert(1)</script>"],
  ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
  ["a program", "\u007fELF\u0002\u0001\u0001\0\0\0,"],
  ["an archive", "PK\u0003\u0004,\n"],
  ["bytes", "a,b\0c"],
])("%s is neither sheet nor document", async (_, text) => {
  for (const kind of ["sheet", "document", "image"] as const) {
    await expect(acceptContent(kind, Buffer.from(text, "latin1"))).rejects.toMatchObject(refused("file.type_refused"));
  }
});

test("nothing, and too much", async () => {
  await expect(acceptContent("image", new Uint8Array())).rejects.toMatchObject(refused("file.empty"));
  await expect(acceptContent("image", Buffer.alloc(10 * 1024 * 1024 + 1))).rejects.toMatchObject({
    ...refused("file.too_large"),
    message: "文件不能超过 10 MB，请压缩后重新上传",
  });
});
