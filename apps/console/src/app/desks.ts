import type { OperatorRole, OperatorSelf } from "@coralhub/contract";
import {
  CONSOLE_ROUTES,
  deskAddress,
  fillPath,
  type Address,
  type ConsoleKey,
  type ConsoleRow,
  type DeskGroup,
  type WaitingDesk,
} from "@coralhub/domain";
import { mayUse } from "../platform/roles.ts";

/** Whether this operator may open the row at all: what the bar offers and what the guard lets through are the same. */
export const mayOpen = (row: ConsoleRow, self: OperatorSelf): boolean =>
  mayUse(self, row.role) && (!row.sandboxOnly || self.sandbox) && (row.beforeSetup === true || self.setup.length === 0);

export type BarDesk = { key: ConsoleKey; group: DeskGroup; label: string; to: Address; waits: readonly WaitingDesk[] };

/** What the bar offers this operator, in the table's order. */
export const barDesks = (self: OperatorSelf): BarDesk[] =>
  CONSOLE_ROUTES.flatMap((row) =>
    row.bar && row.group && mayOpen(row, self)
      ? [{ key: row.key, group: row.group, label: row.bar, to: fillPath(row.path), waits: row.waits ?? [] }]
      : [],
  );

/** Where the work of a role waits. */
const OWN_DESKS: readonly { role: OperatorRole; desk: ConsoleKey }[] = [
  { role: "finance", desk: "payoutDesk" },
  { role: "reviewer", desk: "certificationDesk" },
  { role: "admin", desk: "approvals" },
];

/** The operator's own desk, else the first of the bar that is open to them. */
export function firstDesk(self: OperatorSelf): Address {
  const open = barDesks(self);
  const own = OWN_DESKS.find(({ role }) => self.roles.includes(role))?.desk;
  return (open.find(({ key }) => key === own) ?? open[0])?.to ?? deskAddress("security");
}
