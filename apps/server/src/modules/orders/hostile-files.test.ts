import { crc32, deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { parseSheet } from "../../platform/sheet-content.ts";
import { openSheet } from "./open-sheet.ts";
import { Shelf, ShelfFull } from "./shelf.ts";
import { readSheet, type SheetQuestion } from "./read-sheet.ts";

type Entry = { name: string; data: Uint8Array };
/** A workbook, packed as programs do it. */
function zipOf(entries: readonly Entry[]): Uint8Array {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, data } of entries) {
    const [title, packed] = [Buffer.from(name), deflateRawSync(data, { level: 1 })];
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(title.length, 22);
    const own = Buffer.alloc(46);
    own.writeUInt32LE(0x02014b50, 0);
    own.writeUInt16LE(20, 4);
    head.copy(own, 6, 0, 26);
    own.writeUInt32LE(at, 42);
    bodies.push(Buffer.concat([Buffer.from("PK\u0003\u0004"), head, title, packed]));
    directory.push(Buffer.concat([own, title]));
    at += bodies.at(-1)!.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, listed, end]);
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const text = (name: string, content: string): Entry => ({ name, data: Buffer.from(content) });
const workbook = (sheet: Uint8Array, more: readonly Entry[] = []): Uint8Array =>
  zipOf([
    text(
      "[Content_Types].xml",
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    ),
    text(
      "_rels/.rels",
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    text(
      "xl/workbook.xml",
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    text(
      "xl/_rels/workbook.xml.rels",
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    { name: "xl/worksheets/sheet1.xml", data: sheet },
    ...more,
  ]);
const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const HEADER = `<row r="1">${["订单号", "下单时间", "币种", "订单金额", "商品名称"].map((name, at) => cell(`${"ABCDE"[at]}1`, name)).join("")}</row>`;
const order = (line: number) =>
  `<row r="${line}">${["114-1000001-7000001", "2026-11-01 10:00:00", "USD", "35.90", "杯子"].map((value, at) => cell(`${"ABCDE"[at]}${line}`, value)).join("")}</row>`;
const sheetOf = (rows: string) => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;

const ask = async (bytes: Uint8Array, isWorkbook = true) => {
  const question: SheetQuestion = {
    bytes,
    isWorkbook,
    sheet: "template",
    platform: "AMAZON",
    currency: "USD",
    now: new Date("2026-11-15T00:00:00Z"),
  };
  // Nothing else is slowed: the loop goes on turning while the thread reads.
  let turns = 0;
  const turning = setInterval(() => turns++, 20);
  const opened = await openSheet(question).finally(() => clearInterval(turning));
  if ("problem" in opened) return { problem: opened.problem, turns };
  const { briefs: rows } = await opened.take(0, opened.total);
  opened.close();
  return { total: opened.total, rows, turns };
};

test("an ordinary workbook is read, and so is one with macros: nobody runs them", async () => {
  const plain = Buffer.from(sheetOf(HEADER + order(2)));
  expect(await ask(workbook(plain))).toMatchObject({
    total: 1,
    rows: [{ amountMinor: 3590n, findings: [] }],
  });
  const macros = text("xl/vbaProject.bin", 'Sub AutoOpen()\nShell "calc.exe"\nEnd Sub');
  expect(await ask(workbook(plain, [macros]))).toMatchObject({ total: 1 });
});

test("a cell that computes is what it last showed; one that shows nothing is missing, and text that would compute is refused", async () => {
  const withAmount = (amount: string, line: number) =>
    order(line)
      .replace(cell(`D${line}`, "35.90"), amount.replaceAll("%", `D${line}`))
      .replace("7000001", `700000${line}`);
  const rows = [
    withAmount('<c r="%"><f>30+5.9</f><v>35.9</v></c>', 2),
    withAmount('<c r="%"><f>HYPERLINK("http://127.0.0.1/")</f></c>', 3),
    withAmount(cell("%", "=30+5.9"), 4),
    withAmount(cell("%", "@SUM(A1:A9)"), 5),
  ];
  const { rows: read } = await ask(workbook(Buffer.from(sheetOf(HEADER + rows.join("")))));
  expect(read?.map((row) => [row.amountMinor, row.findings])).toEqual([
    [3590n, []],
    [null, ["amountMissing"]],
    [null, ["amountMalformed", "formula"]],
    [null, ["amountMalformed", "formula"]],
  ]);
});

test("a cell of half a character, of nothing, or of a time that no table takes leaves a row that can be kept", async () => {
  const goods = ["a&#xD800;b", "a_x0000_b", "a_xD800_b"];
  const rows = goods.map((name, at) =>
    order(at + 2)
      .replace("杯子", name)
      .replace("7000001", `700000${at + 1}`),
  );
  rows.push(order(5).replace("2026-11-01 10:00:00", "9999-12-31 23:59 -12:00").replace("7000001", "7000005"));
  const question = { isWorkbook: true, sheet: "template", platform: "AMAZON", currency: "USD" } as const;
  const bytes = workbook(Buffer.from(sheetOf(HEADER + rows.join(""))));
  const { take, total } = await readSheet({ ...question, bytes, now: new Date("2026-11-15T00:00:00Z") });
  const read = take(0, total);
  expect(read.map((row) => row.read.findings)).toEqual([[], [], [], ["dateMalformed"]]);
  for (const { given } of read) {
    expect(given.goods).not.toContain("\0");
    expect(given.goods?.isWellFormed()).toBe(true);
  }
});

test("a workbook whose rows share a number, or have none, is damaged: no order is counted without its row", async () => {
  const at = (line: string) =>
    order(2).replace('<row r="2">', `<row r="${line}">`).replace("7000001", `70000${line.length}1`);
  for (const rows of [order(2) + at("2"), order(3) + at("2"), order(2) + at("x")])
    expect(await ask(workbook(Buffer.from(sheetOf(HEADER + rows)))), rows).toMatchObject({ problem: "damaged" });
});

test("cells of any length are cut to what a page takes, and take no time to be looked at", async () => {
  const long = `.${"a".repeat(300_000)}.`;
  const csv = `订单号,下单时间,币种,订单金额,商品名称\n114-1000001-7000001,2026-11-01,USD,35.90,${"杯".repeat(5_000)}\n114-1000001-7000002,${"T".repeat(300_000)},USD,${long},杯子\n`;
  const question = { isWorkbook: false, sheet: "template", platform: "AMAZON", currency: "USD" } as const;
  const { take, total } = await readSheet({
    ...question,
    bytes: Buffer.from(csv),
    now: new Date("2026-11-15T00:00:00Z"),
  });
  const [fine, wrong] = take(0, total);
  expect([fine!.read.findings, fine!.given.goods?.length]).toEqual([[], 300]);
  expect(wrong!.read.findings).toEqual(expect.arrayContaining(["amountMalformed", "dateMalformed"]));
});

test("a sheet with its second row at the very end, a bomb of blanks and a torn file each get an answer", async () => {
  expect(await ask(workbook(Buffer.from(sheetOf(HEADER + order(1_048_576)))))).toMatchObject({
    problem: "tooManyRows",
  });
  const blanks = Buffer.alloc(96 * 1024 * 1024, " ");
  const bomb = await ask(workbook(blanks));
  expect(bomb.problem).toBeDefined();
  expect(bomb.turns).toBeGreaterThan(0);
  const whole = workbook(Buffer.from(sheetOf(HEADER + order(2))));
  expect((await ask(whole.subarray(0, whole.length - 200))).problem).toBe("damaged");
}, 120_000);

test("a bomb that tells of no size is found by what it really unpacks to, and a quiet teller of sizes is read", async () => {
  const silent = (archive: Uint8Array) => {
    const bytes = Buffer.from(archive);
    for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 4))
      bytes.writeUInt32LE(0, at + 24);
    return bytes;
  };
  const limits = { rows: 10, columns: 5 };
  const bomb = silent(workbook(Buffer.alloc(300 * 1024 * 1024, " ")));
  expect((await ask(bomb)).problem).toBe("tooComplex");
  expect(await parseSheet(bomb, limits)).toEqual({ refused: "too_complex" });
  const quiet = silent(workbook(Buffer.from(sheetOf(HEADER + order(2)))));
  expect(await ask(quiet)).toMatchObject({ total: 1 });
  expect(await parseSheet(quiet, limits)).toMatchObject({ rows: [{ line: 1 }, { line: 2 }] });
}, 120_000);

test("a wrong ending and mixed encodings say so", async () => {
  expect((await ask(workbook(Buffer.from(sheetOf(HEADER))), false)).problem).toBeDefined();
  const [utf8, gbk] = [
    Buffer.from("订单号,下单时间,币种,订单金额,商品名称\n1,2026-11-01,USD,1,杯\n"),
    Buffer.from([0xb1, 0xad]),
  ];
  const mixed = Buffer.concat([utf8, Buffer.from("2,2026-11-01,USD,2,"), gbk, Buffer.from([0xff, 0x0a])]);
  expect((await ask(mixed, false)).problem).toBe("encoding");
  expect(await parseSheet(mixed, { rows: 10, columns: 10 })).toEqual({ refused: "damaged" });
});

test("packed texts come back as they were, longer than a piece as well, and there is an end to them", () => {
  const shelf = new Shelf(4_000_000);
  const texts = ["", "订单", "长".repeat(500_000), ...["a", "b", "c"].map((sign) => sign.repeat(400_000)), "杯"];
  const places = texts.map((text) => shelf.put(text));
  expect(places.map((place, at) => shelf.get(place) === texts[at])).toEqual(texts.map(() => true));
  expect(() => shelf.put("y".repeat(2_000_000))).toThrow(ShelfFull);
});
