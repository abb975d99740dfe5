import { AwsClient } from "aws4fetch";
import { createHash } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config, S3Config } from "./config.ts";

/** Where sealed content lies. Keys are ids we made; what is stored is unreadable without the secret key. */
export type FileStorage = {
  write(key: string, sealed: Uint8Array): Promise<void>;
  /** Undefined if there is nothing under this key. */
  read(key: string): Promise<Uint8Array | undefined>;
  remove(key: string): Promise<void>;
};

export function createDiskStorage(directory: string): FileStorage {
  // Ids begin with their time, so it is the end that spreads them.
  const pathOf = (key: string) => join(directory, key.slice(-2), key);
  return {
    async write(key, sealed) {
      const path = pathOf(key);
      const unfinished = `${path}.part`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const handle = await open(unfinished, "w", 0o600);
      try {
        await handle.writeFile(sealed);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, path);
      await syncFolder(dirname(path));
    },
    async read(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** A rename survives a power cut only once its folder is written too. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const storageOf = ({ s3, dataDir }: Pick<Config, "s3" | "dataDir">): FileStorage =>
  s3 ? createS3Storage(s3) : createDiskStorage(join(dataDir, "files"));

const REQUEST_TIMEOUT_MS = 20_000;

/** Any store that speaks S3: path-style addresses, signature version 4. */
export function createS3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config): FileStorage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const call = async (key: string, init: { method: string; body?: Uint8Array<ArrayBuffer> }) => {
    // The content is signed too: a store behind a careless proxy cannot be given something else.
    const hash = createHash("sha256")
      .update(init.body ?? "")
      .digest("hex");
    const headers = { "x-amz-content-sha256": hash };
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await client.fetch(`${endpoint}/${bucket}/${key}`, { ...init, headers, signal });
    if (response.ok || response.status === 404) return response;
    throw new Error(
      `file store answered ${response.status} to ${init.method}: ${(await response.text()).slice(0, 300)}`,
    );
  };
  return {
    async write(key, sealed) {
      const response = await call(key, { method: "PUT", body: new Uint8Array(sealed) });
      if (!response.ok) throw new Error(`file store has no bucket ${bucket}: set S3_BUCKET to an existing one`);
    },
    async read(key) {
      const response = await call(key, { method: "GET" });
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
    },
    async remove(key) {
      await call(key, { method: "DELETE" });
    },
  };
}
