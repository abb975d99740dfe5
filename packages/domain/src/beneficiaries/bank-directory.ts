import { UNION_BANKS } from "../reference/union-banks.ts";
import type { BankDetails, BankRouteKey } from "./bank-routes.ts";

/** Which list a code stands in. */
export const BANK_CODE_SCHEMES = {
  cnaps: "内地联行号前三位",
  hk: "香港银行代码，或银行加分行代码",
  sg: "新加坡银行代码",
  jp: "日本银行代码",
  kr: "韩国银行代码",
  ca: "加拿大机构代码",
  aba: "美国 ABA 号码",
  gb: "英国 Sort code",
  au: "澳大利亚 BSB",
  bic: "SWIFT / BIC",
} as const satisfies Record<string, string>;
export type BankCodeScheme = keyof typeof BANK_CODE_SCHEMES;
export const BANK_CODE_SCHEME_NAMES = Object.keys(BANK_CODE_SCHEMES) as [BankCodeScheme, ...BankCodeScheme[]];

const HK = `003 Standard Chartered|004 HSBC|006 Citibank N.A.|009 CCB (Asia)|012 Bank of China (Hong Kong)|015 Bank of East Asia|016 DBS (Hong Kong)
018 China CITIC Bank International|020 CMB Wing Lung|024 Hang Seng Bank|025 Shanghai Commercial Bank|027 Bank of Communications HK Branch
028 Public Bank (Hong Kong)|035 OCBC (Hong Kong)|038 Tai Yau Bank|039 Chiyu Bank|040 Dah Sing Bank|041 Chong Hing Bank|043 Nanyang Commercial Bank|061 Tai Sang Bank
072 ICBC (Asia)|128 Fubon Bank|152 ANZ|185 DBS Hong Kong Branch|222 Agricultural Bank of China HK|250 Citibank (Hong Kong)|387 ZA Bank|389 Mox Bank
390 WeLab Bank|391 Fusion Bank|393 Ant Bank|395 Airstar Bank`;
const SG = `7171 DBS / POSB|7339 OCBC|7375 UOB|7144 Standard Chartered|9496 Standard Chartered (Singapore)|7214 Citibank N.A.|9201 Citibank Singapore
7232 HSBC|9548 HSBC (Singapore)|7302 Maybank Singapore|9636 Malayan Banking|7083 Bank of China|8712 ICBC|7986 CIMB|7366 RHB|7287 HL Bank|7092 BEA|7126 MUFG
7472 SMBC|7621 Mizuho|7153 JPMorgan|7047 Bangkok Bank`;
const JP = `0001 Mizuho Bank|0005 MUFG Bank|0009 SMBC|0010 Resona Bank|0017 Saitama Resona|0033 PayPay Bank|0034 Seven Bank|0035 Sony Bank|0036 Rakuten Bank
0038 SBI Sumishin Net|0039 au Jibun Bank|0040 Aeon Bank|0116 Hokkaido Bank|0134 Chiba Bank|0138 Bank of Yokohama|0149 Shizuoka Bank|0158 Bank of Kyoto
0177 Bank of Fukuoka|0310 GMO Aozora Net|0397 SBI Shinsei|0398 Aozora Bank|0401 Citibank N.A.|9900 Japan Post Bank`;
const KR = `002 KDB|003 IBK|004 KB Kookmin|007 Suhyup|011 NH Nonghyup|020 Woori|023 SC|027 Citi|031 iM Bank|032 Busan|034 Gwangju|035 Jeju|037 Jeonbuk|039 Kyongnam
045 MG Saemaul|048 Shinhyup|071 Korea Post|081 Hana|088 Shinhan|089 K bank|090 Kakao Bank|092 Toss Bank`;
const CA = `001 BMO|002 Scotiabank|003 RBC Royal Bank|004 TD Canada Trust|006 National Bank of Canada|010 CIBC|614 Tangerine|815 Desjardins`;
const ABA = `021000021 JPMorgan Chase|026009593 Bank of America|121000248 Wells Fargo|111000025 Bank of America (Texas)|021000089 Citibank`;
/** By their first two digits, as the clearing banks were given them; where many share two digits, by all six. */
const GB = `01 NatWest|05 Virgin Money|07 Nationwide|08 The Co-operative Bank|09 Santander UK|11 Halifax|12 Bank of Scotland|16 Royal Bank of Scotland
20 Barclays|30 Lloyds Bank|31 Lloyds Bank|40 HSBC UK|41 HSBC UK|51 NatWest|52 NatWest|53 NatWest|54 NatWest|55 NatWest|56 NatWest|60 NatWest
72 Santander UK|80 Bank of Scotland|82 Virgin Money|83 Royal Bank of Scotland|87 TSB Bank|89 Santander UK|95 Danske Bank|98 Ulster Bank
040004 Monzo Bank|040075 Revolut|231470 Wise|608371 Starling Bank`;
/** By their first two or three digits. */
const AU = `01 ANZ|03 Westpac|73 Westpac|06 Commonwealth Bank|76 Commonwealth Bank|08 National Australia Bank|09 Reserve Bank of Australia|11 St.George Bank
12 Bank of Queensland|18 Macquarie Bank|19 Bank of Melbourne|24 Citibank|30 Bankwest|34 HSBC Australia|57 Australian Settlements|633 Bendigo Bank|636 Cuscal
66 Suncorp Bank|70 Indue|814 Great Southern Bank|923 ING Australia|939 AMP Bank`;
const BICS = `HSBCHKHH HSBC Hong Kong|SCBLHKHH Standard Chartered Hong Kong|CITIHKHX Citibank N.A. Hong Kong|CCBQHKAX CCB (Asia)|BKCHHKHH Bank of China (Hong Kong)
BEASHKHH Bank of East Asia|DHBKHKHH DBS (Hong Kong)|KWHKHKHH China CITIC Bank International|WUBAHKHH CMB Wing Lung|HASEHKHH Hang Seng Bank
SCBKHKHH Shanghai Commercial Bank|CBHKHKHH Public Bank (Hong Kong)|WIHBHKHH OCBC (Hong Kong)|CIYUHKHH Chiyu Bank|DSBAHKHH Dah Sing Bank
LCHBHKHH Chong Hing Bank|NYCBHKHH Nanyang Commercial Bank|TSBLHKHH Tai Sang Bank|UBHKHKHH ICBC (Asia)|IBALHKHH Fubon Bank|ANZBHKHX ANZ Hong Kong
DBSSHKHH DBS Hong Kong Branch|ABOCHKHH Agricultural Bank of China HK|CITIHKAX Citibank (Hong Kong)|WEDIHKHH WeLab Bank|IFFUHKHH Fusion Bank
BOFAUS3N Bank of America|DEUTDEFF Deutsche Bank|COBADEFF Commerzbank|BNPAFRPP BNP Paribas|INGBNL2A ING Bank|ABNANL2A ABN AMRO
CHASUS33 JPMorgan Chase|CITIUS33 Citibank N.A.|BARCGB22 Barclays|NWBKGB2L NatWest|HSBCGB2L HSBC UK|BKCHCNBJ Bank of China|ICBKCNBJ ICBC|CIBKCNBJ China CITIC Bank
BKKBTHBK Bangkok Bank|KASITHBK Kasikornbank|KRTHTHBK Krungthai|SICOTHBK Siam Commercial Bank|UOVBTHBK UOB Thailand|AYUDTHBK Krungsri
BRINIDJA BRI|BMRIIDJA Bank Mandiri|BNINIDJA BNI|CENAIDJA BCA|BBBAIDJA Permata|BNIAIDJA CIMB Niaga
MBBEMYKL Maybank|CIBBMYKL CIMB|PBBEMYKL Public Bank|RHBBMYKL RHB|HLBBMYKL Hong Leong Bank|ARBKMYKL AmBank
BNORPHMM BDO|BOPIPHMM BPI|MBTCPHMM Metrobank|TLBPPHMM Landbank|PNBMPHMM PNB|SETCPHMM Security Bank|UBPHPHMM UnionBank
BFTVVNVX Vietcombank|ICBVVNVX VietinBank|BIDVVNVX BIDV|VBAAVNVX Agribank|VTCBVNVX Techcombank|MSCBVNVX MB Bank|ASCBVNVX ACB|VPBKVNVX VPBank|TPBVVNVX TPBank
DBSSSGSG DBS|OCBCSGSG OCBC|UOVBSGSG UOB|EBILAEAD Emirates NBD|NBADAEAA First Abu Dhabi Bank|ADCBAEAA ADCB|MASHAEAD Mashreq`;

const listed = (scheme: BankCodeScheme, seed: string): [string, string][] =>
  seed.split(/[|\n]/).map((entry) => {
    const [code, ...name] = entry.trim().split(" ");
    return [`${scheme}:${code}`, name.join(" ")];
  });
/** The seed the project ships; operators add to it. A code in no list may be right all the same. */
const SEED: ReadonlyMap<string, string> = new Map([
  ...UNION_BANKS.map(({ cnaps, name }): [string, string] => [`cnaps:${cnaps}`, name]),
  ...listed("hk", HK),
  ...listed("sg", SG),
  ...listed("jp", JP),
  ...listed("kr", KR),
  ...listed("ca", CA),
  ...listed("aba", ABA),
  ...listed("gb", GB),
  ...listed("au", AU),
  ...listed("bic", BICS),
]);

/** The longest beginning of a branch's code that stands in the list; the whole code where none does, as an operator would add it. */
function beginning(scheme: "gb" | "au", code: string): string {
  const places = scheme === "gb" ? [6, 2] : [6, 3, 2];
  const known = places.find((length) => SEED.has(`${scheme}:${code.slice(0, length)}`));
  return code.slice(0, known);
}
/** A British IBAN carries the sort code behind the bank's letters. */
const sortCodeOf = ({ clearCode, accountNumber = "" }: BankDetails): string =>
  clearCode ?? (accountNumber.startsWith("GB") ? accountNumber.slice(8, 14) : "");

/** The list and the code by which an account's bank is found; undefined where its route has no list. */
export function bankCodeOf(
  route: BankRouteKey,
  details: BankDetails,
): { scheme: BankCodeScheme; code: string } | undefined {
  const { clearCode = "", bankCode = "", swiftCode = "" } = details;
  const found = {
    CN: { scheme: "cnaps", code: clearCode.slice(0, 3) },
    HK: { scheme: "hk", code: bankCode },
    SG: { scheme: "sg", code: bankCode },
    JP: { scheme: "jp", code: bankCode },
    KR: { scheme: "kr", code: bankCode },
    CA: { scheme: "ca", code: bankCode },
    US: { scheme: "aba", code: clearCode },
    GB: { scheme: "gb", code: beginning("gb", sortCodeOf(details)) },
    AU: { scheme: "au", code: beginning("au", clearCode) },
  } as const satisfies Partial<Record<BankRouteKey, { scheme: BankCodeScheme; code: string }>>;
  const own = Object.hasOwn(found, route) ? found[route as keyof typeof found] : undefined;
  const code = own ?? (swiftCode ? { scheme: "bic" as const, code: swiftCode.slice(0, 8) } : undefined);
  return code && code.code !== "" ? code : undefined;
}

/** A branch in Hong Kong, by bank and branch: no list of them is public, operators add those they have seen. */
export const branchCodeOf = (
  route: BankRouteKey,
  { bankCode = "", branchCode = "" }: BankDetails,
): { scheme: BankCodeScheme; code: string } | undefined =>
  route === "HK" && /^\d{6}$/.test(bankCode + branchCode) ? { scheme: "hk", code: bankCode + branchCode } : undefined;

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
/**
 * Which bank an account is at, so far as its number does not say: numbers repeat from bank to bank. A mainland bank is one
 * whatever the branch, an IBAN names its bank itself. Empty: nothing is said.
 */
export function accountBank(route: BankRouteKey, details: BankDetails): string {
  if (route === "IBAN" || route === "AE" || IBAN.test(details.accountNumber ?? "")) return "";
  const { clearCode = "", bankCode = "", branchCode = "", swiftCode = "" } = details;
  const codes = [clearCode.slice(0, route === "CN" ? 3 : undefined), bankCode, branchCode, swiftCode.slice(0, 8)];
  const said = codes.join("");
  return said === "" ? "" : `${route}:${said}`;
}
/** By another route, or where one says nothing, it may be the same: only two banks that are named alike can differ. */
export const maySameBank = (one: string, other: string): boolean =>
  one === "" || other === "" || one.split(":")[0] !== other.split(":")[0] || one === other;

/** The bank's name in the shipped lists. */
export const seedBankName = ({ scheme, code }: { scheme: BankCodeScheme; code: string }): string | undefined =>
  SEED.get(`${scheme}:${code}`);
export const seedBanks = (scheme: BankCodeScheme): { code: string; name: string }[] =>
  [...SEED].flatMap(([key, name]) =>
    key.startsWith(`${scheme}:`) ? [{ code: key.slice(scheme.length + 1), name }] : [],
  );
