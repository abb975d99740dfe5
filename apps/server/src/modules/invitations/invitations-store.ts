import type { InvitationDoubt, InvitationState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type FriendKey = { merchantId: string; friendId: string };
export type Progress = FriendKey & {
  state: InvitationState;
  doubts: InvitationDoubt[];
  rewardMinor: bigint | null;
  reason: string | null;
  joinedAt: Date;
};
const COLUMNS = sql`merchant_id as "merchantId", friend_id as "friendId", state, doubts, reward_minor as "rewardMinor", reason,
  joined_at as "joinedAt"`;

/** False where it is known. */
export async function insertProgress(
  tx: Tx,
  { merchantId, friendId, joinedAt }: FriendKey & { joinedAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into invitation_progress (merchant_id, friend_id, state, joined_at, changed_at)
    values (${merchantId}, ${friendId}, 'joined', ${joinedAt}, ${joinedAt})
    on conflict (merchant_id, friend_id) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function listFriends(db: Db, merchantId: string): Promise<Progress[]> {
  const { rows } = await sql<Progress>`
    select ${COLUMNS} from invitation_progress where merchant_id = ${merchantId} order by joined_at, friend_id`.execute(
    db,
  );
  return rows;
}

/** When the newest of those that are known came; nothing where none is. */
export async function newestJoined(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select max(joined_at) as at from invitation_progress`.execute(db);
  return rows[0]?.at ?? undefined;
}

/**
 * Those whose last look is longest ago, marked as looked at now: however many there are, everybody's turn comes. Each is
 * marked by a statement of its own, so that no row is held while another is waited for: whoever is being rewarded holds the
 * inviter's rows in an order of their own.
 */
export async function takeTurn(db: Db, at: Date, limit: number): Promise<Progress[]> {
  const { rows: due } = await sql<FriendKey>`
    select merchant_id as "merchantId", friend_id as "friendId" from invitation_progress
    where state in ('joined', 'certified') order by looked_at nulls first, joined_at, friend_id limit ${limit}`.execute(
    db,
  );
  const taken: Progress[] = [];
  for (const { merchantId, friendId } of due) {
    const { rows } = await sql<Progress>`
      update invitation_progress set looked_at = ${at}
      where merchant_id = ${merchantId} and friend_id = ${friendId} and state in ('joined', 'certified')
      returning ${COLUMNS}`.execute(db);
    taken.push(...rows);
  }
  return taken;
}

export async function listReviews(db: Db, limit: number): Promise<Progress[]> {
  const { rows } = await sql<Progress>`
    select ${COLUMNS} from invitation_progress where state in ('reviewing', 'declined') or decided_by is not null
    order by (state = 'reviewing') desc, changed_at desc, friend_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Everybody around an inviter but this friend: the latest of the other friends, and whoever invited the inviter. */
export async function listCircle(db: Db, { merchantId, friendId }: FriendKey, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select friend_id as id from invitation_progress where merchant_id = ${merchantId} and friend_id <> ${friendId}
     order by joined_at desc, friend_id desc limit ${limit})
    union all select merchant_id from invitation_progress where friend_id = ${merchantId}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countReviews(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invitation_progress where state = 'reviewing'`.execute(db);
  return rows[0]!.count;
}

/** How many rewards there were before; holds the inviter's rows, so that two of them count one after the other. */
export async function countRewarded(tx: Tx, merchantId: string): Promise<number> {
  await sql`select 1 from invitation_progress where merchant_id = ${merchantId} order by friend_id for update`.execute(
    tx,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invitation_progress
    where merchant_id = ${merchantId} and state = 'rewarded'`.execute(tx);
  return rows[0]!.count;
}
