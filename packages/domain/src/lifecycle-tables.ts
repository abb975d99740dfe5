import { applicationLifecycle, enquiryLifecycle } from "./certification-review.ts";
import { certificationLifecycle } from "./certification.ts";
import { moduleLifecycle } from "./deposits.ts";
import { adjustmentLifecycle } from "./ledger-adjustments.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { messageLifecycle } from "./message-categories.ts";
import { recoveryLifecycle } from "./recovery.ts";

/** Where each lifecycle's state is kept, by `table.column`: a test compares its states with the column's check constraint. */
export const LIFECYCLE_TABLES: readonly { lifecycle: Lifecycle; column: `${string}.${string}` }[] = [
  { lifecycle: adjustmentLifecycle, column: "ledger_adjustment.state" },
  { lifecycle: certificationLifecycle, column: "certification.state" },
  { lifecycle: applicationLifecycle, column: "certification_application.state" },
  { lifecycle: enquiryLifecycle, column: "certification_enquiry.state" },
  { lifecycle: messageLifecycle, column: "message.status" },
  { lifecycle: moduleLifecycle, column: "module_application.state" },
  { lifecycle: recoveryLifecycle, column: "account_recovery.state" },
];
