import { OPEN_API } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { findNamedApp, insertApp, keepToken, type OpenApp } from "./apps-store.ts";
import { hashToken } from "./verify-call.ts";

type PlantedApp = Pick<OpenApp, "merchantId" | "id" | "appId" | "product" | "scopes" | "personId" | "createdAt"> & {
  token: string;
};

/** A program of the demo world with a token everybody may know; nothing where it is already there. */
export async function plantApp(tx: Tx, { token, ...app }: PlantedApp): Promise<void> {
  if (await findNamedApp(tx, app.appId)) return;
  await insertApp(tx, { ...app, ipWhitelist: [], callsPerMinute: OPEN_API.callsPerMinute });
  await keepToken(tx, app, hashToken(token), app.createdAt);
}
