import { createServer, type AddressInfo } from "node:net";

type Place = { port: number; host?: string };

/** Listens there for a moment and answers with the port; fails as whoever listened there for good would. */
export function tryPort({ port, host = "127.0.0.1" }: Place): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen({ port, host }, () => {
      const { port: taken } = server.address() as AddressInfo;
      server.close(() => resolve(taken));
    });
  });
}

/** A port nobody listens on at this moment. */
export const freePort = (): Promise<number> => tryPort({ port: 0 });

export const isPortFree = (port: number): Promise<boolean> =>
  tryPort({ port }).then(
    () => true,
    () => false,
  );
