import { PayPage } from "./pay-page.tsx";

/** /wthdrawal/multiCurrencyWithdraw */
export const WithdrawPage = () => <PayPage kind="withdrawal" />;
/** /supplierPayment */
export const SupplierPaymentPage = () => <PayPage kind="supplier" />;
/** /serviceTransfer */
export const ServicePaymentPage = () => <PayPage kind="service" />;
