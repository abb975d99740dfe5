import { demoBankAccountId } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";

type DemoBankAccount = {
  merchantId: string;
  id: string;
  bankName: string;
  bankCode: string;
  accountNumber: string;
  /** Days before the world was loaded. */
  boundDaysAgo: number;
};

const [seller] = DEMO_MERCHANTS;

/** Where the demo merchants' withdrawals go, oldest first: each is used until the next is bound. */
export const DEMO_BANK_ACCOUNTS: readonly DemoBankAccount[] = [
  {
    merchantId: seller.merchantId,
    id: demoBankAccountId(11),
    bankName: "中国工商银行",
    bankCode: "102584002049",
    accountNumber: "4000023209200326620",
    boundDaysAgo: 560,
  },
  {
    merchantId: seller.merchantId,
    id: demoBankAccountId(12),
    bankName: "招商银行",
    bankCode: "308584001258",
    accountNumber: "755948216010831",
    boundDaysAgo: 5,
  },
];
