import type { OperatorRole, OperatorSelf, WaitingDesk } from "@coralhub/contract";
import {
  CONSOLE,
  CONSOLE_ROUTES,
  deskAddress,
  fillPath,
  type Address,
  type ConsoleKey,
  type ConsoleRow,
} from "@coralhub/domain";
import { mayUse } from "../platform/roles.ts";

/** A row of the route table as the console reads it: roles and waiting desks are the contract's. */
type Desk = ConsoleRow & { role?: OperatorRole; waits?: readonly WaitingDesk[] };
const DESKS: Readonly<Record<ConsoleKey, Desk>> = CONSOLE;

/** Whether this operator may open the row at all: what the bar offers and what the guard lets through are the same. */
export const mayOpen = (row: ConsoleRow, self: OperatorSelf): boolean =>
  mayUse(self, row.role) && (!row.sandboxOnly || self.sandbox) && (row.beforeSetup === true || self.setup.length === 0);

export type BarDesk = { key: ConsoleKey; label: string; to: Address; waits: readonly WaitingDesk[] };

/** What the bar offers this operator, in the table's order. */
export const barDesks = (self: OperatorSelf): BarDesk[] =>
  CONSOLE_ROUTES.flatMap(({ key }) => {
    const row = DESKS[key];
    if (!row.bar || !mayOpen(row, self)) return [];
    return [{ key, label: row.bar, to: fillPath(row.path), waits: row.waits ?? [] }];
  });

/** The first desk of the bar that is open to this operator. */
export const firstDesk = (self: OperatorSelf): Address => barDesks(self)[0]?.to ?? deskAddress("security");
