import { createServer, type AddressInfo, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { clamdScan } from "./clamd.ts";

/** Speaks clamd's protocol: reads the pieces, and finds what a marker stands for. */
async function startScanner(answer: (content: Buffer) => string | undefined): Promise<string> {
  server = createServer((socket) => {
    let heard = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (part) => {
      heard = Buffer.concat([heard, part]);
      const content = contentOf(heard);
      const said = content && answer(content);
      if (said !== undefined) socket.end(`${said}\0`);
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
function contentOf(heard: Buffer): Buffer | undefined {
  const command = Buffer.from("zINSTREAM\0");
  expect(heard.subarray(0, command.length).equals(command.subarray(0, heard.length))).toBe(true);
  const pieces: Buffer[] = [];
  for (let at = command.length; at + 4 <= heard.length;) {
    const length = heard.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(heard.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

let server: Server | undefined;
afterEach(() => server?.close());

test("the whole content is shown, and what is clean passes", async () => {
  const sent = Buffer.alloc(300_000, 7);
  let seen = 0;
  const scan = clamdScan(await startScanner((content) => ((seen = content.length), "stream: OK")));
  await scan(sent);
  expect(seen).toBe(sent.length);
});

test("what the scanner knows is refused", async () => {
  const scan = clamdScan(
    await startScanner((content) => (content.includes("EICAR") ? "stream: Eicar-Signature FOUND" : "stream: OK")),
  );
  await expect(scan(Buffer.from("…EICAR…"))).rejects.toMatchObject({ reason: "file.infected" });
  await scan(Buffer.from("plain"));
});

test.each([
  ["an error", "INSTREAM size limit exceeded. ERROR"],
  ["nonsense", "hello"],
  ["a trick", "stream: OK but nothing more"],
])("a scanner that says %s lets nothing pass", async (_, said) => {
  await expect(clamdScan(await startScanner(() => said))(Buffer.from("x"))).rejects.toMatchObject({
    reason: "server.busy",
  });
});

test("a scanner that is not there, or says nothing, lets nothing pass", async () => {
  await expect(clamdScan("tcp://127.0.0.1:9")(Buffer.from("x"))).rejects.toMatchObject({ reason: "server.busy" });
  const silent = clamdScan(await startScanner(() => undefined), 200);
  await expect(silent(Buffer.from("x"))).rejects.toMatchObject({ reason: "server.busy" });
});
