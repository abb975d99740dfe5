import type { Simulation } from "@coralhub/testkit/simulate";
import { accountsSimulation } from "../../apps/server/src/modules/accounts/simulate-fixture.ts";
import { activitySimulation } from "../../apps/server/src/modules/activity/simulate-fixture.ts";
import { batchesSimulation } from "../../apps/server/src/modules/batches/simulate-fixture.ts";
import { beneficiariesSimulation } from "../../apps/server/src/modules/beneficiaries/simulate-fixture.ts";
import { campaignsSimulation } from "../../apps/server/src/modules/campaigns/simulate-fixture.ts";
import { cardsSimulation } from "../../apps/server/src/modules/cards/simulate-fixture.ts";
import { certificationSimulation } from "../../apps/server/src/modules/certification/simulate-fixture.ts";
import { couponsSimulation } from "../../apps/server/src/modules/coupons/simulate-fixture.ts";
import { depositsSimulation } from "../../apps/server/src/modules/deposits/simulate-fixture.ts";
import { developerSimulation } from "../../apps/server/src/modules/developer/simulate-fixture.ts";
import { escrowSimulation } from "../../apps/server/src/modules/escrow/simulate-fixture.ts";
import { exchangeSimulation } from "../../apps/server/src/modules/exchange/simulate-fixture.ts";
import { exportsSimulation } from "../../apps/server/src/modules/exports/simulate-fixture.ts";
import { homeSimulation } from "../../apps/server/src/modules/home/simulate-fixture.ts";
import { identitySimulation } from "../../apps/server/src/modules/identity/simulate-fixture.ts";
import { incomeSimulation } from "../../apps/server/src/modules/income/simulate-fixture.ts";
import { invitationsSimulation } from "../../apps/server/src/modules/invitations/simulate-fixture.ts";
import { ledgerSimulation } from "../../apps/server/src/modules/ledger/simulate-fixture.ts";
import { lendingSimulation } from "../../apps/server/src/modules/lending/simulate-fixture.ts";
import { messagesSimulation } from "../../apps/server/src/modules/messages/simulate-fixture.ts";
import { mybankSimulation } from "../../apps/server/src/modules/mybank/simulate-fixture.ts";
import { operationsSimulation } from "../../apps/server/src/modules/operations/simulate-fixture.ts";
import { ordersSimulation } from "../../apps/server/src/modules/orders/simulate-fixture.ts";
import { outflowSimulation } from "../../apps/server/src/modules/outflow/simulate-fixture.ts";
import { payoutsSimulation } from "../../apps/server/src/modules/payouts/simulate-fixture.ts";
import { poolingSimulation } from "../../apps/server/src/modules/pooling/simulate-fixture.ts";
import { pricesSimulation } from "../../apps/server/src/modules/prices/simulate-fixture.ts";
import { sellersSimulation } from "../../apps/server/src/modules/sellers/simulate-fixture.ts";
import { statementsSimulation } from "../../apps/server/src/modules/statements/simulate-fixture.ts";
import { storesSimulation } from "../../apps/server/src/modules/stores/simulate-fixture.ts";
import { taxRefundSimulation } from "../../apps/server/src/modules/taxrefund/simulate-fixture.ts";
import { walletsSimulation } from "../../apps/server/src/modules/wallets/simulate-fixture.ts";
import { promisesSimulation } from "./promises.ts";

/** What each capability adds to the simulated year. A capability that has nothing to say there is not in the list. */
export const SIMULATIONS: readonly Simulation[] = [
  operationsSimulation,
  pricesSimulation,
  certificationSimulation,
  storesSimulation,
  accountsSimulation,
  incomeSimulation,
  beneficiariesSimulation,
  sellersSimulation,
  payoutsSimulation,
  outflowSimulation,
  walletsSimulation,
  exchangeSimulation,
  ordersSimulation,
  batchesSimulation,
  poolingSimulation,
  exportsSimulation,
  mybankSimulation,
  cardsSimulation,
  depositsSimulation,
  lendingSimulation,
  escrowSimulation,
  taxRefundSimulation,
  couponsSimulation,
  campaignsSimulation,
  invitationsSimulation,
  ledgerSimulation,
  activitySimulation,
  statementsSimulation,
  messagesSimulation,
  homeSimulation,
  identitySimulation,
  developerSimulation,
  promisesSimulation,
];
