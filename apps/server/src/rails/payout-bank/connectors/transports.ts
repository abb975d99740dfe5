import { access, mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { SignedServiceConfig } from "../../../platform/config.ts";
import { askSigned, postSigned } from "../../../platform/signed-post.ts";
import type { IsoTransport } from "./iso-bank.ts";

/** Names of our own making only: nothing else becomes part of a path. */
const fileOf = (reference: string): string => `${reference.replaceAll(/[^A-Z0-9]/g, "")}.xml`;
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * A directory that an SFTP service keeps in step with the bank: `out` is fetched, `in` is filled. A message appears whole or
 * not at all, and under its reference once.
 */
export function createFilesTransport(directory: string): IsoTransport {
  /** What the bank has fetched is moved aside to `sent`: looked for in the order it travels, it is never missed on its way. */
  const wasSent = async (reference: string): Promise<boolean> =>
    (await exists(join(directory, "out", fileOf(reference)))) || exists(join(directory, "sent", fileOf(reference)));
  const inbox = createInbox(join(directory, "in"));
  return {
    async send(reference, message) {
      if (await wasSent(reference)) return;
      const out = join(directory, "out");
      await mkdir(out, { recursive: true });
      const path = join(out, fileOf(reference));
      await writeFile(`${path}.part`, message);
      await rename(`${path}.part`, path);
    },
    received: async (reference) => ((await wasSent(reference)) ? inbox.about(reference) : undefined),
    statements: (since) => inbox.statements(since),
  };
}

const REFERENCES = /\b[A-Z]{2}[0-9A-F]{32}\b/g;
const WHOLE = /<\/[\w:]*Document>\s*$/;

/** Months of messages lie here: each is read through once, and again only where it speaks of the payment asked about. */
function createInbox(folder: string) {
  const speaksOf = new Map<string, ReadonlySet<string>>();
  /** Of what has come whole; the rest is read again. */
  const isStatement = new Map<string, boolean>();
  return {
    async statements(since: Date): Promise<string[]> {
      const names = await readdir(folder).catch((): string[] => []);
      const texts: string[] = [];
      for (const name of names.filter((one) => one.endsWith(".xml"))) {
        if (isStatement.get(name) === false) continue;
        const path = join(folder, name);
        if ((await stat(path)).mtime < since) continue;
        const text = await readFile(path, "utf8");
        const found = /<(?:[\w.-]+:)?BkToCstmrStmt[\s>]/.test(text);
        if (WHOLE.test(text)) isStatement.set(name, found);
        if (found) texts.push(text);
      }
      return texts;
    },
    async about(reference: string): Promise<string[]> {
      const names = await readdir(folder).catch((): string[] => []);
      const texts: string[] = [];
      for (const name of names.filter((one) => one.endsWith(".xml"))) {
        if (speaksOf.get(name)?.has(reference) === false) continue;
        const text = await readFile(join(folder, name), "utf8");
        if (WHOLE.test(text)) speaksOf.set(name, new Set(text.match(REFERENCES)));
        if (text.includes(reference)) texts.push(text);
      }
      return texts;
    },
  };
}

const TIMEOUT_MS = 15_000;
const statements = z.object({ messages: z.array(z.string()).max(1000) });
const answer = z.object({ known: z.boolean(), messages: z.array(z.string()).max(200) });

/** The same over a service that takes and gives signed messages. */
export const createHttpTransport = (config: SignedServiceConfig): IsoTransport => ({
  async send(reference, message) {
    await postSigned(config, { reference, message }, { timeoutMs: TIMEOUT_MS });
  },
  async received(reference) {
    const { known, messages } = await askSigned(config, { ask: reference }, { shape: answer, timeoutMs: TIMEOUT_MS });
    return known ? messages : undefined;
  },
  async statements(since) {
    const asked = { statements: since.toISOString() };
    return (await askSigned(config, asked, { shape: statements, timeoutMs: TIMEOUT_MS })).messages;
  },
});
