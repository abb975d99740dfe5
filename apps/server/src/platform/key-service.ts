import { ConfigError, isLocalHost } from "./config.ts";

type Env = Record<string, string | undefined>;
/** Opens keys that lie in the configuration sealed. A further key service is one more of these. */
export type KeyService = { opens(text: string): boolean; open(text: string): Promise<string> };

const KEY_NAMES = ["SECRET_KEY", "SECRET_KEYS_EARLIER", "CARD_VAULT_KEY"] as const;
const WAIT_MS = 10_000;

/**
 * Vault's transit engine (`vault write transit/encrypt/<key> plaintext=…`): what begins with `vault:v` is handed to it
 * once, at the start. So no key lies readable in the configuration, and Vault's log says who opened it when.
 */
export function createVaultTransit({ url, token, key }: { url: string; token: string; key: string }): KeyService {
  const address = new URL(`/v1/transit/decrypt/${encodeURIComponent(key)}`, url);
  return {
    opens: (text) => /^vault:v\d+:/.test(text),
    async open(ciphertext) {
      const response = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json", "x-vault-token": token },
        body: JSON.stringify({ ciphertext }),
        signal: AbortSignal.timeout(WAIT_MS),
      }).catch((error: unknown) => {
        throw new ConfigError(`KEY_SERVICE_URL does not answer: ${String(error)}`);
      });
      if (!response.ok) throw new ConfigError(`the key service refused to open a key: status ${response.status}`);
      const { data } = (await response.json()) as { data?: { plaintext?: string } };
      if (!data?.plaintext) throw new ConfigError("the key service answered without a key");
      return Buffer.from(data.plaintext, "base64").toString("utf8");
    },
  };
}

/** The environment with its keys opened; as it is where no key service is named. */
export async function openKeys(env: Env): Promise<Env> {
  const [url, token, key] = [env["KEY_SERVICE_URL"], env["KEY_SERVICE_TOKEN"], env["KEY_SERVICE_NAME"]];
  const sealed = KEY_NAMES.filter((name) => env[name]?.includes("vault:v"));
  if (!url && sealed.length > 0) throw new ConfigError(`${sealed[0]} is sealed: set KEY_SERVICE_URL to open it`);
  if (!url) return env;
  if (!token || !key) throw new ConfigError("KEY_SERVICE_URL needs KEY_SERVICE_TOKEN and KEY_SERVICE_NAME beside it");
  if (!URL.canParse(url)) throw new ConfigError("KEY_SERVICE_URL is not an address: set https://…");
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && !isLocalHost(hostname))
    throw new ConfigError("KEY_SERVICE_URL is not safe: set an https address (http only on this machine)");
  const service = createVaultTransit({ url, token, key });
  const opened = await Promise.all(
    KEY_NAMES.filter((name) => env[name]).map(async (name) => {
      const parts = env[name]!.split(",").map((part) => part.trim());
      const plain = await Promise.all(parts.map(async (part) => (service.opens(part) ? service.open(part) : part)));
      return [name, plain.join(",")] as const;
    }),
  );
  return { ...env, ...Object.fromEntries(opened) };
}
