import { expect, test } from "vitest";
import { accountBank, bankCodeOf, maySameBank, seedBankName, seedBanks } from "./bank-directory.ts";
import { BANK_ROUTE_KEYS, routesTo, type BankDetails, type BankRouteKey } from "./bank-routes.ts";
import { checkBankDetails, normaliseBankDetails, numberEnd } from "./check-bank-details.ts";
import { INTERMEDIARY_BANKS, intermediaryOf } from "./intermediary-banks.ts";
import { BIC_PATTERN, ibanProblem, passesAba, passesCnaps, passesLuhn, passesUkModulus } from "./check-digits.ts";
import { ibanFromParts, ibanPartsOf } from "./iban-from-parts.ts";
import { IBAN_SAMPLES } from "./iban-samples-fixture.ts";

/** Every way of getting one digit wrong. */
function* oneDigitMistakes(text: string): Generator<string> {
  for (const [at, sign] of Array.from(text).entries()) {
    if (!/\d/.test(sign)) continue;
    for (const other of "0123456789") if (other !== sign) yield text.slice(0, at) + other + text.slice(at + 1);
  }
}
const swapped = (text: string, at: number): string =>
  text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2);

/** Where in the sample the bank's number and the account's stand. */
const SAMPLE_PARTS: Record<string, readonly [bank: readonly [number, number], account: readonly [number, number]]> = {
  AE: [
    [4, 7],
    [7, 23],
  ],
  AT: [
    [4, 9],
    [9, 20],
  ],
  BE: [
    [4, 7],
    [7, 14],
  ],
  CH: [
    [4, 9],
    [9, 21],
  ],
  CZ: [
    [4, 8],
    [8, 24],
  ],
  DE: [
    [4, 12],
    [12, 22],
  ],
  DK: [
    [4, 8],
    [8, 18],
  ],
  ES: [
    [4, 12],
    [14, 24],
  ],
  FR: [
    [4, 14],
    [14, 25],
  ],
  GB: [
    [4, 14],
    [14, 22],
  ],
  IE: [
    [4, 14],
    [14, 22],
  ],
  IT: [
    [5, 15],
    [15, 27],
  ],
  LI: [
    [4, 9],
    [9, 21],
  ],
  LU: [
    [4, 7],
    [7, 20],
  ],
  MC: [
    [4, 14],
    [14, 25],
  ],
  NL: [
    [4, 8],
    [8, 18],
  ],
  PT: [
    [4, 12],
    [12, 23],
  ],
  SA: [
    [4, 6],
    [6, 24],
  ],
  SK: [
    [4, 8],
    [8, 24],
  ],
  SM: [
    [5, 15],
    [15, 27],
  ],
};

test("an IBAN is worked out from the bank's number and the account's, as the registry's samples have it", () => {
  for (const [country, [bank, account]] of Object.entries(SAMPLE_PARTS)) {
    const iban = IBAN_SAMPLES.find((sample) => sample.startsWith(country))!;
    const written = iban.slice(...account).replace(/^0+/, "");
    expect(ibanFromParts(country, iban.slice(...bank), written), country).toEqual({ iban });
  }
  expect(IBAN_SAMPLES.filter((iban) => ibanPartsOf(iban.slice(0, 2))).map((iban) => iban.slice(0, 2))).toEqual(
    Object.keys(SAMPLE_PARTS),
  );
  expect(ibanFromParts("DE", "3704 0044", "532-013-000")).toEqual({ iban: "DE89370400440532013000" });
  expect(ibanFromParts("DE", "37040044", "12345678901")).toEqual({ problem: "账号最多 10 位，请核对" });
  expect(ibanFromParts("DE", "3704", "1")).toEqual({ problem: "银行号（BLZ）写作 37040044 的样子，请核对" });
  expect(ibanFromParts("US", "1", "1")).toEqual({
    problem: "这个国家的 IBAN 不能由账号推算，请按银行单据填写",
  });
});

test("every published IBAN passes, and none with one digit wrong", () => {
  expect(IBAN_SAMPLES).toHaveLength(89);
  for (const iban of IBAN_SAMPLES) {
    expect(ibanProblem(iban), iban).toBeUndefined();
    for (const wrong of oneDigitMistakes(iban)) expect(ibanProblem(wrong), wrong).toBeDefined();
  }
  const others = ["DE89370400440532013001", "GB29NWBK60161331926891", "FR1420041010050500013N02606", "DE", "XX12", ""];
  for (const wrong of others) expect(ibanProblem(wrong), wrong).toBeDefined();
  expect(ibanProblem("DE8937040044053201300")).toBe("DE 的 IBAN 是 22 位，现在 21 位");
});

test("ABA numbers: published ones pass, every one-digit mistake and swap of neighbours does not", () => {
  for (const code of ["021000021", "026009593", "121000248", "111000025", "110000000"]) {
    expect(passesAba(code), code).toBe(true);
    for (const wrong of oneDigitMistakes(code)) expect(passesAba(wrong), wrong).toBe(false);
  }
  for (const wrong of ["000000000", "021000022", "026009503", "121000348", "12100024", swapped("121000248", 1)]) {
    expect(passesAba(wrong), wrong).toBe(false);
  }
});

test("mainland bank codes: head offices pass, every one-digit mistake does not", () => {
  const offices =
    "102100099996 103100000026 104100000004 105100000017 301290000007 302100011000 303100000006 304100040000 305100000013 " +
    "306581000003 307584007998 308584000013 309391000011 310290000013 403100000004 501290000012 671290000017";
  for (const code of offices.split(" ")) {
    expect(passesCnaps(code), code).toBe(true);
    for (const wrong of oneDigitMistakes(code)) expect(passesCnaps(wrong), wrong).toBe(false);
  }
  for (const wrong of ["102100099997", "308584000031", "104100000014", "10210009999"]) {
    expect(passesCnaps(wrong), wrong).toBe(false);
  }
});

test("cards: Luhn finds every one-digit mistake", () => {
  for (const card of ["6200000000000005", "6205500000000000004", "6217001234567890122"]) {
    expect(passesLuhn(card), card).toBe(true);
    for (const wrong of oneDigitMistakes(card)) expect(passesLuhn(wrong), wrong).toBe(false);
  }
});

test("United Kingdom: the published test cases pass with their sort codes, their mistakes do not", () => {
  const right = ["089999 66374958", "107999 88837491", "202959 63748472"];
  const wrong = ["089999 66374959", "107999 88837493", "202959 63748473"];
  const passes = (pair: string) => passesUkModulus(...(pair.split(" ") as [string, string]));
  expect(right.map(passes)).toEqual([true, true, true]);
  expect(wrong.map(passes)).toEqual([false, false, false]);
  expect(passesUkModulus("999999", "12345678")).toBe(true);
});

type Sample = {
  country: string;
  name?: string;
  person?: true;
  details: BankDetails;
  wrong: [keyof BankDetails, string][];
};
const ADDRESS = "12 Harbour Road, Frankfurt";
/** One account of each route as its bank writes it, and what is wrong with one like it. */
const SAMPLES: Record<BankRouteKey, Sample> = {
  CN: {
    country: "CN",
    name: "深圳南屿科技有限公司",
    details: { clearCode: "308584000013", accountNumber: "755948216010831", bankName: "招商银行" },
    wrong: [
      ["clearCode", "308584000014"],
      ["clearCode", "30858400001"],
      ["accountNumber", "75594821601O831"],
    ],
  },
  HK: {
    country: "HK",
    details: { bankCode: "004", branchCode: "500", accountNumber: "123456001", bankName: "HSBC" },
    wrong: [
      ["bankCode", "04"],
      ["branchCode", "5000"],
      ["accountNumber", "12345"],
    ],
  },
  US: {
    country: "US",
    details: { clearCode: "021000021", accountNumber: "483077192204", bankAccountType: "checking", bankName: "Chase" },
    wrong: [
      ["clearCode", "021000022"],
      ["accountNumber", "123456789012345678"],
      ["bankAccountType", "loan"],
    ],
  },
  GB: {
    country: "GB",
    details: { clearCode: "089999", accountNumber: "66374958", bankName: "Test Bank" },
    wrong: [
      ["accountNumber", "66374959"],
      ["clearCode", "08999"],
      ["accountNumber", "GB29NWBK60161331926818"],
    ],
  },
  IBAN: {
    country: "DE",
    details: { accountNumber: "DE89370400440532013000", swiftCode: "COBADEFF", bankName: "Commerzbank" },
    wrong: [
      ["accountNumber", "DE89370400440532013001"],
      ["swiftCode", "COBADEF"],
      ["swiftCode", "BNPAFRPP"],
      ["accountNumber", "FR1420041010050500013M02606"],
    ],
  },
  AE: {
    country: "AE",
    details: { accountNumber: "AE070331234567890123456", swiftCode: "EBILAEAD", bankName: "Emirates NBD" },
    wrong: [
      ["accountNumber", "AE070331234567890123457"],
      ["swiftCode", "DEUTDEFF"],
    ],
  },
  JP: {
    country: "JP",
    name: "ナンユウ テクノロジー",
    details: {
      bankCode: "0001",
      branchCode: "045",
      bankAccountType: "ordinary",
      accountNumber: "1234567",
      bankName: "Mizuho Bank",
    },
    wrong: [
      ["bankCode", "001"],
      ["accountNumber", "123456"],
      ["bankAccountType", "checking"],
    ],
  },
  AU: {
    country: "AU",
    details: { clearCode: "062000", accountNumber: "12345678", bankName: "Commonwealth Bank" },
    wrong: [
      ["clearCode", "06200"],
      ["accountNumber", "1234"],
    ],
  },
  CA: {
    country: "CA",
    details: { bankCode: "004", branchCode: "00012", accountNumber: "1234567", bankName: "TD Canada Trust" },
    wrong: [
      ["bankCode", "4"],
      ["branchCode", "0012"],
      ["accountNumber", "1234"],
    ],
  },
  SG: {
    country: "SG",
    details: { bankCode: "7171", branchCode: "001", accountNumber: "0038204611", bankName: "DBS / POSB" },
    wrong: [
      ["bankCode", "717"],
      ["branchCode", "01"],
      ["accountNumber", "12345"],
    ],
  },
  TH: {
    country: "TH",
    details: { swiftCode: "KASITHBK", accountNumber: "1234567890", bankName: "Kasikornbank" },
    wrong: [
      ["accountNumber", "123456"],
      ["swiftCode", "KASITHB"],
      ["swiftCode", "HSBCHKHH"],
    ],
  },
  ID: {
    country: "ID",
    details: { swiftCode: "CENAIDJA", accountNumber: "5271234567", bankName: "BCA" },
    wrong: [
      ["accountNumber", "123456789012345678901"],
      ["swiftCode", "CENA1DJA"],
    ],
  },
  MY: {
    country: "MY",
    details: { swiftCode: "MBBEMYKL", accountNumber: "514012345678", bankName: "Maybank", purpose: "goods" },
    wrong: [
      ["accountNumber", "51401234567890123"],
      ["purpose", ""],
    ],
  },
  PH: {
    country: "PH",
    details: { swiftCode: "BNORPHMM", accountNumber: "001234567890", bankName: "BDO" },
    wrong: [["accountNumber", "1234567"]],
  },
  VN: {
    country: "VN",
    name: "SAIGON THREAD CO., LTD",
    details: { swiftCode: "BFTVVNVX", accountNumber: "007100468829", bankName: "Vietcombank", purpose: "goods" },
    wrong: [
      ["accountNumber", "1".repeat(31)],
      ["purpose", "gift"],
    ],
  },
  KR: {
    country: "KR",
    name: "주식회사 난위",
    details: { bankCode: "088", accountNumber: "110123456789", bankName: "Shinhan" },
    wrong: [
      ["bankCode", "88"],
      ["accountNumber", "1101234567"],
    ],
  },
  SWIFT: {
    country: "CH",
    details: {
      swiftCode: "UBSWCHZH80A",
      accountNumber: "CH9300762011623852957",
      bankName: "UBS",
      bankCity: "ZURICH",
      holderAddress: ADDRESS,
      intermediarySwift: "CHASUS33",
    },
    wrong: [
      ["accountNumber", "CH9300762011623852958"],
      ["intermediarySwift", "CHAS"],
      ["holderAddress", "苏黎世"],
    ],
  },
};

test.each(BANK_ROUTE_KEYS)(
  "accounts by the route %s: a right one passes, each mistake is named at its field",
  (key) => {
    const { country, name = "NANYU TRADING LIMITED", person, details, wrong } = SAMPLES[key];
    const where = { country, holder: { type: person ? ("person" as const) : ("company" as const), name } };
    expect(checkBankDetails(key, normaliseBankDetails(details), where)).toEqual({});
    for (const [field, value] of wrong) {
      const problems = checkBankDetails(key, normaliseBankDetails({ ...details, [field]: value }), where);
      expect(problems[field as keyof typeof problems], `${field} ${value}`).toBeTypeOf("string");
    }
    expect(checkBankDetails(key, {}, where)).not.toEqual({});
    expect(checkBankDetails(key, details, { ...where, holder: { ...where.holder, name: "" } })).toHaveProperty(
      "holderName",
    );
  },
);

test("as people type them: gaps and hyphens go, letters rise, wide digits are digits", () => {
  expect(
    normaliseBankDetails({
      accountNumber: " de89 3704-0044 0532 0130 00 ",
      bankName: " 招商  银行 ",
      clearCode: "３０８5",
      purpose: "",
    }),
  ).toEqual({ accountNumber: "DE89370400440532013000", bankName: "招商 银行", clearCode: "3085" });
});

test("a person's mainland card needs no bank code, but its check digit", () => {
  const where = { country: "CN", holder: { type: "person" as const, name: "林一舟" } };
  const card = { accountNumber: "6217001234567890122", bankName: "中国建设银行" };
  expect(checkBankDetails("CN", card, where)).toEqual({});
  expect(checkBankDetails("CN", { ...card, accountNumber: "6217001234567890212" }, where)).toHaveProperty(
    "accountNumber",
  );
  expect(checkBankDetails("CN", card, { ...where, holder: { type: "company", name: "南屿" } })).toHaveProperty(
    "clearCode",
  );
});

test("a route takes only what it asks for, and a number shows only its end", () => {
  const { details } = SAMPLES.HK;
  const where = { country: "HK", holder: { type: "company" as const, name: "NANYU HK LIMITED" } };
  expect(checkBankDetails("HK", { ...details, clearCode: "308584000013" }, where)).toHaveProperty("clearCode");
  expect(["1", "123", "123456", "755948216010831"].map(numberEnd)).toEqual(["1", "3", "456", "0831"]);
});

test("where an account lies says by which routes it is reached; its code says whose it is", () => {
  expect(routesTo("CN", "CNY")).toEqual(["CN"]);
  expect(routesTo("CN", "USD")).toEqual(["SWIFT"]);
  expect(routesTo("DE", "EUR")).toEqual(["IBAN", "SWIFT"]);
  expect(routesTo("BR")).toEqual(["SWIFT"]);
  expect(seedBankName(bankCodeOf("CN", { clearCode: "308584000013" })!)).toBe("招商银行");
  expect(seedBankName(bankCodeOf("SWIFT", { swiftCode: "DEUTDEFF500" })!)).toBe("Deutsche Bank");
  // A bank in Hong Kong is found by either of its codes, and a neighbouring one is another bank or none.
  expect(seedBankName(bankCodeOf("SWIFT", { swiftCode: "HASEHKHHXXX" })!)).toBe("Hang Seng Bank");
  expect(seedBankName(bankCodeOf("HK", { bankCode: "024" })!)).toBe("Hang Seng Bank");
  expect(["013", "021", "038"].map((code) => seedBankName({ scheme: "hk", code }))).toEqual([
    undefined,
    undefined,
    "Tai Yau Bank",
  ]);
  expect(seedBankName({ scheme: "hk", code: "005" })).toBeUndefined();
  // Branches by the beginning of their code; one in no list by all of it.
  const branch = (route: "AU" | "GB", details: BankDetails) => {
    const code = bankCodeOf(route, details)!;
    return [code.code, seedBankName(code)];
  };
  expect(branch("AU", { clearCode: "062000" })).toEqual(["06", "Commonwealth Bank"]);
  expect(branch("AU", { clearCode: "633000" })).toEqual(["633", "Bendigo Bank"]);
  expect(branch("AU", { clearCode: "999000" })).toEqual(["999000", undefined]);
  expect(branch("GB", { clearCode: "202959" })).toEqual(["20", "Barclays"]);
  expect(branch("GB", { clearCode: "040075" })).toEqual(["040075", "Revolut"]);
  expect(branch("GB", { clearCode: "040099" })).toEqual(["040099", undefined]);
  expect(branch("GB", { accountNumber: "GB29NWBK60161331926819" })).toEqual(["60", "NatWest"]);
  expect(bankCodeOf("GB", {})).toBeUndefined();
  expect(seedBanks("hk").find(({ code }) => code === "012")?.name).toBe("Bank of China (Hong Kong)");
});

test("every bank on the way has a well-formed code and is found by a branch's code as well", () => {
  for (const { swiftCode, name, currencies } of INTERMEDIARY_BANKS) {
    expect(swiftCode).toMatch(BIC_PATTERN);
    expect(intermediaryOf(`${swiftCode}XXX`)?.name).toBe(name);
    expect(currencies.length).toBeGreaterThan(0);
  }
  expect(intermediaryOf("AAAABB22")).toBeUndefined();
});

test("which bank an account is at is said by its codes, so far as its number does not say it", () => {
  const us = (clearCode: string) => accountBank("US", { clearCode, accountNumber: "4830000099" });
  expect(maySameBank(us("021000021"), us("026009593"))).toBe(false);
  expect(maySameBank(us("021000021"), us("021000021"))).toBe(true);
  // A mainland bank is one whatever the branch; an IBAN names its bank; by another route it may be the same account.
  const cn = (clearCode: string) => accountBank("CN", { clearCode, accountNumber: "8110301012900123456" });
  expect(maySameBank(cn("302584044253"), cn("302100011000"))).toBe(true);
  expect(maySameBank(cn("302584044253"), cn("308584000013"))).toBe(false);
  expect(accountBank("SWIFT", { swiftCode: "COBADEFF", accountNumber: "DE89370400440532013000" })).toBe("");
  const hk = accountBank("HK", { bankCode: "004", branchCode: "500", accountNumber: "123456001" });
  expect(maySameBank(hk, accountBank("SWIFT", { swiftCode: "HSBCHKHH", accountNumber: "123456001" }))).toBe(true);
  expect(maySameBank(hk, accountBank("HK", { bankCode: "004", branchCode: "501", accountNumber: "123456001" }))).toBe(
    false,
  );
});
