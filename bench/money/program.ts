import { API_SCOPES } from "@coralhub/domain";
import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { MoneyWorld, PaidMerchant } from "./money-world.ts";

export type Program = { merchant: PaidMerchant; appId: string; token: string };

/** A merchant's program with every permission; the sandbox takes its token for a signature. */
export async function addProgram({ owner }: Pick<MoneyWorld, "owner">, merchant: PaidMerchant): Promise<Program> {
  const token = `coral_test_${randomBytes(24).toString("base64url")}`;
  const appId = `APP-${randomBytes(6).toString("hex").toUpperCase()}`;
  const { merchantId } = merchant;
  await owner.query(
    `insert into open_app (merchant_id, id, app_id, product, scopes, calls_per_minute, person_id, created_at, changed_at)
     values ($1::uuid, $1::uuid, $2, 'Bench', $3, 100000, $1::uuid, now(), now())`,
    [merchantId, appId, Object.keys(API_SCOPES)],
  );
  await owner.query("insert into open_app_name (app_id, owner_id, id) values ($2, $1, $1)", [merchantId, appId]);
  await owner.query("insert into open_token (merchant_id, app, secret_hash, created_at) values ($1, $1, $2, now())", [
    merchantId,
    createHash("sha256").update(token).digest(),
  ]);
  return { merchant, appId, token };
}

type Input = { body?: object; form?: FormData };
/** Whatever is not answered as wished ends the run. */
export async function askOpen<T>(
  url: string,
  { appId, token }: Program,
  path: string,
  { body, form }: Input = {},
): Promise<T> {
  const content = form ?? (body && JSON.stringify(body));
  const response = await fetch(`${url}/open/v1${path}`, {
    method: content === undefined ? "GET" : "POST",
    headers: {
      "x-app-id": appId,
      authorization: `Bearer ${token}`,
      ...(content !== undefined && { "x-request-id": `bench-${randomBytes(8).toString("hex")}` }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(content !== undefined && { body: content }),
  });
  const answer = (await response.json()) as { msg: string; data: T };
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

export async function waitFor<T>(look: () => Promise<T | undefined>, everyMs = 50): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(everyMs);
  }
}
