import type { requestList } from "@coralhub/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";
import type { AppKey } from "./apps-store.ts";

export type LoggedRequest = {
  merchantId: string;
  id: string;
  app: string;
  at: Date;
  method: string;
  path: string;
  operation: string;
  status: number;
  code: number | null;
  reason: string | null;
  ms: number;
  address: string;
  requestId: string;
  callerRequestId: string | null;
  body: string | null;
  answer: string | null;
  masked: boolean;
};

export async function insertRequests(db: Db, rows: readonly LoggedRequest[]): Promise<void> {
  await sql`
    insert into open_request (merchant_id, id, app, at, method, path, operation, status, code, reason, ms, address, request_id,
      caller_request_id, body, answer, masked)
    select r."merchantId", r.id, r.app, r.at, r.method, r.path, r.operation, r.status, r.code, r.reason, r.ms, r.address,
      r."requestId", r."callerRequestId", r.body, r.answer, r.masked
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("merchantId" uuid, id uuid, app uuid, at timestamptz,
      method text, path text, operation text, status int, code int, reason text, ms int, address text, "requestId" text,
      "callerRequestId" text, body text, answer text, masked boolean)
    on conflict do nothing`.execute(db);
}

const RESULT = sql`case when r.status < 400 then 'done' when r.status < 500 then 'refused' else 'failed' end`;
export const requestSource: ListSource<(typeof requestList)["row"]> = {
  from: sql`open_request r join open_app a on a.merchant_id = r.merchant_id and a.id = r.app`,
  owner: sql`r.merchant_id`,
  id: sql`r.id`,
  columns: {
    id: sql`r.id`,
    at: sql`r.at`,
    appId: sql`a.app_id`,
    method: sql`r.method`,
    path: sql`r.path`,
    status: sql`r.status`,
    result: RESULT,
    code: sql`r.code`,
    ms: sql`r.ms`,
    address: sql`r.address`,
    requestId: sql`r.request_id`,
  },
};

export type RequestRow = Omit<LoggedRequest, "merchantId" | "app"> & {
  appId: string;
  result: "done" | "refused" | "failed";
};
export async function findRequest(db: Db, merchantId: string, id: string): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select r.id, r.at, a.app_id as "appId", r.method, r.path, r.operation, r.status,
      ${RESULT} as result, r.code, r.reason, r.ms, r.address,
      r.request_id as "requestId", r.caller_request_id as "callerRequestId", r.body, r.answer, r.masked
    from open_request r join open_app a on a.merchant_id = r.merchant_id and a.id = r.app
    where r.merchant_id = ${merchantId} and r.id = ${id}`.execute(db);
  return rows[0];
}

export type Usage = { refused: number; medianMs: number | null };
export async function usageSince(db: Db, { merchantId, id }: AppKey, since: Date): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select count(*) filter (where status >= 400)::int as refused,
      percentile_disc(0.5) within group (order by ms)::int as "medianMs"
    from open_request where merchant_id = ${merchantId} and app = ${id} and at >= ${since}`.execute(db);
  return rows[0]!;
}

export type FrequentError = { code: number; reason: string; count: number };
/** Of one app, or of all. */
export async function frequentErrors(db: Db, app: AppKey | null, since: Date): Promise<FrequentError[]> {
  const whose = app ? sql`merchant_id = ${app.merchantId} and app = ${app.id}` : sql`true`;
  const { rows } = await sql<FrequentError>`
    select code, coalesce(reason, '') as reason, count(*)::int as count from open_request
    where ${whose} and at >= ${since} and code is not null group by code, reason order by count(*) desc, code limit 10`.execute(
    db,
  );
  return rows;
}

export async function sweepRequests(db: Db, before: Date): Promise<void> {
  await sql`delete from open_request where at < ${before}`.execute(db);
}
