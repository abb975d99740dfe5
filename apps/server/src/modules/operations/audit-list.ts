import type { auditList } from "@coralhub/contract";
import { AUDIT_ACTIONS } from "@coralhub/domain";
import { sql } from "kysely";
import type { ListSource } from "../../platform/list-query.ts";

const words = sql.join(
  Object.entries(AUDIT_ACTIONS).map(([action, label]) => sql`when ${action} then ${label}`),
  sql` `,
);

/** The labels are put in by the database, so that the page and the exported file say the same. */
export const auditSource: ListSource<typeof auditList.row> = {
  from: sql`audit_entry e left join operator o on e.actor_kind = 'operator' and o.id::text = e.actor_id`,
  owner: sql`e.actor_id`,
  id: sql`e.id`,
  columns: {
    id: sql`e.id`,
    at: sql`e.at`,
    actorKind: sql`e.actor_kind`,
    actor: sql`coalesce(o.name || ' ' || o.email, e.actor_id)`,
    action: sql`e.action`,
    what: sql`case e.action ${words} else e.action end`,
    subject: sql`e.subject`,
    detail: sql`e.detail::text`,
    address: sql`coalesce(e.address, '')`,
  },
};
