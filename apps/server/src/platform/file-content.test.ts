import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { createContentCheck } from "./file-content.ts";
import { cleanPdf } from "./pdf-content.ts";

const acceptContent = createContentCheck();
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
  // Unpacking it would take many times as long, and the memory of several machines.
  expect(performance.now() - begun).toBeLessThan(5_000);
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
});

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const renamed = (file: Buffer, from: string, to: string) =>
  Buffer.from(file.toString("latin1").replace(from, to), "latin1");

test("a plain PDF is taken, written anew; it is not a picture", async () => {
  const kept = await acceptContent("document", pdf());
  expect(kept.contentType).toBe("application/pdf");
  expect(textOf(kept.bytes)).toMatch(/^%PDF-1\.7\n.*1 0 obj\n<<\/Type \/Catalog>>.*\/Root 1 0 R.*%%EOF\n$/s);
  // What it was made into is what it is: a second look changes nothing.
  expect(textOf((await acceptContent("document", kept.bytes)).bytes)).toBe(textOf(kept.bytes));
  const unpacked = await acceptContent("document", packed("2 0 << /Type /Catalog >>"));
  expect(textOf(unpacked.bytes)).toContain("2 0 obj\n<</Type /Catalog>>");
  await expect(acceptContent("image", pdf())).rejects.toMatchObject(refused("file.type_refused"));
});

test.each([
  ["a script", pdf("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>")],
  ["a script in disguise", pdf("/OpenAction << /S /J#61va#53cript >>")],
  ["a script under its own entry", pdf("/A << /#4aS (app.alert(1)) >>")],
  ["a script in its trailer", pdf("", "<< /Root << /OpenAction << /S /JavaScript >> >> >>\n%%EOF\n")],
  ["a way into another file's thread", pdf("/A << /S /Thread /F (other.pdf) >>")],
  ["a page of another file", pdf("/Ref << /F (other.pdf) /Page 0 >>")],
  ["a program", pdf("/A << /S /Launch /F (cmd.exe) >>")],
  ["a way into another file", pdf("/A << /S /GoToR /F (other.pdf) >>")],
  ["a form that is sent away", pdf("/A << /S /SubmitForm /F (http://x) >>")],
  ["a field to fill in", pdf("/AcroForm << /Fields [<< /FT /Tx /T (a) >>] >>")],
  ["something that happens when it is opened", pdf("/AA << /O 3 0 R >>")],
  ["an attachment", pdf("/Names << /EmbeddedFiles 3 0 R >>")],
  ["an attachment in a note", pdf("/Annots [<< /Subtype /FileAttachment >>]")],
  ["a packed script", packed("2 0 << /S /JavaScript /JS (x) >>")],
  ["a program that is named elsewhere", packed("2 0 /Launch")],
  ["a packed script under another type", renamed(packed("2 0 << /S /JavaScript >>"), "/ObjStm", "/Other!")],
  ["objects packed as nobody packs them", renamed(packed("2 0 << /A 1 >>"), "/FlateDecode", "/LZWDecode  ")],
  ["a packed bomb", packed("0".repeat(40_000_000))],
  ["a tower of lists", pdf(`/A ${"[".repeat(5_000)}`)],
])("a PDF with %s is refused", async (_, bytes) => {
  await expect(acceptContent("document", bytes)).rejects.toMatchObject(refused("file.active_content"));
});

test("a link to an address is dropped, and what carried it stays", async () => {
  const linked = pdf("/Annots [<< /Subtype /Link /A << /S /URI /URI (https://example.com/) >> /Rect [0 0 9 9] >>]");
  const { bytes } = await acceptContent("document", linked);
  expect(textOf(bytes)).toContain("/Subtype /Link");
  expect(textOf(bytes)).not.toMatch(/example\.com|\/URI/);
});

test("what only the file's own tables lead to is not in what is kept", () => {
  // An object inside a stream's bytes, at which a table could point.
  const hidden = "9 0 obj << /S /JavaScript /JS (x) >> endobj";
  const file = [
    "%PDF-1.7",
    "1 0 obj << /Type /Catalog >> endobj",
    `2 0 obj << /Length ${hidden.length} >> stream`,
    hidden,
    "endstream endobj",
    "xref",
    "9 1",
    "0000000070 00000 n ",
    "trailer << /Root 1 0 R >>",
    "%%EOF",
  ].join("\n");
  const kept = cleanPdf(Buffer.from(file, "latin1"));
  const text = textOf("bytes" in kept ? kept.bytes : new Uint8Array());
  expect(text).toContain("/Root 1 0 R");
  expect(text).not.toMatch(/^9 1$/m);
});

test("words in a text are words", async () => {
  expect(await acceptContent("document", pdf("/Title (How /JavaScript and /Launch (work\\)) )"))).toBeDefined();
});

test("fault 14: one upload blocks the loop, but ten megabytes of nonsense are judged beside it, in time that grows with their size", async () => {
  const fill = (piece: string) =>
    Buffer.from(
      `%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\n${piece.repeat(Math.floor(9.9e6 / piece.length))}\n%%EOF`,
      "latin1",
    );
  const pieces = [
    "/ObjStm ",
    "1 0 obj ",
    "<<",
    "(",
    "[ ",
    "1 ",
    "%\n",
    "endstream ",
    "1 0 obj<</N 1/First 1>>stream\n",
  ];
  // By the work of this very thread, not by the clock: a machine that has other things to do blocks nobody's loop.
  const worked = () => process.threadCpuUsage().user / 1000;
  let latest = worked();
  let longest = 0;
  const watch = setInterval(() => {
    longest = Math.max(longest, worked() - latest);
    latest = worked();
  }, 5);
  for (const piece of pieces) {
    const bytes = fill(piece);
    latest = worked();
    const begun = performance.now();
    await acceptContent("document", bytes).catch((error: unknown) =>
      expect(error).toMatchObject({ row: { status: 400 } }),
    );
    expect(performance.now() - begun, piece).toBeLessThan(12_000);
    latest = worked();
  }
  clearInterval(watch);
  expect(longest).toBeLessThan(500);
}, 120_000);

test("a length that leads into a far word is not followed to its end, again for each stream", async () => {
  const objects = Array.from(
    { length: 30_000 },
    (_, at) => `${at + 2} 0 obj<</Length 0009000000>>stream\nx\nendstream endobj\n`,
  );
  const streams = objects.join("");
  // Each length is made to lead to the same place, where a word of megabytes begins.
  let at = 0;
  const led = objects.map((object) => {
    const told = streams.length - at - object.indexOf("x\n") + 40;
    at += object.length;
    return object.replace("0009000000", String(told).padStart(10, "0"));
  });
  const file = `%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\n${led.join("")}${"a".repeat(6_000_000)}\n%%EOF`;
  expect(await acceptContent("document", Buffer.from(file, "latin1"))).toMatchObject({
    contentType: "application/pdf",
  });
}, 60_000);

test("what takes too long is given up, and the next file has a thread again", async () => {
  const hurried = createContentCheck({ longestMs: 1 });
  const long = pdf(`/Title (${"a".repeat(9_000_000)})`);
  await expect(hurried("document", long)).rejects.toMatchObject(refused("file.too_complex"));
  expect(await acceptContent("document", pdf())).toBeDefined();
});

test("a scanner sees what was sent, before anything is kept", async () => {
  const seen: number[] = [];
  const scanned = createContentCheck({ scan: async (bytes) => void seen.push(bytes.length) });
  await scanned("image", png);
  expect(seen).toEqual([png.length]);
});

test("a locked PDF and half a PDF are refused with their own words", async () => {
  await expect(acceptContent("document", pdf("", "<< /Encrypt 5 0 R >>\n%%EOF\n"))).rejects.toMatchObject(
    refused("file.locked"),
  );
  await expect(acceptContent("document", pdf("", ""))).rejects.toMatchObject(refused("file.damaged"));
});

test("sheets: CSV in UTF-8 and in Chinese Excel's encoding", async () => {
  const csv = "订单号,金额\n1,2.50\n";
  expect(await acceptContent("sheet", Buffer.from(csv))).toMatchObject({ contentType: "text/csv" });
  const gbk = Buffer.from([0xb6, 0xa9, 0xb5, 0xa5, 0x2c, 0x31, 0x0a]);
  expect(await acceptContent("sheet", gbk)).toMatchObject({ contentType: "text/csv" });
  const mixed = Buffer.concat([Buffer.from(csv), gbk, Buffer.from([0xff, 0x0a])]);
  expect(await acceptContent("sheet", mixed)).toMatchObject({ contentType: "text/csv" });
  for (const not of [
    [0xff, 0x2c, 0x00],
    [0x3c, 0x61, 0x2c, 0xff],
    [0xff, 0xfe, 0xfd],
  ])
    await expect(acceptContent("sheet", Buffer.from(not))).rejects.toMatchObject(refused("file.type_refused"));
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
