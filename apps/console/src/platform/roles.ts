import type { OperatorRole, OperatorSelf } from "@coralhub/contract";

/** An admin holds every role; what names no role is for everyone. */
export const mayUse = (self: OperatorSelf, role: OperatorRole | undefined): boolean =>
  role === undefined || self.roles.includes(role) || self.roles.includes("admin");
