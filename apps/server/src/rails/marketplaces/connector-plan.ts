import { ConfigError } from "../../platform/config.ts";
import type { Transport } from "./transport.ts";

/**
 * A client for one platform: which settings it needs (as `CONNECT_EBAY_CLIENT_ID`), where the platform lives
 * (another place as `CONNECT_EBAY_API_URL`, for the platform's own test site), and how it is made from them.
 */
export type ConnectorPlan<N extends string, H extends string, M, O extends string = never> = {
  settings: readonly N[];
  /** Settings it can do without, at the price its client names; all of them or none. */
  optional?: readonly O[];
  hosts: Readonly<Record<H, string>>;
  create(transport: Transport, own: Record<N, string>, hosts: Record<H, string>, more?: Record<O, string>): M;
};
export const connectorPlan = <const N extends string, const H extends string, M, const O extends string = never>(
  plan: ConnectorPlan<N, H, M, O>,
): ConnectorPlan<N, H, M, O> => plan;

type Env = Readonly<Record<string, string>>;
const wordOf = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();

/** The variables a connector's settings come from. */
export const variables = (connector: string, names: readonly string[]): string[] =>
  names.map((name) => `CONNECT_${wordOf(connector)}_${name}`);

/** All of a connector's settings, or nothing; some of them without the others is a mistake worth stopping for. */
export function settingsOf<N extends string>(
  connector: string,
  names: readonly N[],
  env: Env,
): Record<N, string> | undefined {
  const values = variables(connector, names).map((variable) => ({ variable, value: env[variable] }));
  const missing = values.filter(({ value }) => !value);
  if (missing.length === 0)
    return Object.fromEntries(names.map((name, at) => [name, values[at]!.value])) as Record<N, string>;
  if (missing.length === names.length) return undefined;
  const lacking = missing.map(({ variable }) => variable).join(", ");
  throw new ConfigError(`${lacking} must be set too, because other settings of ${connector} are`);
}

export function hostsOf<H extends string>(
  connector: string,
  hosts: Readonly<Record<H, string>>,
  env: Env,
): Record<H, string> {
  const entries = Object.entries<string>(hosts).map(([name, usual]) => {
    const given = env[`CONNECT_${wordOf(connector)}_${wordOf(name)}_URL`];
    if (given !== undefined && !/^https?:$/.test(URL.canParse(given) ? new URL(given).protocol : ""))
      throw new ConfigError(`CONNECT_${wordOf(connector)}_${wordOf(name)}_URL is not an address we can use`);
    return [name, (given ?? usual).replace(/\/+$/, "")];
  });
  return Object.fromEntries(entries) as Record<H, string>;
}
