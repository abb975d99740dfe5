import type { BeneficiaryPlant } from "../../modules/beneficiaries/index.ts";
import { demoBankAccountId } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";

type DemoBankAccount = Pick<
  BeneficiaryPlant,
  "merchantId" | "id" | "holderType" | "route" | "country" | "currency" | "details"
> & {
  /** As the bank writes it, where that is not the certified name. */
  holderName?: string;
  /** Days before the world was loaded. */
  boundDaysAgo: number;
};

const [seller, developer, , enterprise] = DEMO_MERCHANTS;
const inChina = { route: "CN", country: "CN", currency: "CNY" } as const;
const inHongkong = {
  route: "HK",
  country: "HK",
  holderType: "company",
  holderName: "HARBOURLAN INTERNATIONAL TRADING LIMITED",
} as const;

/** Where the demo merchants' withdrawals go, oldest first: each is used until the next of its currency is bound. */
export const DEMO_BANK_ACCOUNTS: readonly DemoBankAccount[] = [
  {
    merchantId: seller.merchantId,
    id: demoBankAccountId(11),
    ...inChina,
    holderType: "company",
    details: { clearCode: "102584002049", accountNumber: "4000023209200326620", bankName: "中国工商银行" },
    boundDaysAgo: 560,
  },
  {
    merchantId: seller.merchantId,
    id: demoBankAccountId(12),
    ...inChina,
    holderType: "company",
    details: { clearCode: "308584001258", accountNumber: "755948216010831", bankName: "招商银行" },
    boundDaysAgo: 5,
  },
  {
    merchantId: developer.merchantId,
    id: demoBankAccountId(21),
    ...inChina,
    holderType: "person",
    details: { clearCode: "308651020028", accountNumber: "6225880281930457", bankName: "招商银行" },
    boundDaysAgo: 430,
  },
  {
    merchantId: enterprise.merchantId,
    id: demoBankAccountId(61),
    ...inHongkong,
    currency: "USD",
    details: { bankCode: "024", branchCode: "388", accountNumber: "620183774", bankName: "Hang Seng Bank" },
    boundDaysAgo: 540,
  },
  {
    merchantId: enterprise.merchantId,
    id: demoBankAccountId(62),
    ...inHongkong,
    currency: "HKD",
    details: { bankCode: "004", branchCode: "500", accountNumber: "730296001", bankName: "HSBC Hong Kong" },
    boundDaysAgo: 540,
  },
];
