import { createClient, type CallInput, type CallOutput, type Endpoint } from "@coralhub/contract";

type CallOptions = {
  token?: string;
  idempotencyKey?: string;
  /** Where the call seems to come from. */ address?: string;
  signal?: AbortSignal;
};

/** Calls an endpoint through HTTP, as its table says; refusals are thrown as `CallRefused`. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E["input"]>,
  options?: CallOptions,
) => Promise<CallOutput<E["output"]>>;

export function createCall(url: string): Call {
  return (endpoint, input, { token, idempotencyKey, address, signal } = {}) => {
    const client = createClient(
      { call: endpoint },
      {
        fetch: (path, init) => {
          const headers = new Headers(init.headers);
          if (address) headers.set("x-forwarded-for", address);
          return fetch(path, { ...init, headers });
        },
        origin: () => url,
        token: () => token ?? null,
        systemType: "web",
        newKey: () => crypto.randomUUID(),
      },
    );
    return client.call(input, { idempotencyKey, signal });
  };
}
