import { MoneyEventsPage, type MoneyRecords } from "../features/activity/money-events-page.tsx";
import { IncomeRecord, IncomeRecordFooter } from "../features/income/income-record.tsx";
import { PayoutDetailView, PayoutFooter } from "../features/payouts/payout-detail.tsx";

const PAYOUT = { Body: PayoutDetailView, Footer: PayoutFooter };
/** In 收支明细 a payment opens as it does in its own list, with everything that can be done about it. */
const RECORDS: MoneyRecords = {
  income: { Body: IncomeRecord, Footer: IncomeRecordFooter },
  withdrawal: PAYOUT,
  supplier: PAYOUT,
  service: PAYOUT,
  seller: PAYOUT,
};

export const AllMoneyPage = () => <MoneyEventsPage records={RECORDS} />;
export const MoneyInPage = () => <MoneyEventsPage key="in" tab="in" records={RECORDS} />;
export const MoneyOutPage = () => <MoneyEventsPage key="out" tab="out" records={RECORDS} />;
