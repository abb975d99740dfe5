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
  DisablePayeeInput,
  DisablePayeeOutput,
} from "./payees.ts";
import type {
  ListPayoutsInput,
  ListPayoutsOutput,
  GetPayoutInput,
  GetPayoutOutput,
  GetPayoutReceiptInput,
  GetPayoutReceiptOutput,
  ConfirmPayoutInput,
  ConfirmPayoutOutput,
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
} from "./payouts.ts";
import type { GetPayoutReceiptsInput, GetPayoutReceiptsOutput } from "./payout-receipts.ts";
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
} from "./cards.ts";
import type {
  GetCardWalletInput,
  GetCardWalletOutput,
  FundCardWalletInput,
  FundCardWalletOutput,
} from "./card-wallet.ts";
import type {
  ListCardPaymentsInput,
  ListCardPaymentsOutput,
  GetCardPaymentInput,
  GetCardPaymentOutput,
  AttachCardReceiptInput,
  AttachCardReceiptOutput,
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
} from "./deposits.ts";
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
  /** 收支明细：收入、支出、换汇、转账在一张表 */
  listMoneyEvents: { input: ListMoneyEventsInput; output: ListMoneyEventsOutput };
  /** 一段时间各币种的收入与支出（按业务，不按分录） */
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
  /** 停用收款人 */
  disablePayee: { input: DisablePayeeInput; output: DisablePayeeOutput };
  /** 付款记录（各种类型） */
  listPayouts: { input: ListPayoutsInput; output: ListPayoutsOutput };
  /** 一笔付款和它的经过 */
  getPayout: { input: GetPayoutInput; output: GetPayoutOutput };
  /** 付款回单（PDF） */
  getPayoutReceipt: { input: GetPayoutReceiptInput; output: GetPayoutReceiptOutput };
  /** 用报价确认付款（签名代替验证码） */
  confirmPayout: { input: ConfirmPayoutInput; output: ConfirmPayoutOutput };
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
  /** 付款回单：多笔打包下载（ZIP） */
  getPayoutReceipts: { input: GetPayoutReceiptsInput; output: GetPayoutReceiptsOutput };
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
  /** 从收款账户转入钱包 */
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
  /** 卡钱包：余额 */
  getCardWallet: { input: GetCardWalletInput; output: GetCardWalletOutput };
  /** 卡钱包：从收款账户或钱包充值 */
  fundCardWallet: { input: FundCardWalletInput; output: FundCardWalletOutput };
  /** 珊瑚卡交易 */
  listCardPayments: { input: ListCardPaymentsInput; output: ListCardPaymentsOutput };
  /** 一笔交易、它的经过和决定 */
  getCardPayment: { input: GetCardPaymentInput; output: GetCardPaymentOutput };
  /** 给交易附上票据 */
  attachCardReceipt: { input: AttachCardReceiptInput; output: AttachCardReceiptOutput };
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
  disablePayee: { method: "POST", path: "/payees/{id}/disable", scope: "payees:write", idempotent: true },
  listPayouts: { method: "GET", path: "/payouts", scope: "payouts:read" },
  getPayout: { method: "GET", path: "/payouts/{id}", scope: "payouts:read" },
  getPayoutReceipt: { method: "GET", path: "/payouts/{id}/receipt", scope: "payouts:read", reply: "file" },
  confirmPayout: { method: "POST", path: "/payouts/{id}/confirm", scope: "payouts:write", idempotent: true },
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
  getPayoutReceipts: { method: "GET", path: "/payout-receipts", scope: "payouts:read", reply: "file" },
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
  getCardWallet: { method: "GET", path: "/card-wallet", scope: "cards:read" },
  fundCardWallet: { method: "POST", path: "/card-wallet/fund", scope: "cards:write", idempotent: true },
  listCardPayments: { method: "GET", path: "/card-payments", scope: "cards:read" },
  getCardPayment: { method: "GET", path: "/card-payments/{id}", scope: "cards:read" },
  attachCardReceipt: {
    method: "POST",
    path: "/card-payments/{id}/receipt",
    scope: "cards:write",
    idempotent: true,
    body: "multipart",
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
