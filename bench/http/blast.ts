import { connect } from "node:net";

const CONNECTIONS = 32;
const OK = Buffer.from("HTTP/1.1 200");

/**
 * Sends the same bytes again and again over a few connections, each waiting for its answer, and counts the answers.
 * Bare sockets: an HTTP client would cost more than the server it measures.
 */
export async function blast(url: string, request: Buffer, forMs: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const until = performance.now() + forMs;
  let answered = 0;
  const line = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      socket.on("connect", () => socket.write(request));
      socket.on("error", reject);
      socket.on("close", () => resolve());
      // Answers are small enough to arrive in one piece.
      socket.on("data", (data) => {
        if (data.indexOf(OK) !== 0) return void socket.destroy(new Error(data.toString()));
        answered++;
        if (performance.now() < until) socket.write(request);
        else socket.end();
      });
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, line));
  return answered;
}

export function postBytes(path: string, headers: Record<string, string>, body: object): Buffer {
  const json = JSON.stringify(body);
  const lines = Object.entries({
    host: "127.0.0.1",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(json)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${json}`);
}
