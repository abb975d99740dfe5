import { applicationLifecycle, enquiryLifecycle } from "./certification/review.ts";
import { certificationLifecycle } from "./certification/certification.ts";
import { conversionLifecycle, rateJumpLifecycle, standingOrderLifecycle } from "./exchange/conversions.ts";
import { moduleLifecycle } from "./services/services.ts";
import { exportLifecycle } from "./exports/exports.ts";
import { incomeLifecycle, unclaimedIncomeLifecycle } from "./income/incomes.ts";
import { adjustmentLifecycle } from "./ledger/adjustments.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { messageLifecycle } from "./messages/categories.ts";
import { payoutLifecycle } from "./payouts/payouts.ts";
import { fundsMergerLifecycle } from "./pooling/pooling.ts";
import { accountChargeLifecycle, receivingAccountLifecycle } from "./accounts/receiving-accounts.ts";
import { recoveryLifecycle } from "./identity/recovery.ts";
import { authorisationLifecycle, storeLifecycle } from "./stores/stores.ts";

/** Where each lifecycle's state is kept, by `table.column`: a test compares its states with the column's check constraint. */
export const LIFECYCLE_TABLES: readonly { lifecycle: Lifecycle; column: `${string}.${string}` }[] = [
  { lifecycle: adjustmentLifecycle, column: "ledger_adjustment.state" },
  { lifecycle: certificationLifecycle, column: "certification.state" },
  { lifecycle: applicationLifecycle, column: "certification_application.state" },
  { lifecycle: conversionLifecycle, column: "conversion.state" },
  { lifecycle: standingOrderLifecycle, column: "standing_order.state" },
  { lifecycle: rateJumpLifecycle, column: "fx_rate_jump.state" },
  { lifecycle: enquiryLifecycle, column: "certification_enquiry.state" },
  { lifecycle: exportLifecycle, column: "export_job.state" },
  { lifecycle: fundsMergerLifecycle, column: "funds_merger.state" },
  { lifecycle: incomeLifecycle, column: "income.state" },
  { lifecycle: unclaimedIncomeLifecycle, column: "unclaimed_income.state" },
  { lifecycle: receivingAccountLifecycle, column: "receiving_account.state" },
  { lifecycle: accountChargeLifecycle, column: "account_charge.state" },
  { lifecycle: messageLifecycle, column: "message.status" },
  { lifecycle: moduleLifecycle, column: "module_application.state" },
  { lifecycle: payoutLifecycle, column: "payout.state" },
  { lifecycle: recoveryLifecycle, column: "account_recovery.state" },
  { lifecycle: storeLifecycle, column: "store.state" },
  { lifecycle: authorisationLifecycle, column: "store.authorisation" },
];
