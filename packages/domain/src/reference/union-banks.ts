/** Banks of the mainland by the first digits of their cards and of their bank codes; enough to suggest a name, never to refuse one. */
export const UNION_BANKS: readonly { code: string; name: string; cnaps: string; prefixes: readonly string[] }[] = [
  { code: "ICBC", name: "中国工商银行", cnaps: "102", prefixes: ["622200", "622202", "622203", "621226", "621225"] },
  { code: "ABC", name: "中国农业银行", cnaps: "103", prefixes: ["622848", "622845", "622846", "622849", "95599"] },
  {
    code: "BOC",
    name: "中国银行",
    cnaps: "104",
    prefixes: ["621660", "621661", "621785", "621790", "456351", "601382"],
  },
  { code: "CCB", name: "中国建设银行", cnaps: "105", prefixes: ["621700", "622700", "436742", "622280"] },
  { code: "COMM", name: "交通银行", cnaps: "301", prefixes: ["622258", "622260", "622262", "601428"] },
  { code: "CMB", name: "招商银行", cnaps: "308", prefixes: ["621485", "621483", "622588", "622575", "622609"] },
  { code: "CITIC", name: "中信银行", cnaps: "302", prefixes: ["621773", "622690", "622696", "622698"] },
  { code: "CEB", name: "中国光大银行", cnaps: "303", prefixes: ["622660", "622662", "622663"] },
  { code: "CMBC", name: "中国民生银行", cnaps: "305", prefixes: ["622615", "622622", "622617"] },
  { code: "PSBC", name: "中国邮政储蓄银行", cnaps: "403", prefixes: ["621098", "622188", "622150", "621799"] },
  { code: "SPDB", name: "上海浦东发展银行", cnaps: "310", prefixes: ["622521", "622516", "622518"] },
  { code: "CIB", name: "兴业银行", cnaps: "309", prefixes: ["622908", "622909"] },
  { code: "SPABANK", name: "平安银行", cnaps: "307", prefixes: ["622155", "622156", "621626"] },
  { code: "GDB", name: "广发银行", cnaps: "306", prefixes: ["622568", "622556"] },
  { code: "HXBANK", name: "华夏银行", cnaps: "304", prefixes: ["622630", "622631"] },
  // Private banks share their first digits: 网商银行, 微众银行 and others.
  { code: "PRIVATE", name: "民营银行", cnaps: "323", prefixes: [] },
];

/** Every digit but the last is checked by the last (ISO 7812). */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return digits !== "" && sum % 10 === 0;
}

export const bankOfCard = (cardNumber: string) =>
  UNION_BANKS.find(({ prefixes }) => prefixes.some((prefix) => cardNumber.startsWith(prefix)));

/** A bank code (CNAPS) begins with the three digits of its bank. */
export const bankOfCnaps = (bankCode: string) => UNION_BANKS.find(({ cnaps }) => bankCode.startsWith(cnaps));
