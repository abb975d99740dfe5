import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs `work` while no other process does so for the same folder. The lock is a socket in the kernel's abstract
 * namespace: taken atomically, and given back by the kernel however the process ends.
 */
export async function exclusively<T>(folder: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const name = `\0coralhub-${createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 32)}`;
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const lock = await take(name);
    if (lock) {
      try {
        return await work();
      } finally {
        await new Promise((done) => lock.close(done));
      }
    }
    if (performance.now() > deadline) throw new Error(`另一个进程正在启动或停止 ${folder} 里的数据库，等待超时`);
    await sleep(25);
  }
}

function take(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    server.listen({ path: name }, () => resolve(server.unref()));
  });
}
