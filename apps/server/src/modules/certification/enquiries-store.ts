import { enquiryLifecycle, type EnquiryState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Application } from "./applications-store.ts";

export type EnquiryPost = {
  id: string;
  byMerchant: boolean;
  author: string;
  text: string;
  fileIds: string[];
  at: Date;
};
export type Enquiry = {
  id: string;
  applicationId: string;
  field: string;
  label: string;
  state: EnquiryState;
  createdAt: Date;
  dueAt: Date;
};
type Case = Pick<Application, "merchantId" | "id">;
const COLUMNS = sql`id, application_id as "applicationId", field, label, state, created_at as "createdAt", due_at as "dueAt"`;

export async function insertEnquiry(tx: Tx, merchantId: string, e: Enquiry): Promise<void> {
  await sql`insert into certification_enquiry (merchant_id, id, application_id, field, label, state, due_at, created_at)
    values (${merchantId}, ${e.id}, ${e.applicationId}, ${e.field}, ${e.label}, ${e.state}, ${e.dueAt}, ${e.createdAt})`.execute(
    tx,
  );
}

export async function insertPost(tx: Tx, merchantId: string, enquiryId: string, post: EnquiryPost): Promise<void> {
  await sql`insert into certification_enquiry_post (merchant_id, enquiry_id, id, by_merchant, author, words, file_ids, at)
    values (${merchantId}, ${enquiryId}, ${post.id}, ${post.byMerchant}, ${post.author}, ${post.text},
      ${post.fileIds}::uuid[], ${post.at})`.execute(tx);
}

export async function findEnquiry(db: Db, merchantId: string, id: string): Promise<Enquiry | undefined> {
  const { rows } = await sql<Enquiry>`
    select ${COLUMNS} from certification_enquiry where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

export async function countOpen(db: Db, { merchantId, id }: Case): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from certification_enquiry
    where merchant_id = ${merchantId} and application_id = ${id} and state = 'open'`.execute(db);
  return rows[0]!.count;
}

/** Those that are not settled yet. */
export async function listUnsettled(tx: Tx, { merchantId, id }: Case): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from certification_enquiry
    where merchant_id = ${merchantId} and application_id = ${id}
      and state = any(${enquiryLifecycle.actions.close.from}::text[])`.execute(tx);
  return rows.map((row) => row.id);
}

export async function listEnquiries(db: Db, { merchantId, id }: Case): Promise<(Enquiry & { posts: EnquiryPost[] })[]> {
  const { rows: enquiries } = await sql<Enquiry>`
    select ${COLUMNS} from certification_enquiry
    where merchant_id = ${merchantId} and application_id = ${id} order by id`.execute(db);
  const { rows: posts } = await sql<EnquiryPost & { enquiryId: string }>`
    select enquiry_id as "enquiryId", id, by_merchant as "byMerchant", author, words as text, file_ids as "fileIds", at
    from certification_enquiry_post
    where merchant_id = ${merchantId} and enquiry_id = any(${enquiries.map((e) => e.id)}::uuid[]) order by id`.execute(
    db,
  );
  return enquiries.map((enquiry) => ({
    ...enquiry,
    posts: posts.filter(({ enquiryId }) => enquiryId === enquiry.id).map(({ enquiryId: _of, ...post }) => post),
  }));
}
