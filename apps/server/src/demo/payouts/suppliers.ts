import { plantBeneficiary, type BeneficiaryPlant } from "../../modules/beneficiaries/index.ts";
import type { Tx } from "../../platform/db.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { demoBankAccountId } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";

const DAY_MS = 24 * 60 * 60_000;
const [seller, , , enterprise] = DEMO_MERCHANTS;

type DemoSupplier = Omit<BeneficiaryPlant, "isDefault" | "boundAt" | "holderName"> & {
  /** Days before the world was loaded: all of them may be paid without waiting. */
  boundDaysAgo: number;
};

/** Who the demo merchants buy from: goods from two factories, freight, advertising and photographs. */
const DEMO_SUPPLIERS: readonly DemoSupplier[] = [
  {
    merchantId: seller.merchantId,
    id: demoBankAccountId(31),
    kind: "supplier",
    name: "东莞市恒禾家居用品有限公司",
    holderType: "company",
    route: "CN",
    country: "CN",
    currency: "CNY",
    details: { clearCode: "105602000018", accountNumber: "44050177000800002186", bankName: "中国建设银行" },
    category: 101,
    boundDaysAgo: 320,
  },
  {
    merchantId: seller.merchantId,
    id: demoBankAccountId(32),
    kind: "supplier",
    name: "Brightway Packaging (HK) Limited",
    holderType: "company",
    route: "HK",
    country: "HK",
    currency: "USD",
    details: { bankCode: "004", branchCode: "848", accountNumber: "178302838", bankName: "HSBC Hong Kong" },
    category: 101,
    boundDaysAgo: 210,
  },
  {
    merchantId: seller.merchantId,
    id: demoBankAccountId(33),
    kind: "service",
    name: "Pacific Lane Freight LLC",
    holderType: "company",
    route: "US",
    country: "US",
    currency: "USD",
    details: {
      clearCode: "021000021",
      accountNumber: "744801926",
      bankAccountType: "checking",
      bankName: "JPMorgan Chase",
    },
    category: 201,
    boundDaysAgo: 180,
  },
  {
    merchantId: seller.merchantId,
    id: demoBankAccountId(34),
    kind: "service",
    name: "Studio Nordlicht GmbH",
    holderType: "company",
    route: "IBAN",
    country: "DE",
    currency: "EUR",
    details: { accountNumber: "DE89370400440532013000", swiftCode: "COBADEFFXXX", bankName: "Commerzbank" },
    category: 202,
    boundDaysAgo: 95,
  },
  {
    merchantId: enterprise.merchantId,
    id: demoBankAccountId(35),
    kind: "supplier",
    name: "Meridian Components Pte. Ltd.",
    holderType: "company",
    route: "SG",
    country: "SG",
    currency: "SGD",
    details: { bankCode: "7171", branchCode: "001", accountNumber: "0038204611", bankName: "DBS / POSB" },
    category: 101,
    boundDaysAgo: 140,
  },
  ...(
    [
      [36, "苏州澜岸精密五金有限公司", "105305000019", "32250198863600004417", "中国建设银行"],
      [37, "宁波市远程塑胶制品有限公司", "102332000014", "3901130009200417588", "中国工商银行"],
      [38, "佛山市南海晨光灯饰有限公司", "308588000015", "757903216210608", "招商银行"],
    ] as const
  ).map(([n, name, clearCode, accountNumber, bankName]) => ({
    merchantId: enterprise.merchantId,
    id: demoBankAccountId(n),
    kind: "supplier" as const,
    name,
    holderType: "company" as const,
    route: "CN" as const,
    country: "CN",
    currency: "CNY" as const,
    details: { clearCode, accountNumber, bankName },
    category: 101,
    boundDaysAgo: 500,
  })),
];

/** Those of one merchant; each is there since long before what was paid to it. */
export const suppliersOf = (merchantId: string, now: Date): BeneficiaryPlant[] =>
  DEMO_SUPPLIERS.filter((row) => row.merchantId === merchantId).map(({ boundDaysAgo, ...supplier }) => ({
    ...supplier,
    holderName: supplier.name,
    isDefault: false,
    boundAt: new Date(now.getTime() - boundDaysAgo * DAY_MS),
  }));

export async function plantSuppliers(
  deps: { secrets: Secrets; lifecycles: Lifecycles; now: Date },
  tx: Tx,
  merchantId: string,
): Promise<void> {
  for (const supplier of suppliersOf(merchantId, deps.now)) await plantBeneficiary(deps, tx, supplier);
}
