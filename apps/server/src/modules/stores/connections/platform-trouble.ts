import { Refusal } from "@coralhub/contract";
import { CONNECTORS, type Connector } from "@coralhub/domain";
import type { Log } from "../../../platform/log.ts";
import type { MarketplaceError, Trouble } from "../../../rails/marketplaces/index.ts";

/** Known by name: the module is given the rail, it does not import its class. */
export const isTrouble = (error: unknown): error is MarketplaceError =>
  error instanceof Error && error.name === "MarketplaceError";

const SAID = {
  absent: "connection.not_open",
  refused: "connection.refused",
  address: "connection.address_refused",
  busy: "connection.unreachable",
  unavailable: "connection.unreachable",
  unexpected: "connection.unreachable",
} as const satisfies Record<Trouble, string>;
/** Whose fault it is, where a form has asked for it. */
const AT: Partial<Record<Trouble, Record<string, string>>> = {
  address: { url: "这个地址打不开，请填写平台给您的公开网址" },
};
/** What we have to look into ourselves. */
const OURS: readonly Trouble[] = ["absent", "unexpected"];

/** Asks a platform on behalf of somebody who waits: its trouble becomes a refusal that says what to do. */
export async function asking<T>(log: Log, connector: Connector, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isTrouble(error)) throw error;
    if (OURS.includes(error.trouble)) log.warn({ connector, problem: error.message }, "platform");
    throw new Refusal(SAID[error.trouble], { platform: CONNECTORS[connector].label }, AT[error.trouble]);
  }
}
