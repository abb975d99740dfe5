import { writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { chooseAccount } from "../../apps/server/src/platform/embedded-postgres/account.ts";
import { backUpCluster } from "../../apps/server/src/platform/embedded-postgres/back-up.ts";
import { findBinaries } from "../../apps/server/src/platform/embedded-postgres/binaries.ts";
import { giveTo, locate } from "../../apps/server/src/platform/embedded-postgres/location.ts";
import { isAlive } from "../../apps/server/src/platform/embedded-postgres/process-table.ts";
import { launch, terminate } from "../../apps/server/src/platform/embedded-postgres/server.ts";
import { freePort } from "../../apps/server/src/platform/free-port.ts";

/** One PostgreSQL on a cluster that is already made. */
export type Node = {
  dataDir: string;
  /** As the owner. */
  url: string;
  port: number;
  /** As a machine dies. */
  kill(): void;
  /** After it was killed. */
  revive(): Promise<void>;
  stop(): Promise<void>;
};

const SETTINGS = { max_connections: "200", wal_keep_size: "512MB", timezone: "UTC", log_timezone: "UTC", jit: "off" };

export async function startNode(
  dataDir: string,
  urlOfCluster: string,
  more: Record<string, string> = {},
): Promise<Node> {
  const account = chooseAccount();
  const location = locate(dataDir, account);
  const binaries = findBinaries(account, location.binaries);
  const url = new URL(urlOfCluster);
  const port = await freePort();
  url.port = String(port);
  let pid = 0;
  const settings = { ...SETTINGS, ...more };
  const onSpawn = (spawned: number) => void (pid = spawned);
  const run = () => launch({ location, binaries, account, port, settings, isCancelled: () => false, onSpawn });
  await run();
  // Whoever started it is gone.
  process.once("exit", () => isAlive(pid) && process.kill(pid, "SIGQUIT"));
  return {
    dataDir,
    url: url.href,
    port,
    kill: () => void process.kill(pid, "SIGKILL"),
    async revive() {
      while (isAlive(pid)) await sleep(10);
      await run();
    },
    stop: () => terminate(pid),
  };
}

export async function onNode<Row extends pg.QueryResultRow>(
  { url }: Pick<Node, "url">,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/**
 * A copy of a running primary that follows it by streaming. From then on the primary answers a commit only once the standby has
 * it on its disk as well: what was acknowledged is there, whichever of the two dies.
 */
export async function addStandby(primary: Node, dataDir: string): Promise<Node> {
  await backUpCluster({ dataDir: primary.dataDir, to: dataDir, url: primary.url });
  const account = chooseAccount();
  const { cluster } = locate(dataDir, account);
  const signal = join(cluster, "standby.signal");
  writeFileSync(signal, "", { mode: 0o600 });
  giveTo(account, signal);
  const { username, password } = new URL(primary.url);
  const standby = await startNode(dataDir, primary.url, {
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${username} password=${password} application_name=standby`,
    wal_retrieve_retry_interval: "100ms",
  });
  const following = async () =>
    (await onNode(primary, "select from pg_stat_replication where state = 'streaming'")).length === 1;
  for (let waited = 0; !(await following()); waited++) {
    if (waited > 600) throw new Error("the standby does not follow its primary");
    await sleep(50);
  }
  await onNode(primary, "alter system set synchronous_standby_names = 'standby'");
  await onNode(primary, "select pg_reload_conf()");
  const isSafe = async () =>
    (await onNode(primary, "select from pg_stat_replication where sync_state = 'sync'")).length === 1;
  while (!(await isSafe())) await sleep(20);
  return standby;
}

/** It takes writes when this resolves. Of the primary's settings it has none: it waits for no standby until it has one. */
export async function promote(standby: Node): Promise<void> {
  await onNode(standby, "select pg_promote(true, 60)");
}

export type Address = {
  port: number;
  /** From now on it leads here, and whoever was connected is cut off. */
  leadTo(node: Node): void;
  close(): Promise<void>;
};

/** One address that always leads to the primary, as a proxy or a provider's writer endpoint does. */
export async function openAddress(first: Node): Promise<Address> {
  let { port: target } = first;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host: "127.0.0.1", port: target, noDelay: true });
    near.setNoDelay(true);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => undefined);
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port,
    leadTo(node) {
      target = node.port;
      for (const socket of open) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
