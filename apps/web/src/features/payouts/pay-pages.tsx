import { PayPage } from "./pay-page.tsx";

/** /wthdrawal/multiCurrencyWithdraw */
export const WithdrawPage = () => <PayPage kind="withdrawal" />;
/** /supplierPayment */
export const SupplierPaymentPage = () => <PayPage kind="supplier" />;
/** /serviceTransfer */
export const ServicePaymentPage = () => <PayPage kind="service" />;
/** /supplierPaymentWallet */
export const WalletSupplierPaymentPage = () => <PayPage kind="supplier" from="wallet" />;
/** /serviceTransferWallet */
export const WalletServicePaymentPage = () => <PayPage kind="service" from="wallet" />;
/** /internetCommercialBank/crossBorder */
export const MybankWithdrawPage = () => <PayPage kind="withdrawal" bank="mybank" />;
/** /sellerPayment */
export const SellerPaymentPage = () => <PayPage kind="seller" />;
