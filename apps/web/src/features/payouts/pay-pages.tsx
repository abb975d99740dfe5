import { PayPage } from "./pay-page.tsx";

/** /wthdrawal/multiCurrencyWithdraw */
export const WithdrawPage = () => <PayPage channel="withdrawal" />;
/** /supplierPayment */
export const SupplierPaymentPage = () => <PayPage channel="supplier" />;
/** /serviceTransfer */
export const ServicePaymentPage = () => <PayPage channel="service" />;
/** /internetCommercialBank/crossBorder */
export const MybankWithdrawPage = () => <PayPage channel="mybank" />;
