import { inflateSync } from "node:zlib";

type Objects = Map<string, { dictionary: string; stream: string }>;

/** The words of a PDF as a reader's search finds them: glyphs translated back by each font's own table. */
export function pdfText(bytes: Uint8Array): string {
  const objects = readObjects(Buffer.from(bytes));
  const fonts = fontTables(objects);
  return [...objects.values()]
    .filter(({ stream }) => stream.includes(" Tf"))
    .map(({ stream }) => pageText(stream, fonts))
    .join("\n");
}

function readObjects(bytes: Buffer): Objects {
  const objects: Objects = new Map();
  const text = bytes.toString("latin1");
  for (const match of text.matchAll(/(\d+) 0 obj\s([\s\S]*?)endobj/g)) {
    const [, number, body] = match as unknown as [string, string, string];
    const at = body.search(/stream\r?\n/);
    const dictionary = at < 0 ? body : body.slice(0, at);
    const raw = at < 0 ? "" : body.slice(body.indexOf("\n", at) + 1, body.lastIndexOf("endstream"));
    const packed =
      dictionary.includes("/FlateDecode") && !dictionary.includes("/Length1") && !dictionary.includes("FontFile");
    objects.set(number, { dictionary, stream: packed ? inflated(raw) : "" });
  }
  return objects;
}

const inflated = (raw: string): string => {
  try {
    return inflateSync(Buffer.from(raw, "latin1")).toString("latin1");
  } catch {
    return "";
  }
};

/** By resource name: F1, F2 … */
function fontTables(objects: Objects): Map<string, Map<number, string>> {
  const tables = new Map<string, Map<number, string>>();
  for (const { dictionary } of objects.values()) {
    for (const [, name, font] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font!)?.dictionary ?? "")?.[1];
      if (cmap) tables.set(name!, readTable(objects.get(cmap)!.stream));
    }
  }
  return tables;
}

const characters = (hex: string): string => Buffer.from(hex.replaceAll(/\s/g, ""), "hex").swap16().toString("utf16le");

function readTable(cmap: string): Map<number, string> {
  const table = new Map<number, string>();
  for (const [, first, , list] of cmap.matchAll(/<([0-9a-f]+)>\s*<([0-9a-f]+)>\s*\[([^\]]*)\]/gi)) {
    [...list!.matchAll(/<([^>]*)>/g)].forEach(([, hex], at) =>
      table.set(Number.parseInt(first!, 16) + at, characters(hex!)),
    );
  }
  return table;
}

function pageText(stream: string, fonts: Map<string, Map<number, string>>): string {
  let font = fonts.values().next().value;
  let text = "";
  for (const [, name, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/gi)) {
    if (name) font = fonts.get(name);
    for (const [, hex] of (shown ?? "").matchAll(/<([0-9a-f]*)>/gi)) {
      for (let at = 0; at < hex!.length; at += 4) text += font?.get(Number.parseInt(hex!.slice(at, at + 4), 16)) ?? "";
    }
    if (shown !== undefined) text += "\n";
  }
  return text;
}
