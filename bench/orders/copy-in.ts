import type pg from "pg";

type Wire = { query(text: string): void; sendCopyFromChunk(chunk: Uint8Array): void; endCopyFrom(): void };

/** Bare COPY into one table, as fast as this driver's connection takes it; answers how many rows went in. */
export function copyIn(client: pg.Client, table: string, chunks: readonly Uint8Array[]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let rows = 0;
  client.query({
    submit: (connection: Wire) => connection.query(`copy ${table} from stdin (format csv)`),
    handleCopyInResponse(connection: Wire) {
      for (const chunk of chunks) connection.sendCopyFromChunk(chunk);
      connection.endCopyFrom();
    },
    handleCommandComplete: ({ text }: { text: string }) => void (rows = Number(text.split(" ")[1])),
    handleReadyForQuery: () => resolve(rows),
    handleError: reject,
  } as unknown as pg.Submittable);
  return promise;
}
