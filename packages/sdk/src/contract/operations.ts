// Written by `npm run sdk:contract` from the tables the server mounts.
import type {
  GetCertificationInput,
  GetCertificationOutput,
  GetCertificationApplicationInput,
  GetCertificationApplicationOutput,
  UploadCertificationFileInput,
  UploadCertificationFileOutput,
  AnswerEnquiryInput,
  AnswerEnquiryOutput,
} from "./certification.ts";
import type {
  ListStoresInput,
  ListStoresOutput,
  GetStoreInput,
  GetStoreOutput,
  RenameStoreInput,
  RenameStoreOutput,
  RemarkStoresInput,
  RemarkStoresOutput,
  HideStoresInput,
  HideStoresOutput,
  MoveStoresInput,
  MoveStoresOutput,
  RemoveStoreInput,
  RemoveStoreOutput,
  UploadStoreFileInput,
  UploadStoreFileOutput,
  BindShopifyStoreInput,
  BindShopifyStoreOutput,
  BindEbayStoreInput,
  BindEbayStoreOutput,
  BindAmazonStoreInput,
  BindAmazonStoreOutput,
  BindOtherStoreInput,
  BindOtherStoreOutput,
} from "./stores.ts";
import type { ListStorePlatformsInput, ListStorePlatformsOutput } from "./store-platforms.ts";
import type { GetStoreAuthorisationInput, GetStoreAuthorisationOutput } from "./store-authorisation.ts";
import type {
  ListAccountsInput,
  ListAccountsOutput,
  GetAccountInput,
  GetAccountOutput,
  GetAccountLetterInput,
  GetAccountLetterOutput,
  ReapplyAccountInput,
  ReapplyAccountOutput,
} from "./accounts.ts";
import type { ListAccountEntriesInput, ListAccountEntriesOutput } from "./account-entries.ts";
import type {
  GetStatementInput,
  GetStatementOutput,
  GetStatementPdfInput,
  GetStatementPdfOutput,
} from "./statements.ts";
import type {
  ListIncomesInput,
  ListIncomesOutput,
  GetIncomeInput,
  GetIncomeOutput,
  GetIncomeReceiptInput,
  GetIncomeReceiptOutput,
  UploadIncomeFileInput,
  UploadIncomeFileOutput,
  SupplementIncomeInput,
  SupplementIncomeOutput,
  ClaimIncomeInput,
  ClaimIncomeOutput,
  ReturnIncomeInput,
  ReturnIncomeOutput,
  LinkOrdersInput,
  LinkOrdersOutput,
  UnlinkOrdersInput,
  UnlinkOrdersOutput,
  LinkShopifySettlementInput,
  LinkShopifySettlementOutput,
  LinkEbaySettlementInput,
  LinkEbaySettlementOutput,
  LinkDhgateSettlementInput,
  LinkDhgateSettlementOutput,
  LinkBigcommerceSettlementInput,
  LinkBigcommerceSettlementOutput,
  LinkThreeCartSettlementInput,
  LinkThreeCartSettlementOutput,
} from "./incomes.ts";
import type {
  ListMoneyEventsInput,
  ListMoneyEventsOutput,
  GetMoneyTotalsInput,
  GetMoneyTotalsOutput,
} from "./money-events.ts";
import type {
  GetPeriodStatementInput,
  GetPeriodStatementOutput,
  GetPeriodStatementFileInput,
  GetPeriodStatementFileOutput,
  GetVoucherFileInput,
  GetVoucherFileOutput,
  GetMonthPackInput,
  GetMonthPackOutput,
} from "./period-statements.ts";
import type { GetBalancesAsOfInput, GetBalancesAsOfOutput, GetBalancesInput, GetBalancesOutput } from "./balances.ts";
import type { GetBankFormsInput, GetBankFormsOutput } from "./bank-forms.ts";
import type { ListIntermediaryBanksInput, ListIntermediaryBanksOutput } from "./intermediary-banks.ts";
import type {
  ListPayeesInput,
  ListPayeesOutput,
  GetPayeeInput,
  GetPayeeOutput,
  UploadPayeeFileInput,
  UploadPayeeFileOutput,
  AddOwnPayeeInput,
  AddOwnPayeeOutput,
  AddSupplierPayeeInput,
  AddSupplierPayeeOutput,
  AddServicePayeeInput,
  AddServicePayeeOutput,
  ChangeSupplierPayeeInput,
  ChangeSupplierPayeeOutput,
  ChangeServicePayeeInput,
  ChangeServicePayeeOutput,
  ChangeOwnPayeeInput,
  ChangeOwnPayeeOutput,
  DisableOwnPayeeInput,
  DisableOwnPayeeOutput,
  DisablePayeeInput,
  DisablePayeeOutput,
} from "./payees.ts";
import type {
  ListRelatedPartiesInput,
  ListRelatedPartiesOutput,
  AddRelatedPartyInput,
  AddRelatedPartyOutput,
} from "./related-parties.ts";
import type {
  CreatePayeeLinkInput,
  CreatePayeeLinkOutput,
  ListPayeeLinksInput,
  ListPayeeLinksOutput,
} from "./payee-links.ts";
import type {
  ListPayoutsInput,
  ListPayoutsOutput,
  GetPayoutInput,
  GetPayoutOutput,
  GetPayoutReceiptInput,
  GetPayoutReceiptOutput,
  ConfirmPayoutInput,
  ConfirmPayoutOutput,
  ChangeRemittanceInput,
  ChangeRemittanceOutput,
  GetWithdrawalOptionsInput,
  GetWithdrawalOptionsOutput,
  CompareWithdrawalWaysInput,
  CompareWithdrawalWaysOutput,
  QuoteWithdrawalInput,
  QuoteWithdrawalOutput,
  CreateWithdrawalInput,
  CreateWithdrawalOutput,
  CancelWithdrawalInput,
  CancelWithdrawalOutput,
  GetSupplierOptionsInput,
  GetSupplierOptionsOutput,
  CompareSupplierWaysInput,
  CompareSupplierWaysOutput,
  QuoteSupplierInput,
  QuoteSupplierOutput,
  CreateSupplierInput,
  CreateSupplierOutput,
  CancelSupplierInput,
  CancelSupplierOutput,
  GetServiceOptionsInput,
  GetServiceOptionsOutput,
  CompareServiceWaysInput,
  CompareServiceWaysOutput,
  QuoteServiceInput,
  QuoteServiceOutput,
  CreateServiceInput,
  CreateServiceOutput,
  CancelServiceInput,
  CancelServiceOutput,
  GetSellerOptionsInput,
  GetSellerOptionsOutput,
  CompareSellerWaysInput,
  CompareSellerWaysOutput,
  QuoteSellerInput,
  QuoteSellerOutput,
  CreateSellerInput,
  CreateSellerOutput,
  CancelSellerInput,
  CancelSellerOutput,
  CreateWalletPayoutInput,
  CreateWalletPayoutOutput,
} from "./payouts.ts";
import type { GetPayoutReceiptsInput, GetPayoutReceiptsOutput } from "./payout-receipts.ts";
import type {
  ListSeriesInput,
  ListSeriesOutput,
  GetSeriesInput,
  GetSeriesOutput,
  CreateSeriesInput,
  CreateSeriesOutput,
  ConfirmSeriesInput,
  ConfirmSeriesOutput,
  PauseSeriesInput,
  PauseSeriesOutput,
  ResumeSeriesInput,
  ResumeSeriesOutput,
  EndSeriesInput,
  EndSeriesOutput,
  CancelSeriesInput,
  CancelSeriesOutput,
} from "./payout-series.ts";
import type {
  ListBatchesInput,
  ListBatchesOutput,
  GetBatchInput,
  GetBatchOutput,
  GetBatchRowsInput,
  GetBatchRowsOutput,
  GetBatchFileInput,
  GetBatchFileOutput,
  GetPayBatchTemplateInput,
  GetPayBatchTemplateOutput,
  UploadPayBatchInput,
  UploadPayBatchOutput,
  CreatePayBatchInput,
  CreatePayBatchOutput,
  RepairPayBatchRowInput,
  RepairPayBatchRowOutput,
  SettlePayBatchRowsInput,
  SettlePayBatchRowsOutput,
  ChoosePayBatchAccountsInput,
  ChoosePayBatchAccountsOutput,
  QuotePayBatchInput,
  QuotePayBatchOutput,
  ConfirmPayBatchInput,
  ConfirmPayBatchOutput,
  CancelPayBatchInput,
  CancelPayBatchOutput,
  CancelPayBatchRowInput,
  CancelPayBatchRowOutput,
  GetWithdrawalBatchTemplateInput,
  GetWithdrawalBatchTemplateOutput,
  UploadWithdrawalBatchInput,
  UploadWithdrawalBatchOutput,
  CreateWithdrawalBatchInput,
  CreateWithdrawalBatchOutput,
  RepairWithdrawalBatchRowInput,
  RepairWithdrawalBatchRowOutput,
  SettleWithdrawalBatchRowsInput,
  SettleWithdrawalBatchRowsOutput,
  ChooseWithdrawalBatchAccountsInput,
  ChooseWithdrawalBatchAccountsOutput,
  QuoteWithdrawalBatchInput,
  QuoteWithdrawalBatchOutput,
  ConfirmWithdrawalBatchInput,
  ConfirmWithdrawalBatchOutput,
  CancelWithdrawalBatchInput,
  CancelWithdrawalBatchOutput,
  CancelWithdrawalBatchRowInput,
  CancelWithdrawalBatchRowOutput,
} from "./batches.ts";
import type { ListBatchRowsInput, ListBatchRowsOutput } from "./batch-rows.ts";
import type {
  GetWalletInput,
  GetWalletOutput,
  FundWalletInput,
  FundWalletOutput,
  ListTransfersInput,
  ListTransfersOutput,
  GetTransferInput,
  GetTransferOutput,
  CheckWalletPayeeInput,
  CheckWalletPayeeOutput,
  CreateTransferInput,
  CreateTransferOutput,
  ConfirmTransferInput,
  ConfirmTransferOutput,
  CancelTransferInput,
  CancelTransferOutput,
  ListWalletSourcesInput,
  ListWalletSourcesOutput,
  SetWalletAccountsInput,
  SetWalletAccountsOutput,
  CreateSweepInput,
  CreateSweepOutput,
  RemoveSweepInput,
  RemoveSweepOutput,
  GetTransferReceiptInput,
  GetTransferReceiptOutput,
} from "./wallet.ts";
import type {
  GetExchangePairsInput,
  GetExchangePairsOutput,
  GetExchangeRateInput,
  GetExchangeRateOutput,
  QuoteExchangeInput,
  QuoteExchangeOutput,
  CreateConversionInput,
  CreateConversionOutput,
  ListConversionsInput,
  ListConversionsOutput,
  GetConversionInput,
  GetConversionOutput,
  ListStandingOrdersInput,
  ListStandingOrdersOutput,
  CreateStandingOrderInput,
  CreateStandingOrderOutput,
  CancelStandingOrderInput,
  CancelStandingOrderOutput,
} from "./exchange.ts";
import type {
  ListCardsInput,
  ListCardsOutput,
  GetCardInput,
  GetCardOutput,
  CreateCardsInput,
  CreateCardsOutput,
  SuspendCardInput,
  SuspendCardOutput,
  ResumeCardInput,
  ResumeCardOutput,
  CloseCardInput,
  CloseCardOutput,
  SetCardControlsInput,
  SetCardControlsOutput,
  LoadCardInput,
  LoadCardOutput,
  UnloadCardInput,
  UnloadCardOutput,
  UpdateCardInput,
  UpdateCardOutput,
  ReplaceCardInput,
  ReplaceCardOutput,
} from "./cards.ts";
import type {
  GetCardWalletInput,
  GetCardWalletOutput,
  FundCardWalletInput,
  FundCardWalletOutput,
  GetCardFundingReceiptInput,
  GetCardFundingReceiptOutput,
  ListCardWithdrawalsInput,
  ListCardWithdrawalsOutput,
  CreateCardWithdrawalInput,
  CreateCardWithdrawalOutput,
  ConfirmCardWithdrawalInput,
  ConfirmCardWithdrawalOutput,
  CancelCardWithdrawalInput,
  CancelCardWithdrawalOutput,
} from "./card-wallet.ts";
import type {
  ListCardPaymentsInput,
  ListCardPaymentsOutput,
  GetCardPaymentInput,
  GetCardPaymentOutput,
  AttachCardReceiptInput,
  AttachCardReceiptOutput,
  DisputeCardPaymentInput,
  DisputeCardPaymentOutput,
  AddDisputeEvidenceInput,
  AddDisputeEvidenceOutput,
  AnswerCardDisputeInput,
  AnswerCardDisputeOutput,
  WithdrawCardDisputeInput,
  WithdrawCardDisputeOutput,
} from "./card-payments.ts";
import type { ListDepositProductsInput, ListDepositProductsOutput } from "./deposit-products.ts";
import type {
  ListDepositsInput,
  ListDepositsOutput,
  GetDepositInput,
  GetDepositOutput,
  QuoteDepositInput,
  QuoteDepositOutput,
  CreateDepositInput,
  CreateDepositOutput,
  SetMaturityInstructionInput,
  SetMaturityInstructionOutput,
  GetBreakTermsInput,
  GetBreakTermsOutput,
  BreakDepositInput,
  BreakDepositOutput,
  GetDepositInterestInput,
  GetDepositInterestOutput,
  GetDepositCertificateInput,
  GetDepositCertificateOutput,
} from "./deposits.ts";
import type {
  ListAccountChargesInput,
  ListAccountChargesOutput,
  PayAccountChargeInput,
  PayAccountChargeOutput,
} from "./account-charges.ts";
import type { ListPoolingAccountsInput, ListPoolingAccountsOutput } from "./pooling-accounts.ts";
import type {
  PreviewPoolingInput,
  PreviewPoolingOutput,
  ConfirmPoolingInput,
  ConfirmPoolingOutput,
  ListPoolingsInput,
  ListPoolingsOutput,
  GetPoolingInput,
  GetPoolingOutput,
} from "./poolings.ts";
import type { GetOfflineAccountInput, GetOfflineAccountOutput } from "./offline-account.ts";
import type {
  UploadOfflineFileInput,
  UploadOfflineFileOutput,
  CreateOfflineTransferInput,
  CreateOfflineTransferOutput,
  ListOfflineTransfersInput,
  ListOfflineTransfersOutput,
  GetOfflineTransferInput,
  GetOfflineTransferOutput,
  CancelOfflineTransferInput,
  CancelOfflineTransferOutput,
} from "./offline-transfers.ts";
import type { GetDepositOverviewInput, GetDepositOverviewOutput } from "./deposit-overview.ts";
import type { GetDepositStatementInput, GetDepositStatementOutput } from "./deposit-statements.ts";
import type {
  ListCardGroupsInput,
  ListCardGroupsOutput,
  SaveCardGroupInput,
  SaveCardGroupOutput,
  RemoveCardGroupInput,
  RemoveCardGroupOutput,
} from "./card-groups.ts";
import type { GetLoanOverviewInput, GetLoanOverviewOutput } from "./loan-overview.ts";
import type {
  ListLoansInput,
  ListLoansOutput,
  GetLoanInput,
  GetLoanOutput,
  GetLoanContractInput,
  GetLoanContractOutput,
  RepayLoanInput,
  RepayLoanOutput,
  SetLoanIncomeShareInput,
  SetLoanIncomeShareOutput,
} from "./loans.ts";
import type {
  ListEscrowsInput,
  ListEscrowsOutput,
  GetEscrowInput,
  GetEscrowOutput,
  CreateEscrowInput,
  CreateEscrowOutput,
  AcceptEscrowInput,
  AcceptEscrowOutput,
  DeclineEscrowInput,
  DeclineEscrowOutput,
  CancelEscrowInput,
  CancelEscrowOutput,
  DeliverEscrowInput,
  DeliverEscrowOutput,
  DisputeEscrowInput,
  DisputeEscrowOutput,
  AddEscrowEvidenceInput,
  AddEscrowEvidenceOutput,
  FundEscrowInput,
  FundEscrowOutput,
  ReleaseEscrowInput,
  ReleaseEscrowOutput,
  RefundEscrowInput,
  RefundEscrowOutput,
} from "./escrows.ts";
import type { ListTaxReceiptsInput, ListTaxReceiptsOutput } from "./tax-receipts.ts";
import type {
  ListTaxRefundsInput,
  ListTaxRefundsOutput,
  GetTaxRefundInput,
  GetTaxRefundOutput,
  UploadTaxFileInput,
  UploadTaxFileOutput,
  CheckTaxRefundInput,
  CheckTaxRefundOutput,
  CreateTaxRefundInput,
  CreateTaxRefundOutput,
  CorrectTaxRefundInput,
  CorrectTaxRefundOutput,
  CancelTaxRefundInput,
  CancelTaxRefundOutput,
} from "./tax-refunds.ts";
import type {
  ListOrdersInput,
  ListOrdersOutput,
  GetOrderInput,
  GetOrderOutput,
  CreateOrdersInput,
  CreateOrdersOutput,
  UploadOrdersInput,
  UploadOrdersOutput,
  RepairOrderInput,
  RepairOrderOutput,
  MatchOrdersInput,
  MatchOrdersOutput,
} from "./orders.ts";
import type {
  ListOrderUploadsInput,
  ListOrderUploadsOutput,
  GetOrderUploadInput,
  GetOrderUploadOutput,
  GetRejectedOrdersInput,
  GetRejectedOrdersOutput,
} from "./order-uploads.ts";
import type {
  GetQuotaInput,
  GetQuotaOutput,
  ListQuotaUsesInput,
  ListQuotaUsesOutput,
  GetQuotaUseInput,
  GetQuotaUseOutput,
} from "./quota.ts";
import type { ListEventsInput, ListEventsOutput, SendTestEventInput, SendTestEventOutput } from "./events.ts";
import type { SetMetadataInput, SetMetadataOutput } from "./metadata.ts";
import type {
  CreateTestIncomeInput,
  CreateTestIncomeOutput,
  CreateTestOrdersInput,
  CreateTestOrdersOutput,
} from "./sandbox.ts";

export type Operations = {
  /** 实名认证状态 */
  getCertification: { input: GetCertificationInput; output: GetCertificationOutput };
  /** 认证申请详情（不指定编号时为最近一次） */
  getCertificationApplication: { input: GetCertificationApplicationInput; output: GetCertificationApplicationOutput };
  /** 上传认证材料 */
  uploadCertificationFile: { input: UploadCertificationFileInput; output: UploadCertificationFileOutput };
  /** 答复补充资料要求 */
  answerEnquiry: { input: AnswerEnquiryInput; output: AnswerEnquiryOutput };
  /** 店铺列表 */
  listStores: { input: ListStoresInput; output: ListStoresOutput };
  /** 店铺详情 */
  getStore: { input: GetStoreInput; output: GetStoreOutput };
  /** 修改店铺名称 */
  renameStore: { input: RenameStoreInput; output: RenameStoreOutput };
  /** 备注店铺 */
  remarkStores: { input: RemarkStoresInput; output: RemarkStoresOutput };
  /** 隐藏或显示店铺 */
  hideStores: { input: HideStoresInput; output: HideStoresOutput };
  /** 批量修改店铺的收款账户、备注和显示 */
  moveStores: { input: MoveStoresInput; output: MoveStoresOutput };
  /** 移除店铺 */
  removeStore: { input: RemoveStoreInput; output: RemoveStoreOutput };
  /** 上传店铺材料 */
  uploadStoreFile: { input: UploadStoreFileInput; output: UploadStoreFileOutput };
  /** 绑定 Shopify 店铺 */
  bindShopifyStore: { input: BindShopifyStoreInput; output: BindShopifyStoreOutput };
  /** 绑定 eBay 店铺 */
  bindEbayStore: { input: BindEbayStoreInput; output: BindEbayStoreOutput };
  /** 绑定 Amazon 店铺（北美、欧洲可以连同本区域其他站点，一次授权全部生效） */
  bindAmazonStore: { input: BindAmazonStoreInput; output: BindAmazonStoreOutput };
  /** 绑定其他平台的店铺 */
  bindOtherStore: { input: BindOtherStoreInput; output: BindOtherStoreOutput };
  /** 平台类别和平台 */
  listStorePlatforms: { input: ListStorePlatformsInput; output: ListStorePlatformsOutput };
  /** 店铺授权状态 */
  getStoreAuthorisation: { input: GetStoreAuthorisationInput; output: GetStoreAuthorisationOutput };
  /** 收款账户：账户、余额、在途和店铺 */
  listAccounts: { input: ListAccountsInput; output: ListAccountsOutput };
  /** 收款账户：开户资料、收款步骤和经过 */
  getAccount: { input: GetAccountInput; output: GetAccountOutput };
  /** 收款账户证明（PDF，中文或英文） */
  getAccountLetter: { input: GetAccountLetterInput; output: GetAccountLetterOutput };
  /** 银行拒绝后重新申请收款账户 */
  reapplyAccount: { input: ReapplyAccountInput; output: ReapplyAccountOutput };
  /** 收款账户的账目与余额 */
  listAccountEntries: { input: ListAccountEntriesInput; output: ListAccountEntriesOutput };
  /** 收款账户月结单 */
  getStatement: { input: GetStatementInput; output: GetStatementOutput };
  /** 收款账户月结单（PDF，中文或英文） */
  getStatementPdf: { input: GetStatementPdfInput; output: GetStatementPdfOutput };
  /** 收款明细 */
  listIncomes: { input: ListIncomesInput; output: ListIncomesOutput };
  /** 一笔收款：进展、扣留原因和材料 */
  getIncome: { input: GetIncomeInput; output: GetIncomeOutput };
  /** 收款凭证（PDF，中文或英文） */
  getIncomeReceipt: { input: GetIncomeReceiptInput; output: GetIncomeReceiptOutput };
  /** 上传合同、结算单等材料 */
  uploadIncomeFile: { input: UploadIncomeFileInput; output: UploadIncomeFileOutput };
  /** 为一笔收款补充材料 */
  supplementIncome: { input: SupplementIncomeInput; output: SupplementIncomeOutput };
  /** 认领：指明这笔款属于哪个店铺 */
  claimIncome: { input: ClaimIncomeInput; output: ClaimIncomeOutput };
  /** 申请把一笔收款退回付款方 */
  returnIncome: { input: ReturnIncomeInput; output: ReturnIncomeOutput };
  /** 关联订单 */
  linkOrders: { input: LinkOrdersInput; output: LinkOrdersOutput };
  /** 解除订单关联 */
  unlinkOrders: { input: UnlinkOrdersInput; output: UnlinkOrdersOutput };
  /** 把 Shopify 的结算单关联到收款 */
  linkShopifySettlement: { input: LinkShopifySettlementInput; output: LinkShopifySettlementOutput };
  /** 把 eBay 的结算单关联到收款 */
  linkEbaySettlement: { input: LinkEbaySettlementInput; output: LinkEbaySettlementOutput };
  /** 把 敦煌网 的结算单关联到收款 */
  linkDhgateSettlement: { input: LinkDhgateSettlementInput; output: LinkDhgateSettlementOutput };
  /** 把 BigCommerce 的结算单关联到收款 */
  linkBigcommerceSettlement: { input: LinkBigcommerceSettlementInput; output: LinkBigcommerceSettlementOutput };
  /** 把 3dcart 的结算单关联到收款 */
  linkThreeCartSettlement: { input: LinkThreeCartSettlementInput; output: LinkThreeCartSettlementOutput };
  /** 收支明细：收入、支出、换汇、转账、融资在一张表 */
  listMoneyEvents: { input: ListMoneyEventsInput; output: ListMoneyEventsOutput };
  /** 各币种的收入与支出（按业务，不按分录），与列表同样筛选 */
  getMoneyTotals: { input: GetMoneyTotalsInput; output: GetMoneyTotalsOutput };
  /** 对账单：一天或一个月，一种或全部币种 */
  getPeriodStatement: { input: GetPeriodStatementInput; output: GetPeriodStatementOutput };
  /** 下载对账单：PDF（中文、英文）、Excel、CSV、MT940、camt.053 */
  getPeriodStatementFile: { input: GetPeriodStatementFileInput; output: GetPeriodStatementFileOutput };
  /** 下载一个月的记账凭证：金蝶、用友（CSV） */
  getVoucherFile: { input: GetVoucherFileInput; output: GetVoucherFileOutput };
  /** 下载一个月的对账包：对账单、回单、收入、支出、订单、费用、凭证（ZIP） */
  getMonthPack: { input: GetMonthPackInput; output: GetMonthPackOutput };
  /** 某一刻的余额：当时的账，和按现在知道的更正 */
  getBalancesAsOf: { input: GetBalancesAsOfInput; output: GetBalancesAsOfOutput };
  /** 各币种余额与账户 */
  getBalances: { input: GetBalancesInput; output: GetBalancesOutput };
  /** 一个国家的账户要填哪些项，有哪些银行 */
  getBankForms: { input: GetBankFormsInput; output: GetBankFormsOutput };
  /** 中转行：一个币种常用的 */
  listIntermediaryBanks: { input: ListIntermediaryBanksInput; output: ListIntermediaryBanksOutput };
  /** 收款人 */
  listPayees: { input: ListPayeesInput; output: ListPayeesOutput };
  /** 一个收款人：账户、限额、材料和变更 */
  getPayee: { input: GetPayeeInput; output: GetPayeeOutput };
  /** 上传合同、发票或开户证明 */
  uploadPayeeFile: { input: UploadPayeeFileInput; output: UploadPayeeFileOutput };
  /** 添加提现银行账户（签名代替验证码，新收款人照样静置） */
  addOwnPayee: { input: AddOwnPayeeInput; output: AddOwnPayeeOutput };
  /** 添加供应商（签名代替验证码，新收款人照样静置） */
  addSupplierPayee: { input: AddSupplierPayeeInput; output: AddSupplierPayeeOutput };
  /** 添加服务商（签名代替验证码，新收款人照样静置） */
  addServicePayee: { input: AddServicePayeeInput; output: AddServicePayeeOutput };
  /** 修改供应商 */
  changeSupplierPayee: { input: ChangeSupplierPayeeInput; output: ChangeSupplierPayeeOutput };
  /** 修改服务商 */
  changeServicePayee: { input: ChangeServicePayeeInput; output: ChangeServicePayeeOutput };
  /** 修改提现银行账户（签名代替验证码，照样静置） */
  changeOwnPayee: { input: ChangeOwnPayeeInput; output: ChangeOwnPayeeOutput };
  /** 停用提现银行账户 */
  disableOwnPayee: { input: DisableOwnPayeeInput; output: DisableOwnPayeeOutput };
  /** 停用收款人 */
  disablePayee: { input: DisablePayeeInput; output: DisablePayeeOutput };
  /** 关联方 */
  listRelatedParties: { input: ListRelatedPartiesInput; output: ListRelatedPartiesOutput };
  /** 添加关联方 */
  addRelatedParty: { input: AddRelatedPartyInput; output: AddRelatedPartyOutput };
  /** 生成供应商自填链接（7 天，一次；地址是 /payeeFill#secret） */
  createPayeeLink: { input: CreatePayeeLinkInput; output: CreatePayeeLinkOutput };
  /** 发出的自填链接 */
  listPayeeLinks: { input: ListPayeeLinksInput; output: ListPayeeLinksOutput };
  /** 付款记录（各种类型） */
  listPayouts: { input: ListPayoutsInput; output: ListPayoutsOutput };
  /** 一笔付款和它的经过 */
  getPayout: { input: GetPayoutInput; output: GetPayoutOutput };
  /** 付款回单（PDF） */
  getPayoutReceipt: { input: GetPayoutReceiptInput; output: GetPayoutReceiptOutput };
  /** 用报价确认付款（签名代替验证码） */
  confirmPayout: { input: ConfirmPayoutInput; output: ConfirmPayoutOutput };
  /** 修改附言（提交银行以前） */
  changeRemittance: { input: ChangeRemittanceInput; output: ChangeRemittanceOutput };
  /** 提现：可用的账户、收款人和限额 */
  getWithdrawalOptions: { input: GetWithdrawalOptionsInput; output: GetWithdrawalOptionsOutput };
  /** 提现：各种方式的费用、到账金额和时间 */
  compareWithdrawalWays: { input: CompareWithdrawalWaysInput; output: CompareWithdrawalWaysOutput };
  /** 提现：试算手续费、汇率和到账金额（报价 30 秒有效） */
  quoteWithdrawal: { input: QuoteWithdrawalInput; output: QuoteWithdrawalOutput };
  /** 提现：填写（确认以前不扣款） */
  createWithdrawal: { input: CreateWithdrawalInput; output: CreateWithdrawalOutput };
  /** 提现：取消（提交银行以前） */
  cancelWithdrawal: { input: CancelWithdrawalInput; output: CancelWithdrawalOutput };
  /** 供应商付款：可用的账户、收款人和限额 */
  getSupplierOptions: { input: GetSupplierOptionsInput; output: GetSupplierOptionsOutput };
  /** 供应商付款：各种方式的费用、到账金额和时间 */
  compareSupplierWays: { input: CompareSupplierWaysInput; output: CompareSupplierWaysOutput };
  /** 供应商付款：试算手续费、汇率和到账金额（报价 30 秒有效） */
  quoteSupplier: { input: QuoteSupplierInput; output: QuoteSupplierOutput };
  /** 供应商付款：填写（确认以前不扣款） */
  createSupplier: { input: CreateSupplierInput; output: CreateSupplierOutput };
  /** 供应商付款：取消（提交银行以前） */
  cancelSupplier: { input: CancelSupplierInput; output: CancelSupplierOutput };
  /** 服务商付款：可用的账户、收款人和限额 */
  getServiceOptions: { input: GetServiceOptionsInput; output: GetServiceOptionsOutput };
  /** 服务商付款：各种方式的费用、到账金额和时间 */
  compareServiceWays: { input: CompareServiceWaysInput; output: CompareServiceWaysOutput };
  /** 服务商付款：试算手续费、汇率和到账金额（报价 30 秒有效） */
  quoteService: { input: QuoteServiceInput; output: QuoteServiceOutput };
  /** 服务商付款：填写（确认以前不扣款） */
  createService: { input: CreateServiceInput; output: CreateServiceOutput };
  /** 服务商付款：取消（提交银行以前） */
  cancelService: { input: CancelServiceInput; output: CancelServiceOutput };
  /** 卖家付款：可用的账户、收款人和限额 */
  getSellerOptions: { input: GetSellerOptionsInput; output: GetSellerOptionsOutput };
  /** 卖家付款：各种方式的费用、到账金额和时间 */
  compareSellerWays: { input: CompareSellerWaysInput; output: CompareSellerWaysOutput };
  /** 卖家付款：试算手续费、汇率和到账金额（报价 30 秒有效） */
  quoteSeller: { input: QuoteSellerInput; output: QuoteSellerOutput };
  /** 卖家付款：填写（确认以前不扣款） */
  createSeller: { input: CreateSellerInput; output: CreateSellerOutput };
  /** 卖家付款：取消（提交银行以前） */
  cancelSeller: { input: CancelSellerInput; output: CancelSellerOutput };
  /** 从钱包付款：填写（确认以前不扣款） */
  createWalletPayout: { input: CreateWalletPayoutInput; output: CreateWalletPayoutOutput };
  /** 付款回单：多笔打包下载（ZIP） */
  getPayoutReceipts: { input: GetPayoutReceiptsInput; output: GetPayoutReceiptsOutput };
  /** 定期付款 */
  listSeries: { input: ListSeriesInput; output: ListSeriesOutput };
  /** 定期付款：一个和它的各次付款 */
  getSeries: { input: GetSeriesInput; output: GetSeriesOutput };
  /** 定期付款：填写（确认以前不付款） */
  createSeries: { input: CreateSeriesInput; output: CreateSeriesOutput };
  /** 定期付款：确认并开始（签名代替验证码） */
  confirmSeries: { input: ConfirmSeriesInput; output: ConfirmSeriesOutput };
  /** 定期付款：暂停 */
  pauseSeries: { input: PauseSeriesInput; output: PauseSeriesOutput };
  /** 定期付款：继续 */
  resumeSeries: { input: ResumeSeriesInput; output: ResumeSeriesOutput };
  /** 定期付款：结束 */
  endSeries: { input: EndSeriesInput; output: EndSeriesOutput };
  /** 定期付款：取消（验证以前） */
  cancelSeries: { input: CancelSeriesInput; output: CancelSeriesOutput };
  /** 批量付款记录 */
  listBatches: { input: ListBatchesInput; output: ListBatchesOutput };
  /** 一批付款和它的进度 */
  getBatch: { input: GetBatchInput; output: GetBatchOutput };
  /** 一批付款的各行 */
  getBatchRows: { input: GetBatchRowsInput; output: GetBatchRowsOutput };
  /** 结果文件：每一行付成了没有；确认以前只有问题行 */
  getBatchFile: { input: GetBatchFileInput; output: GetBatchFileOutput };
  /** 批量付款：某个国家和币种的模板 */
  getPayBatchTemplate: { input: GetPayBatchTemplateInput; output: GetPayBatchTemplateOutput };
  /** 批量付款：上传文件（在后台解析） */
  uploadPayBatch: { input: UploadPayBatchInput; output: UploadPayBatchOutput };
  /** 批量付款：按模板的列给出各行（制表符分隔） */
  createPayBatch: { input: CreatePayBatchInput; output: CreatePayBatchOutput };
  /** 批量付款：修改一行 */
  repairPayBatchRow: { input: RepairPayBatchRowInput; output: RepairPayBatchRowOutput };
  /** 批量付款：决定一些行（照付、不付、用上次的账号、撤回修改） */
  settlePayBatchRows: { input: SettlePayBatchRowsInput; output: SettlePayBatchRowsOutput };
  /** 批量付款：每个币种从哪个账户付 */
  choosePayBatchAccounts: { input: ChoosePayBatchAccountsInput; output: ChoosePayBatchAccountsOutput };
  /** 批量付款：整批的报价（30 秒有效） */
  quotePayBatch: { input: QuotePayBatchInput; output: QuotePayBatchOutput };
  /** 批量付款：用报价确认可以付的行（签名代替验证码） */
  confirmPayBatch: { input: ConfirmPayBatchInput; output: ConfirmPayBatchOutput };
  /** 批量付款：取消整批（确认以前） */
  cancelPayBatch: { input: CancelPayBatchInput; output: CancelPayBatchOutput };
  /** 批量付款：取消一行（提交银行以前） */
  cancelPayBatchRow: { input: CancelPayBatchRowInput; output: CancelPayBatchRowOutput };
  /** 批量提现：某个国家和币种的模板 */
  getWithdrawalBatchTemplate: { input: GetWithdrawalBatchTemplateInput; output: GetWithdrawalBatchTemplateOutput };
  /** 批量提现：上传文件（在后台解析） */
  uploadWithdrawalBatch: { input: UploadWithdrawalBatchInput; output: UploadWithdrawalBatchOutput };
  /** 批量提现：按模板的列给出各行（制表符分隔） */
  createWithdrawalBatch: { input: CreateWithdrawalBatchInput; output: CreateWithdrawalBatchOutput };
  /** 批量提现：修改一行 */
  repairWithdrawalBatchRow: { input: RepairWithdrawalBatchRowInput; output: RepairWithdrawalBatchRowOutput };
  /** 批量提现：决定一些行（照付、不付、用上次的账号、撤回修改） */
  settleWithdrawalBatchRows: { input: SettleWithdrawalBatchRowsInput; output: SettleWithdrawalBatchRowsOutput };
  /** 批量提现：每个币种从哪个账户付 */
  chooseWithdrawalBatchAccounts: {
    input: ChooseWithdrawalBatchAccountsInput;
    output: ChooseWithdrawalBatchAccountsOutput;
  };
  /** 批量提现：整批的报价（30 秒有效） */
  quoteWithdrawalBatch: { input: QuoteWithdrawalBatchInput; output: QuoteWithdrawalBatchOutput };
  /** 批量提现：用报价确认可以付的行（签名代替验证码） */
  confirmWithdrawalBatch: { input: ConfirmWithdrawalBatchInput; output: ConfirmWithdrawalBatchOutput };
  /** 批量提现：取消整批（确认以前） */
  cancelWithdrawalBatch: { input: CancelWithdrawalBatchInput; output: CancelWithdrawalBatchOutput };
  /** 批量提现：取消一行（提交银行以前） */
  cancelWithdrawalBatchRow: { input: CancelWithdrawalBatchRowInput; output: CancelWithdrawalBatchRowOutput };
  /** 一批付款的各行 */
  listBatchRows: { input: ListBatchRowsInput; output: ListBatchRowsOutput };
  /** 多币种钱包：各币种可用、处理中、暂扣、在途和折算 */
  getWallet: { input: GetWalletInput; output: GetWalletOutput };
  /** 从收款账户转入钱包（签名代替验证码） */
  fundWallet: { input: FundWalletInput; output: FundWalletOutput };
  /** 钱包转账记录 */
  listTransfers: { input: ListTransfersInput; output: ListTransfersOutput };
  /** 一笔钱包转账和它的经过 */
  getTransfer: { input: GetTransferInput; output: GetTransferOutput };
  /** 核对对方钱包号和户名 */
  checkWalletPayee: { input: CheckWalletPayeeInput; output: CheckWalletPayeeOutput };
  /** 填写钱包转账，等待验证（尚未扣款） */
  createTransfer: { input: CreateTransferInput; output: CreateTransferOutput };
  /** 确认钱包转账（签名代替验证码） */
  confirmTransfer: { input: ConfirmTransferInput; output: ConfirmTransferOutput };
  /** 取消还没验证的钱包转账 */
  cancelTransfer: { input: CancelTransferInput; output: CancelTransferOutput };
  /** 可以转入钱包的收款账户和自动转入 */
  listWalletSources: { input: ListWalletSourcesInput; output: ListWalletSourcesOutput };
  /** 钱包账户：开通、命名、排序、隐藏 */
  setWalletAccounts: { input: SetWalletAccountsInput; output: SetWalletAccountsOutput };
  /** 设置自动转入：全部或超过一定金额的部分，到账就转或每天一次（签名代替验证码） */
  createSweep: { input: CreateSweepInput; output: CreateSweepOutput };
  /** 停用自动转入 */
  removeSweep: { input: RemoveSweepInput; output: RemoveSweepOutput };
  /** 钱包转账回单（PDF） */
  getTransferReceipt: { input: GetTransferReceiptInput; output: GetTransferReceiptOutput };
  /** 可换的币种对、限额和开市时间 */
  getExchangePairs: { input: GetExchangePairsInput; output: GetExchangePairsOutput };
  /** 一个币种对现在的买入价：中间价、加点、成交汇率、来源和时间 */
  getExchangeRate: { input: GetExchangeRateInput; output: GetExchangeRateOutput };
  /** 换汇询价（报价 30 秒有效，只能用一次） */
  quoteExchange: { input: QuoteExchangeInput; output: QuoteExchangeOutput };
  /** 按报价换汇 */
  createConversion: { input: CreateConversionInput; output: CreateConversionOutput };
  /** 换汇记录 */
  listConversions: { input: ListConversionsInput; output: ListConversionsOutput };
  /** 一笔换汇和它的价格 */
  getConversion: { input: GetConversionInput; output: GetConversionOutput };
  /** 换汇委托：提醒、挂单、到账自动换汇 */
  listStandingOrders: { input: ListStandingOrdersInput; output: ListStandingOrdersOutput };
  /** 设置换汇委托 */
  createStandingOrder: { input: CreateStandingOrderInput; output: CreateStandingOrderOutput };
  /** 撤销换汇委托，占用的余额立即退回 */
  cancelStandingOrder: { input: CancelStandingOrderInput; output: CancelStandingOrderOutput };
  /** 珊瑚卡列表 */
  listCards: { input: ListCardsInput; output: ListCardsOutput };
  /** 一张珊瑚卡 */
  getCard: { input: GetCardInput; output: GetCardOutput };
  /** 申请一张或多张珊瑚卡 */
  createCards: { input: CreateCardsInput; output: CreateCardsOutput };
  /** 冻结卡片 */
  suspendCard: { input: SuspendCardInput; output: SuspendCardOutput };
  /** 解冻卡片 */
  resumeCard: { input: ResumeCardInput; output: ResumeCardOutput };
  /** 注销卡片，余额回卡钱包 */
  closeCard: { input: CloseCardInput; output: CloseCardOutput };
  /** 修改限额和用卡规则 */
  setCardControls: { input: SetCardControlsInput; output: SetCardControlsOutput };
  /** 卡充值：从卡钱包到卡片 */
  loadCard: { input: LoadCardInput; output: LoadCardOutput };
  /** 卡余额转回卡钱包 */
  unloadCard: { input: UnloadCardInput; output: UnloadCardOutput };
  /** 修改卡名、标签、使用人、备用卡和卡组 */
  updateCard: { input: UpdateCardInput; output: UpdateCardOutput };
  /** 换卡：新卡沿用设置，旧卡注销，余额转到新卡 */
  replaceCard: { input: ReplaceCardInput; output: ReplaceCardOutput };
  /** 卡钱包：余额 */
  getCardWallet: { input: GetCardWalletInput; output: GetCardWalletOutput };
  /** 卡钱包：从收款账户或钱包充值（签名代替验证码） */
  fundCardWallet: { input: FundCardWalletInput; output: FundCardWalletOutput };
  /** 卡钱包：充值回单（PDF） */
  getCardFundingReceipt: { input: GetCardFundingReceiptInput; output: GetCardFundingReceiptOutput };
  /** 卡钱包：转出记录 */
  listCardWithdrawals: { input: ListCardWithdrawalsInput; output: ListCardWithdrawalsOutput };
  /** 卡钱包：填写转出，等待验证（尚未扣款） */
  createCardWithdrawal: { input: CreateCardWithdrawalInput; output: CreateCardWithdrawalOutput };
  /** 卡钱包：确认转出（签名代替验证码） */
  confirmCardWithdrawal: { input: ConfirmCardWithdrawalInput; output: ConfirmCardWithdrawalOutput };
  /** 卡钱包：取消转出（验证以前） */
  cancelCardWithdrawal: { input: CancelCardWithdrawalInput; output: CancelCardWithdrawalOutput };
  /** 珊瑚卡交易 */
  listCardPayments: { input: ListCardPaymentsInput; output: ListCardPaymentsOutput };
  /** 一笔交易、它的经过和决定 */
  getCardPayment: { input: GetCardPaymentInput; output: GetCardPaymentOutput };
  /** 给交易附上票据 */
  attachCardReceipt: { input: AttachCardReceiptInput; output: AttachCardReceiptOutput };
  /** 对已清算的交易提出争议 */
  disputeCardPayment: { input: DisputeCardPaymentInput; output: DisputeCardPaymentOutput };
  /** 上传争议证据 */
  addDisputeEvidence: { input: AddDisputeEvidenceInput; output: AddDisputeEvidenceOutput };
  /** 答复补充证据的要求 */
  answerCardDispute: { input: AnswerCardDisputeInput; output: AnswerCardDisputeOutput };
  /** 撤回争议 */
  withdrawCardDispute: { input: WithdrawCardDisputeInput; output: WithdrawCardDisputeOutput };
  /** 定期存款：币种、期限和今天的利率 */
  listDepositProducts: { input: ListDepositProductsInput; output: ListDepositProductsOutput };
  /** 定期存款列表 */
  listDeposits: { input: ListDepositsInput; output: ListDepositsOutput };
  /** 一笔定期存款和它的经过 */
  getDeposit: { input: GetDepositInput; output: GetDepositOutput };
  /** 定期存款：报价（5 分钟有效，尚未扣款） */
  quoteDeposit: { input: QuoteDepositInput; output: QuoteDepositOutput };
  /** 按报价存入定期（签名代替验证码） */
  createDeposit: { input: CreateDepositInput; output: CreateDepositOutput };
  /** 修改到期怎么办（截止时间以前） */
  setMaturityInstruction: { input: SetMaturityInstructionInput; output: SetMaturityInstructionOutput };
  /** 提前支取试算：拿回多少，少拿多少 */
  getBreakTerms: { input: GetBreakTermsInput; output: GetBreakTermsOutput };
  /** 提前支取（签名代替验证码） */
  breakDeposit: { input: BreakDepositInput; output: BreakDepositOutput };
  /** 一笔定期存款每天的利息 */
  getDepositInterest: { input: GetDepositInterestInput; output: GetDepositInterestOutput };
  /** 存款证明（PDF） */
  getDepositCertificate: { input: GetDepositCertificateInput; output: GetDepositCertificateOutput };
  /** 开户费记录 */
  listAccountCharges: { input: ListAccountChargesInput; output: ListAccountChargesOutput };
  /** 用账户余额支付开户费 */
  payAccountCharge: { input: PayAccountChargeInput; output: PayAccountChargeOutput };
  /** 可归集的收款账户 */
  listPoolingAccounts: { input: ListPoolingAccountsInput; output: ListPoolingAccountsOutput };
  /** 归集试算 */
  previewPooling: { input: PreviewPoolingInput; output: PreviewPoolingOutput };
  /** 确认归集 */
  confirmPooling: { input: ConfirmPoolingInput; output: ConfirmPoolingOutput };
  /** 资金归集记录 */
  listPoolings: { input: ListPoolingsInput; output: ListPoolingsOutput };
  /** 一次归集的明细 */
  getPooling: { input: GetPoolingInput; output: GetPoolingOutput };
  /** 线下汇款：汇到哪里 */
  getOfflineAccount: { input: GetOfflineAccountInput; output: GetOfflineAccountOutput };
  /** 线下汇款：上传银行回单或凭证 */
  uploadOfflineFile: { input: UploadOfflineFileInput; output: UploadOfflineFileOutput };
  /** 线下汇款：登记，由我们在来款里查找 */
  createOfflineTransfer: { input: CreateOfflineTransferInput; output: CreateOfflineTransferOutput };
  /** 线下汇款：我的登记 */
  listOfflineTransfers: { input: ListOfflineTransfersInput; output: ListOfflineTransfersOutput };
  /** 线下汇款：一笔登记和它的经过 */
  getOfflineTransfer: { input: GetOfflineTransferInput; output: GetOfflineTransferOutput };
  /** 线下汇款：撤回登记 */
  cancelOfflineTransfer: { input: CancelOfflineTransferInput; output: CancelOfflineTransferOutput };
  /** 定期存款总览：本金、已计利息、下一笔到期、可存余额 */
  getDepositOverview: { input: GetDepositOverviewInput; output: GetDepositOverviewOutput };
  /** 一段时间的定期存款对账单（PDF） */
  getDepositStatement: { input: GetDepositStatementInput; output: GetDepositStatementOutput };
  /** 卡组 */
  listCardGroups: { input: ListCardGroupsInput; output: ListCardGroupsOutput };
  /** 新增或修改卡组和共用限额 */
  saveCardGroup: { input: SaveCardGroupInput; output: SaveCardGroupOutput };
  /** 删除没有卡片的卡组 */
  removeCardGroup: { input: RemoveCardGroupInput; output: RemoveCardGroupOutput };
  /** 贷款：产品、预评分和可借额度 */
  getLoanOverview: { input: GetLoanOverviewInput; output: GetLoanOverviewOutput };
  /** 我的贷款 */
  listLoans: { input: ListLoansInput; output: ListLoansOutput };
  /** 一笔贷款：计划、还款和经过 */
  getLoan: { input: GetLoanInput; output: GetLoanOutput };
  /** 贷款合同（PDF） */
  getLoanContract: { input: GetLoanContractInput; output: GetLoanContractOutput };
  /** 还款：指定金额，或不填金额一次结清；多出的部分不会扣 */
  repayLoan: { input: RepayLoanInput; output: RepayLoanOutput };
  /** 按收款比例还款 */
  setLoanIncomeShare: { input: SetLoanIncomeShareInput; output: SetLoanIncomeShareOutput };
  /** 担保交易列表 */
  listEscrows: { input: ListEscrowsInput; output: ListEscrowsOutput };
  /** 一笔担保交易和它的经过 */
  getEscrow: { input: GetEscrowInput; output: GetEscrowOutput };
  /** 提出担保交易（对方确认后生效） */
  createEscrow: { input: CreateEscrowInput; output: CreateEscrowOutput };
  /** 担保交易：同意 */
  acceptEscrow: { input: AcceptEscrowInput; output: AcceptEscrowOutput };
  /** 担保交易：不同意 */
  declineEscrow: { input: DeclineEscrowInput; output: DeclineEscrowOutput };
  /** 担保交易：取消（付款前） */
  cancelEscrow: { input: CancelEscrowInput; output: CancelEscrowOutput };
  /** 担保交易：卖方已交付 */
  deliverEscrow: { input: DeliverEscrowInput; output: DeliverEscrowOutput };
  /** 担保交易：提出争议 */
  disputeEscrow: { input: DisputeEscrowInput; output: DisputeEscrowOutput };
  /** 担保交易：提交凭证（双方可见） */
  addEscrowEvidence: { input: AddEscrowEvidenceInput; output: AddEscrowEvidenceOutput };
  /** 担保交易：买方付款到担保（签名代替验证码） */
  fundEscrow: { input: FundEscrowInput; output: FundEscrowOutput };
  /** 担保交易：买方放款，不填金额为全部 */
  releaseEscrow: { input: ReleaseEscrowInput; output: ReleaseEscrowOutput };
  /** 担保交易：卖方同意退款 */
  refundEscrow: { input: RefundEscrowInput; output: RefundEscrowOutput };
  /** 可用于退税的收款 */
  listTaxReceipts: { input: ListTaxReceiptsInput; output: ListTaxReceiptsOutput };
  /** 我的退税 */
  listTaxRefunds: { input: ListTaxRefundsInput; output: ListTaxRefundsOutput };
  /** 一笔退税：三单、差异和经过 */
  getTaxRefund: { input: GetTaxRefundInput; output: GetTaxRefundOutput };
  /** 上传退税材料 */
  uploadTaxFile: { input: UploadTaxFileInput; output: UploadTaxFileOutput };
  /** 三单核对：报关单、发票、收款（不提交） */
  checkTaxRefund: { input: CheckTaxRefundInput; output: CheckTaxRefundOutput };
  /** 申请退税 */
  createTaxRefund: { input: CreateTaxRefundInput; output: CreateTaxRefundOutput };
  /** 修改退税资料 */
  correctTaxRefund: { input: CorrectTaxRefundInput; output: CorrectTaxRefundOutput };
  /** 取消退税申请 */
  cancelTaxRefund: { input: CancelTaxRefundInput; output: CancelTaxRefundOutput };
  /** 查询订单 */
  listOrders: { input: ListOrdersInput; output: ListOrdersOutput };
  /** 一个订单 */
  getOrder: { input: GetOrderInput; output: GetOrderOutput };
  /** 填写或粘贴订单 */
  createOrders: { input: CreateOrdersInput; output: CreateOrdersOutput };
  /** 上传订单文件 */
  uploadOrders: { input: UploadOrdersInput; output: UploadOrdersOutput };
  /** 更正一个未通过的订单 */
  repairOrder: { input: RepairOrderInput; output: RepairOrderOutput };
  /** 自动对上收款与订单 */
  matchOrders: { input: MatchOrdersInput; output: MatchOrdersOutput };
  /** 上传记录 */
  listOrderUploads: { input: ListOrderUploadsInput; output: ListOrderUploadsOutput };
  /** 一份订单材料 */
  getOrderUpload: { input: GetOrderUploadInput; output: GetOrderUploadOutput };
  /** 下载未通过的订单和原因 */
  getRejectedOrders: { input: GetRejectedOrdersInput; output: GetRejectedOrdersOutput };
  /** 订单额度 */
  getQuota: { input: GetQuotaInput; output: GetQuotaOutput };
  /** 额度使用记录 */
  listQuotaUses: { input: ListQuotaUsesInput; output: ListQuotaUsesOutput };
  /** 一笔付款或换汇用了哪些订单 */
  getQuotaUse: { input: GetQuotaUseInput; output: GetQuotaUseOutput };
  /** 开发者：事件 */
  listEvents: { input: ListEventsInput; output: ListEventsOutput };
  /** 开发者：发一条测试通知 */
  sendTestEvent: { input: SendTestEventInput; output: SendTestEventOutput };
  /** 开发者：给一笔业务附上自己的内容（合并；空字符串去掉一项） */
  setMetadata: { input: SetMetadataInput; output: SetMetadataOutput };
  /** 沙箱：让平台向自己的收款账户打一笔款 */
  createTestIncome: { input: CreateTestIncomeInput; output: CreateTestIncomeOutput };
  /** 沙箱：让平台送来一批已完成的订单（增加可用额度） */
  createTestOrders: { input: CreateTestOrdersInput; output: CreateTestOrdersOutput };
};

export type OperationName = keyof Operations;

export const OPERATIONS = {
  getCertification: { method: "GET", path: "/certification", scope: "certification:read" },
  getCertificationApplication: { method: "GET", path: "/certification/application", scope: "certification:read" },
  uploadCertificationFile: {
    method: "POST",
    path: "/certification/files",
    scope: "certification:write",
    body: "multipart",
  },
  answerEnquiry: {
    method: "POST",
    path: "/certification/enquiries/{id}/answer",
    scope: "certification:write",
    idempotent: true,
  },
  listStores: { method: "GET", path: "/stores", scope: "stores:read" },
  getStore: { method: "GET", path: "/stores/{id}", scope: "stores:read" },
  renameStore: { method: "POST", path: "/stores/rename", scope: "stores:write", idempotent: true },
  remarkStores: { method: "POST", path: "/stores/remark", scope: "stores:write", idempotent: true },
  hideStores: { method: "POST", path: "/stores/hide", scope: "stores:write", idempotent: true },
  moveStores: { method: "POST", path: "/stores/move", scope: "stores:write", idempotent: true },
  removeStore: { method: "POST", path: "/stores/{id}/remove", scope: "stores:write", idempotent: true },
  uploadStoreFile: { method: "POST", path: "/stores/files", scope: "stores:write", body: "multipart" },
  bindShopifyStore: { method: "POST", path: "/stores/shopify", scope: "stores:write", idempotent: true },
  bindEbayStore: { method: "POST", path: "/stores/ebay", scope: "stores:write", idempotent: true },
  bindAmazonStore: { method: "POST", path: "/stores/amazon", scope: "stores:write", idempotent: true },
  bindOtherStore: { method: "POST", path: "/stores/other", scope: "stores:write", idempotent: true },
  listStorePlatforms: { method: "GET", path: "/store-platforms", scope: "stores:read" },
  getStoreAuthorisation: { method: "GET", path: "/store-authorisation", scope: "stores:read" },
  listAccounts: { method: "GET", path: "/accounts", scope: "accounts:read" },
  getAccount: { method: "GET", path: "/accounts/{id}", scope: "accounts:read" },
  getAccountLetter: { method: "GET", path: "/accounts/{accountId}/letter", scope: "accounts:read", reply: "file" },
  reapplyAccount: { method: "POST", path: "/accounts/{id}/reapply", scope: "accounts:write", idempotent: true },
  listAccountEntries: { method: "GET", path: "/account-entries", scope: "accounts:read" },
  getStatement: { method: "GET", path: "/statements", scope: "accounts:read" },
  getStatementPdf: { method: "GET", path: "/statements/pdf", scope: "accounts:read", reply: "file" },
  listIncomes: { method: "GET", path: "/incomes", scope: "incomes:read" },
  getIncome: { method: "GET", path: "/incomes/{id}", scope: "incomes:read" },
  getIncomeReceipt: { method: "GET", path: "/incomes/{id}/receipt", scope: "incomes:read", reply: "file" },
  uploadIncomeFile: { method: "POST", path: "/incomes/files", scope: "incomes:write", body: "multipart" },
  supplementIncome: { method: "POST", path: "/incomes/{id}/supplement", scope: "incomes:write", idempotent: true },
  claimIncome: { method: "POST", path: "/incomes/{id}/claim", scope: "incomes:write", idempotent: true },
  returnIncome: { method: "POST", path: "/incomes/{id}/return", scope: "incomes:write", idempotent: true },
  linkOrders: { method: "POST", path: "/incomes/{incomeId}/orders", scope: "orders:write", idempotent: true },
  unlinkOrders: { method: "POST", path: "/incomes/{incomeId}/orders/unlink", scope: "orders:write", idempotent: true },
  linkShopifySettlement: {
    method: "POST",
    path: "/incomes/{incomeId}/settlement/shopify",
    scope: "orders:write",
    idempotent: true,
  },
  linkEbaySettlement: {
    method: "POST",
    path: "/incomes/{incomeId}/settlement/ebay",
    scope: "orders:write",
    idempotent: true,
  },
  linkDhgateSettlement: {
    method: "POST",
    path: "/incomes/{incomeId}/settlement/dhgate",
    scope: "orders:write",
    idempotent: true,
  },
  linkBigcommerceSettlement: {
    method: "POST",
    path: "/incomes/{incomeId}/settlement/bigcommerce",
    scope: "orders:write",
    idempotent: true,
  },
  linkThreeCartSettlement: {
    method: "POST",
    path: "/incomes/{incomeId}/settlement/threeCart",
    scope: "orders:write",
    idempotent: true,
  },
  listMoneyEvents: { method: "GET", path: "/money-events", scope: "wallets:read" },
  getMoneyTotals: { method: "GET", path: "/money-events/totals", scope: "wallets:read" },
  getPeriodStatement: { method: "GET", path: "/period-statements", scope: "wallets:read" },
  getPeriodStatementFile: { method: "GET", path: "/period-statements/file", scope: "wallets:read", reply: "file" },
  getVoucherFile: { method: "GET", path: "/period-statements/vouchers", scope: "wallets:read", reply: "file" },
  getMonthPack: { method: "GET", path: "/period-statements/pack", scope: "wallets:read", reply: "file" },
  getBalancesAsOf: { method: "GET", path: "/balances/as-of", scope: "wallets:read" },
  getBalances: { method: "GET", path: "/balances", scope: "wallets:read" },
  getBankForms: { method: "GET", path: "/bank-forms", scope: "payees:read" },
  listIntermediaryBanks: { method: "GET", path: "/intermediary-banks", scope: "payees:read" },
  listPayees: { method: "GET", path: "/payees", scope: "payees:read" },
  getPayee: { method: "GET", path: "/payees/{id}", scope: "payees:read" },
  uploadPayeeFile: { method: "POST", path: "/payees/files", scope: "payees:write", body: "multipart" },
  addOwnPayee: { method: "POST", path: "/payees/own", scope: "payees:write", idempotent: true },
  addSupplierPayee: { method: "POST", path: "/payees/supplier", scope: "payees:write", idempotent: true },
  addServicePayee: { method: "POST", path: "/payees/service", scope: "payees:write", idempotent: true },
  changeSupplierPayee: {
    method: "POST",
    path: "/payees/supplier/{supplierId}/change",
    scope: "payees:write",
    idempotent: true,
  },
  changeServicePayee: {
    method: "POST",
    path: "/payees/service/{supplierId}/change",
    scope: "payees:write",
    idempotent: true,
  },
  changeOwnPayee: { method: "POST", path: "/payees/own/{bid}/change", scope: "payees:write", idempotent: true },
  disableOwnPayee: { method: "POST", path: "/payees/own/{bid}/disable", scope: "payees:write", idempotent: true },
  disablePayee: { method: "POST", path: "/payees/{id}/disable", scope: "payees:write", idempotent: true },
  listRelatedParties: { method: "GET", path: "/related-parties", scope: "payees:read" },
  addRelatedParty: { method: "POST", path: "/related-parties", scope: "payees:write", idempotent: true },
  createPayeeLink: { method: "POST", path: "/payee-links", scope: "payees:write", idempotent: true },
  listPayeeLinks: { method: "GET", path: "/payee-links", scope: "payees:read" },
  listPayouts: { method: "GET", path: "/payouts", scope: "payouts:read" },
  getPayout: { method: "GET", path: "/payouts/{id}", scope: "payouts:read" },
  getPayoutReceipt: { method: "GET", path: "/payouts/{id}/receipt", scope: "payouts:read", reply: "file" },
  confirmPayout: { method: "POST", path: "/payouts/{id}/confirm", scope: "payouts:write", idempotent: true },
  changeRemittance: { method: "POST", path: "/payouts/{id}/remittance", scope: "payouts:prepare", idempotent: true },
  getWithdrawalOptions: { method: "GET", path: "/payouts/withdrawal/options", scope: "payouts:read" },
  compareWithdrawalWays: { method: "POST", path: "/payouts/withdrawal/ways", scope: "payouts:prepare" },
  quoteWithdrawal: { method: "POST", path: "/payouts/withdrawal/quote", scope: "payouts:prepare" },
  createWithdrawal: { method: "POST", path: "/payouts/withdrawal", scope: "payouts:prepare", idempotent: true },
  cancelWithdrawal: {
    method: "POST",
    path: "/payouts/withdrawal/{id}/cancel",
    scope: "payouts:prepare",
    idempotent: true,
  },
  getSupplierOptions: { method: "GET", path: "/payouts/supplier/options", scope: "payouts:read" },
  compareSupplierWays: { method: "POST", path: "/payouts/supplier/ways", scope: "payouts:prepare" },
  quoteSupplier: { method: "POST", path: "/payouts/supplier/quote", scope: "payouts:prepare" },
  createSupplier: { method: "POST", path: "/payouts/supplier", scope: "payouts:prepare", idempotent: true },
  cancelSupplier: { method: "POST", path: "/payouts/supplier/{id}/cancel", scope: "payouts:prepare", idempotent: true },
  getServiceOptions: { method: "GET", path: "/payouts/service/options", scope: "payouts:read" },
  compareServiceWays: { method: "POST", path: "/payouts/service/ways", scope: "payouts:prepare" },
  quoteService: { method: "POST", path: "/payouts/service/quote", scope: "payouts:prepare" },
  createService: { method: "POST", path: "/payouts/service", scope: "payouts:prepare", idempotent: true },
  cancelService: { method: "POST", path: "/payouts/service/{id}/cancel", scope: "payouts:prepare", idempotent: true },
  getSellerOptions: { method: "GET", path: "/payouts/seller/options", scope: "payouts:read" },
  compareSellerWays: { method: "POST", path: "/payouts/seller/ways", scope: "payouts:prepare" },
  quoteSeller: { method: "POST", path: "/payouts/seller/quote", scope: "payouts:prepare" },
  createSeller: { method: "POST", path: "/payouts/seller", scope: "payouts:prepare", idempotent: true },
  cancelSeller: { method: "POST", path: "/payouts/seller/{id}/cancel", scope: "payouts:prepare", idempotent: true },
  createWalletPayout: { method: "POST", path: "/payouts/wallet", scope: "payouts:prepare", idempotent: true },
  getPayoutReceipts: { method: "GET", path: "/payout-receipts", scope: "payouts:read", reply: "file" },
  listSeries: { method: "GET", path: "/payout-series", scope: "payouts:read" },
  getSeries: { method: "GET", path: "/payout-series/{id}", scope: "payouts:read" },
  createSeries: { method: "POST", path: "/payout-series", scope: "payouts:prepare", idempotent: true },
  confirmSeries: { method: "POST", path: "/payout-series/{id}/confirm", scope: "payouts:write", idempotent: true },
  pauseSeries: { method: "POST", path: "/payout-series/{id}/pause", scope: "payouts:prepare", idempotent: true },
  resumeSeries: { method: "POST", path: "/payout-series/{id}/resume", scope: "payouts:write", idempotent: true },
  endSeries: { method: "POST", path: "/payout-series/{id}/end", scope: "payouts:prepare", idempotent: true },
  cancelSeries: { method: "POST", path: "/payout-series/{id}/cancel", scope: "payouts:prepare", idempotent: true },
  listBatches: { method: "GET", path: "/batches", scope: "payouts:read" },
  getBatch: { method: "GET", path: "/batches/{id}", scope: "payouts:read" },
  getBatchRows: { method: "GET", path: "/batches/{id}/rows", scope: "payouts:read" },
  getBatchFile: { method: "GET", path: "/batches/{id}/file", scope: "payouts:read", reply: "file" },
  getPayBatchTemplate: { method: "GET", path: "/batches/pay/template", scope: "payouts:read", reply: "file" },
  uploadPayBatch: {
    method: "POST",
    path: "/batches/pay/file",
    scope: "payouts:prepare",
    idempotent: true,
    body: "multipart",
  },
  createPayBatch: { method: "POST", path: "/batches/pay", scope: "payouts:prepare", idempotent: true },
  repairPayBatchRow: {
    method: "POST",
    path: "/batches/pay/{id}/rows/{line}",
    scope: "payouts:prepare",
    idempotent: true,
  },
  settlePayBatchRows: { method: "POST", path: "/batches/pay/{id}/rows", scope: "payouts:prepare", idempotent: true },
  choosePayBatchAccounts: {
    method: "POST",
    path: "/batches/pay/{id}/accounts",
    scope: "payouts:prepare",
    idempotent: true,
  },
  quotePayBatch: { method: "POST", path: "/batches/pay/{id}/quote", scope: "payouts:prepare" },
  confirmPayBatch: { method: "POST", path: "/batches/pay/{id}/confirm", scope: "payouts:write", idempotent: true },
  cancelPayBatch: { method: "POST", path: "/batches/pay/{id}/cancel", scope: "payouts:prepare", idempotent: true },
  cancelPayBatchRow: {
    method: "POST",
    path: "/batches/pay/{id}/rows/{line}/cancel",
    scope: "payouts:prepare",
    idempotent: true,
  },
  getWithdrawalBatchTemplate: {
    method: "GET",
    path: "/batches/withdrawal/template",
    scope: "payouts:read",
    reply: "file",
  },
  uploadWithdrawalBatch: {
    method: "POST",
    path: "/batches/withdrawal/file",
    scope: "payouts:prepare",
    idempotent: true,
    body: "multipart",
  },
  createWithdrawalBatch: { method: "POST", path: "/batches/withdrawal", scope: "payouts:prepare", idempotent: true },
  repairWithdrawalBatchRow: {
    method: "POST",
    path: "/batches/withdrawal/{id}/rows/{line}",
    scope: "payouts:prepare",
    idempotent: true,
  },
  settleWithdrawalBatchRows: {
    method: "POST",
    path: "/batches/withdrawal/{id}/rows",
    scope: "payouts:prepare",
    idempotent: true,
  },
  chooseWithdrawalBatchAccounts: {
    method: "POST",
    path: "/batches/withdrawal/{id}/accounts",
    scope: "payouts:prepare",
    idempotent: true,
  },
  quoteWithdrawalBatch: { method: "POST", path: "/batches/withdrawal/{id}/quote", scope: "payouts:prepare" },
  confirmWithdrawalBatch: {
    method: "POST",
    path: "/batches/withdrawal/{id}/confirm",
    scope: "payouts:write",
    idempotent: true,
  },
  cancelWithdrawalBatch: {
    method: "POST",
    path: "/batches/withdrawal/{id}/cancel",
    scope: "payouts:prepare",
    idempotent: true,
  },
  cancelWithdrawalBatchRow: {
    method: "POST",
    path: "/batches/withdrawal/{id}/rows/{line}/cancel",
    scope: "payouts:prepare",
    idempotent: true,
  },
  listBatchRows: { method: "GET", path: "/batch-rows", scope: "payouts:read" },
  getWallet: { method: "GET", path: "/wallet", scope: "wallets:read" },
  fundWallet: { method: "POST", path: "/wallet/fund", scope: "wallets:write", idempotent: true },
  listTransfers: { method: "GET", path: "/wallet/transfers", scope: "wallets:read" },
  getTransfer: { method: "GET", path: "/wallet/transfers/{id}", scope: "wallets:read" },
  checkWalletPayee: { method: "POST", path: "/wallet/payee", scope: "wallets:write" },
  createTransfer: { method: "POST", path: "/wallet/transfers", scope: "wallets:write", idempotent: true },
  confirmTransfer: { method: "POST", path: "/wallet/transfers/{id}/confirm", scope: "payouts:write", idempotent: true },
  cancelTransfer: { method: "POST", path: "/wallet/transfers/{id}/cancel", scope: "wallets:write", idempotent: true },
  listWalletSources: { method: "GET", path: "/wallet/sources", scope: "wallets:read" },
  setWalletAccounts: { method: "POST", path: "/wallet/accounts", scope: "wallets:write", idempotent: true },
  createSweep: { method: "POST", path: "/wallet/sweeps", scope: "wallets:write", idempotent: true },
  removeSweep: { method: "POST", path: "/wallet/sweeps/{id}/remove", scope: "wallets:write", idempotent: true },
  getTransferReceipt: { method: "GET", path: "/wallet/transfers/{id}/receipt", scope: "wallets:read", reply: "file" },
  getExchangePairs: { method: "GET", path: "/exchange/pairs", scope: "exchange:read" },
  getExchangeRate: { method: "GET", path: "/exchange/rates/{sell}/{buy}", scope: "exchange:read" },
  quoteExchange: { method: "POST", path: "/exchange/quotes", scope: "exchange:write" },
  createConversion: { method: "POST", path: "/exchange/conversions", scope: "exchange:write", idempotent: true },
  listConversions: { method: "GET", path: "/exchange/conversions", scope: "exchange:read" },
  getConversion: { method: "GET", path: "/exchange/conversions/{id}", scope: "exchange:read" },
  listStandingOrders: { method: "GET", path: "/exchange/orders", scope: "exchange:read" },
  createStandingOrder: { method: "POST", path: "/exchange/orders", scope: "exchange:write", idempotent: true },
  cancelStandingOrder: {
    method: "POST",
    path: "/exchange/orders/{id}/cancel",
    scope: "exchange:write",
    idempotent: true,
  },
  listCards: { method: "GET", path: "/cards", scope: "cards:read" },
  getCard: { method: "GET", path: "/cards/{id}", scope: "cards:read" },
  createCards: { method: "POST", path: "/cards", scope: "cards:write", idempotent: true },
  suspendCard: { method: "POST", path: "/cards/{id}/suspend", scope: "cards:write", idempotent: true },
  resumeCard: { method: "POST", path: "/cards/{id}/resume", scope: "cards:write", idempotent: true },
  closeCard: { method: "POST", path: "/cards/{id}/close", scope: "cards:write", idempotent: true },
  setCardControls: { method: "POST", path: "/cards/{id}/controls", scope: "cards:write", idempotent: true },
  loadCard: { method: "POST", path: "/cards/{cardId}/load", scope: "cards:write", idempotent: true },
  unloadCard: { method: "POST", path: "/cards/{cardId}/unload", scope: "cards:write", idempotent: true },
  updateCard: { method: "POST", path: "/cards/{id}/update", scope: "cards:write", idempotent: true },
  replaceCard: { method: "POST", path: "/cards/{id}/replace", scope: "cards:write", idempotent: true },
  getCardWallet: { method: "GET", path: "/card-wallet", scope: "cards:read" },
  fundCardWallet: { method: "POST", path: "/card-wallet/fund", scope: "cards:write", idempotent: true },
  getCardFundingReceipt: {
    method: "GET",
    path: "/card-wallet/fundings/{id}/receipt",
    scope: "cards:read",
    reply: "file",
  },
  listCardWithdrawals: { method: "GET", path: "/card-wallet/withdrawals", scope: "cards:read" },
  createCardWithdrawal: { method: "POST", path: "/card-wallet/withdrawals", scope: "cards:write", idempotent: true },
  confirmCardWithdrawal: {
    method: "POST",
    path: "/card-wallet/withdrawals/{id}/confirm",
    scope: "cards:write",
    idempotent: true,
  },
  cancelCardWithdrawal: {
    method: "POST",
    path: "/card-wallet/withdrawals/{id}/cancel",
    scope: "cards:write",
    idempotent: true,
  },
  listCardPayments: { method: "GET", path: "/card-payments", scope: "cards:read" },
  getCardPayment: { method: "GET", path: "/card-payments/{id}", scope: "cards:read" },
  attachCardReceipt: {
    method: "POST",
    path: "/card-payments/{id}/receipt",
    scope: "cards:write",
    idempotent: true,
    body: "multipart",
  },
  disputeCardPayment: { method: "POST", path: "/card-payments/{id}/dispute", scope: "cards:write", idempotent: true },
  addDisputeEvidence: {
    method: "POST",
    path: "/card-payments/{id}/dispute/evidence",
    scope: "cards:write",
    idempotent: true,
    body: "multipart",
  },
  answerCardDispute: {
    method: "POST",
    path: "/card-payments/{id}/dispute/answer",
    scope: "cards:write",
    idempotent: true,
  },
  withdrawCardDispute: {
    method: "POST",
    path: "/card-payments/{id}/dispute/withdraw",
    scope: "cards:write",
    idempotent: true,
  },
  listDepositProducts: { method: "GET", path: "/deposit-products", scope: "deposits:read" },
  listDeposits: { method: "GET", path: "/deposits", scope: "deposits:read" },
  getDeposit: { method: "GET", path: "/deposits/{id}", scope: "deposits:read" },
  quoteDeposit: { method: "POST", path: "/deposits/quotes", scope: "deposits:write" },
  createDeposit: { method: "POST", path: "/deposits", scope: "deposits:write", idempotent: true },
  setMaturityInstruction: {
    method: "POST",
    path: "/deposits/{id}/instruction",
    scope: "deposits:write",
    idempotent: true,
  },
  getBreakTerms: { method: "GET", path: "/deposits/{id}/break-terms", scope: "deposits:read" },
  breakDeposit: { method: "POST", path: "/deposits/{id}/break", scope: "deposits:write", idempotent: true },
  getDepositInterest: { method: "GET", path: "/deposits/{id}/interest", scope: "deposits:read" },
  getDepositCertificate: { method: "GET", path: "/deposits/{id}/certificate", scope: "deposits:read", reply: "file" },
  listAccountCharges: { method: "GET", path: "/account-charges", scope: "accounts:read" },
  payAccountCharge: {
    method: "POST",
    path: "/account-charges/{chargeId}/pay",
    scope: "accounts:write",
    idempotent: true,
  },
  listPoolingAccounts: { method: "GET", path: "/pooling-accounts", scope: "accounts:read" },
  previewPooling: { method: "POST", path: "/poolings", scope: "accounts:write", idempotent: true },
  confirmPooling: { method: "POST", path: "/poolings/{id}/confirm", scope: "accounts:write", idempotent: true },
  listPoolings: { method: "GET", path: "/poolings", scope: "accounts:read" },
  getPooling: { method: "GET", path: "/poolings/{id}", scope: "accounts:read" },
  getOfflineAccount: { method: "GET", path: "/offline-account", scope: "incomes:read" },
  uploadOfflineFile: { method: "POST", path: "/offline-transfers/files", scope: "incomes:write", body: "multipart" },
  createOfflineTransfer: { method: "POST", path: "/offline-transfers", scope: "incomes:write", idempotent: true },
  listOfflineTransfers: { method: "GET", path: "/offline-transfers", scope: "incomes:read" },
  getOfflineTransfer: { method: "GET", path: "/offline-transfers/{id}", scope: "incomes:read" },
  cancelOfflineTransfer: {
    method: "POST",
    path: "/offline-transfers/{id}/cancel",
    scope: "incomes:write",
    idempotent: true,
  },
  getDepositOverview: { method: "GET", path: "/deposit-overview", scope: "deposits:read" },
  getDepositStatement: { method: "GET", path: "/deposit-statements", scope: "deposits:read", reply: "file" },
  listCardGroups: { method: "GET", path: "/card-groups", scope: "cards:read" },
  saveCardGroup: { method: "POST", path: "/card-groups", scope: "cards:write", idempotent: true },
  removeCardGroup: { method: "POST", path: "/card-groups/{id}/remove", scope: "cards:write", idempotent: true },
  getLoanOverview: { method: "GET", path: "/loan-overview", scope: "loans:read" },
  listLoans: { method: "GET", path: "/loans", scope: "loans:read" },
  getLoan: { method: "GET", path: "/loans/{id}", scope: "loans:read" },
  getLoanContract: { method: "GET", path: "/loans/{id}/contract", scope: "loans:read", reply: "file" },
  repayLoan: { method: "POST", path: "/loans/{id}/repay", scope: "loans:write", idempotent: true },
  setLoanIncomeShare: { method: "POST", path: "/loans/{id}/income-share", scope: "loans:write", idempotent: true },
  listEscrows: { method: "GET", path: "/escrows", scope: "escrow:read" },
  getEscrow: { method: "GET", path: "/escrows/{id}", scope: "escrow:read" },
  createEscrow: { method: "POST", path: "/escrows", scope: "escrow:write", idempotent: true },
  acceptEscrow: { method: "POST", path: "/escrows/{id}/accept", scope: "escrow:write", idempotent: true },
  declineEscrow: { method: "POST", path: "/escrows/{id}/decline", scope: "escrow:write", idempotent: true },
  cancelEscrow: { method: "POST", path: "/escrows/{id}/cancel", scope: "escrow:write", idempotent: true },
  deliverEscrow: { method: "POST", path: "/escrows/{id}/deliver", scope: "escrow:write", idempotent: true },
  disputeEscrow: { method: "POST", path: "/escrows/{id}/dispute", scope: "escrow:write", idempotent: true },
  addEscrowEvidence: {
    method: "POST",
    path: "/escrows/{id}/evidence",
    scope: "escrow:write",
    idempotent: true,
    body: "multipart",
  },
  fundEscrow: { method: "POST", path: "/escrows/{id}/fund", scope: "payouts:write", idempotent: true },
  releaseEscrow: { method: "POST", path: "/escrows/{id}/release", scope: "payouts:write", idempotent: true },
  refundEscrow: { method: "POST", path: "/escrows/{id}/refund", scope: "payouts:write", idempotent: true },
  listTaxReceipts: { method: "GET", path: "/tax-receipts", scope: "taxrefunds:read" },
  listTaxRefunds: { method: "GET", path: "/tax-refunds", scope: "taxrefunds:read" },
  getTaxRefund: { method: "GET", path: "/tax-refunds/{id}", scope: "taxrefunds:read" },
  uploadTaxFile: { method: "POST", path: "/tax-refunds/files", scope: "taxrefunds:write", body: "multipart" },
  checkTaxRefund: { method: "POST", path: "/tax-refunds/check", scope: "taxrefunds:write" },
  createTaxRefund: { method: "POST", path: "/tax-refunds", scope: "taxrefunds:write", idempotent: true },
  correctTaxRefund: { method: "POST", path: "/tax-refunds/{id}/correct", scope: "taxrefunds:write", idempotent: true },
  cancelTaxRefund: { method: "POST", path: "/tax-refunds/{id}/cancel", scope: "taxrefunds:write", idempotent: true },
  listOrders: { method: "GET", path: "/orders", scope: "orders:read" },
  getOrder: { method: "GET", path: "/orders/{id}", scope: "orders:read" },
  createOrders: { method: "POST", path: "/orders", scope: "orders:write", idempotent: true },
  uploadOrders: { method: "POST", path: "/orders/file", scope: "orders:write", idempotent: true, body: "multipart" },
  repairOrder: { method: "POST", path: "/orders/{id}/repair", scope: "orders:write", idempotent: true },
  matchOrders: { method: "POST", path: "/orders/match", scope: "orders:write", idempotent: true },
  listOrderUploads: { method: "GET", path: "/order-uploads", scope: "orders:read" },
  getOrderUpload: { method: "GET", path: "/order-uploads/{id}", scope: "orders:read" },
  getRejectedOrders: { method: "GET", path: "/order-uploads/{id}/rejected", scope: "orders:read", reply: "file" },
  getQuota: { method: "GET", path: "/quota", scope: "orders:read" },
  listQuotaUses: { method: "GET", path: "/quota/uses", scope: "orders:read" },
  getQuotaUse: { method: "GET", path: "/quota/uses/{id}", scope: "orders:read" },
  listEvents: { method: "GET", path: "/events", scope: "events:read" },
  sendTestEvent: { method: "POST", path: "/events/test", scope: "events:read", idempotent: true },
  setMetadata: { method: "POST", path: "/metadata/{object}/{id}", scope: "metadata:write", idempotent: true },
  createTestIncome: { method: "POST", path: "/sandbox/incomes", scope: "events:read", idempotent: true, sandbox: true },
  createTestOrders: { method: "POST", path: "/sandbox/orders", scope: "events:read", idempotent: true, sandbox: true },
} as const;

/** The operation that reads what an event tells of, by the event's subject. */

export const EVENT_OBJECTS: Readonly<Record<string, OperationName>> = {
  payout: "getPayout",
  income: "getIncome",
  receiving_account: "getAccount",
  beneficiary: "getPayee",
  conversion: "getConversion",
  card: "getCard",
  card_payment: "getCardPayment",
  deposit_placement: "getDeposit",
  store: "getStore",
  certification: "getCertification",
  wallet_transfer: "getTransfer",
  order_upload: "getOrderUpload",
  order_match: "getIncome",
};
