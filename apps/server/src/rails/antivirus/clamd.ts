import { Refusal } from "@coralhub/contract";
import { connect, type Socket } from "node:net";
import type { ScanContent } from "../../platform/file-content.ts";

/**
 * clamd's INSTREAM: `zINSTREAM\0`, then the content in pieces that each begin with their length (four bytes, most
 * significant first), then a piece of length zero. It answers `stream: OK`, `stream: <what> FOUND` or `… ERROR`.
 */
const PIECE_BYTES = 64 * 1024;
const LONGEST_MS = 15_000;
const LONGEST_ANSWER = 1_000;

/** An address like tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl. A scanner that cannot be asked lets nothing pass. */
export function clamdScan(url: string, longestMs = LONGEST_MS): ScanContent {
  const { protocol, hostname, port, pathname } = new URL(url);
  const open = () => (protocol === "unix:" ? connect(pathname) : connect(Number(port || 3310), hostname));
  return async (bytes) => {
    const answer = await ask(open(), bytes, longestMs).catch(() => "ERROR");
    if (answer === "stream: OK") return;
    throw new Refusal(answer.endsWith(" FOUND") ? "file.infected" : "server.busy");
  };
}

function ask(socket: Socket, bytes: Uint8Array, longestMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let answer = "";
  socket.setTimeout(longestMs, () => reject(new Error("the scanner does not answer")));
  socket.on("error", reject);
  socket.on("data", (part: Buffer) => {
    answer += part.toString("utf8");
    if (answer.length > LONGEST_ANSWER) reject(new Error("not a scanner's answer"));
  });
  socket.on("close", () => resolve(answer.replace(/\0.*$/s, "").trim()));
  socket.write("zINSTREAM\0");
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES);
    socket.write(lengthOf(piece.length));
    socket.write(piece);
  }
  socket.write(lengthOf(0));
  return promise.finally(() => socket.destroy());
}

function lengthOf(bytes: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes);
  return head;
}
