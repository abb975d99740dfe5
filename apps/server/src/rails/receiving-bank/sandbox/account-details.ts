import type { Currency, PayInWay } from "@coralhub/domain";
import { createHash } from "node:crypto";

export type BankAccount = { accountNumber: string; bankName: string; ways: PayInWay[] };
type Line = { label: string; value: string };
/** Digits that are always the same for the same words. */
type Digits = (what: string, length: number) => string;
type Holder = { currency: Currency; holderName: string };

const digitsFrom =
  (seed: string): Digits =>
  (what, length) => {
    const bytes = createHash("sha512").update(`${seed}:${what}`).digest();
    const all = Array.from({ length }, (_, at) => String(bytes[at]! % 10)).join("");
    return all.startsWith("0") ? `8${all.slice(1)}` : all;
  };

/** ISO 7064 mod 97-10: letters count from 10, the country and check digits stand last. */
export function iban(country: string, bban: string): string {
  const figures = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(figures(`${bban}${country}00`)) % 97n);
  return `${country}${check.toString().padStart(2, "0")}${bban}`;
}

/** The ninth digit makes 3·7·1 weights add up to tens. */
export function abaNumber(eight: string): string {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(eight[at]), 0);
  return `${eight}${(10 - (sum % 10)) % 10}`;
}

const line = (label: string, value: string): Line => ({ label, value });

type Bank = {
  name: string;
  /** For payers who write Latin letters only, where its own name is in others. */
  latinName?: string;
  bic: string;
  address: string;
  /** The account's number, and how people of the country pay into it. */
  local(digits: Digits): { number: string; way: string; hint: string; lines: Line[] };
};

const inOneCountry =
  (way: string, hint: string, length: number, codes: (digits: Digits) => Line[]): Bank["local"] =>
  (digits) => {
    const number = digits("account", length);
    return { number, way, hint, lines: [line("账号", number), ...codes(digits)] };
  };
const byIban =
  (country: string, bban: (digits: Digits) => string, way: string, hint: string): Bank["local"] =>
  (digits) => {
    const number = iban(country, bban(digits));
    return { number, way, hint, lines: [line("IBAN", number)] };
  };

const LOCAL_HINT = "当日或次日到账，不收费。户名要逐字一致，包括逗号和句点";
const BANKS: Record<string, Bank> = {
  US: {
    name: "First Harbor Bank, N.A.",
    bic: "FHBKUS33",
    address: "28 Liberty Street, New York, NY 10005, USA",
    local: inOneCountry("美国本地 ACH", "1 到 2 个工作日到账，不收费。户名要逐字一致，包括逗号和句点", 12, () => [
      line("ACH Routing Number", abaNumber("02607398")),
      line("账户类型", "Checking"),
    ]),
  },
  DE: {
    name: "Hansa Handelsbank AG",
    bic: "HHBKDEFF",
    address: "Neuer Wall 41, 20354 Hamburg, Germany",
    local: byIban("DE", (digits) => `20070000${digits("account", 10)}`, "欧元 SEPA", "1 个工作日到账，不收费"),
  },
  GB: {
    name: "Northgate Clearing Bank plc",
    bic: "NGCBGB2L",
    address: "60 Moorgate, London EC2R 6EL, United Kingdom",
    local(digits) {
      const number = digits("account", 8);
      const sortCode = "20-32-16";
      const lines = [line("账号", number), line("Sort Code", sortCode)];
      lines.push(line("IBAN", iban("GB", `NGCB${sortCode.replaceAll("-", "")}${number}`)));
      return { number, way: "英国本地 Faster Payments", hint: LOCAL_HINT, lines };
    },
  },
  JP: {
    name: "みなと橋銀行",
    latinName: "Minatobashi Bank, Ltd.",
    bic: "MNTBJPJT",
    address: "2-1-1 Nihonbashi, Chuo-ku, Tokyo 103-0027, Japan",
    local: inOneCountry("日本本地 Zengin", LOCAL_HINT, 7, () => [
      line("银行代码", "0398"),
      line("支店代码", "217"),
      line("账户类型", "普通"),
    ]),
  },
  HK: {
    name: "维港商业银行",
    latinName: "Victoria Harbour Commercial Bank",
    bic: "VHCBHKHH",
    address: "18 Chater Road, Central, Hong Kong",
    local: inOneCountry("香港本地 CHATS / 转数快", LOCAL_HINT, 9, () => [
      line("银行代码", "387"),
      line("分行代码", "774"),
    ]),
  },
  AU: {
    name: "Southern Cross Business Bank",
    bic: "SCBBAU2S",
    address: "1 Bligh Street, Sydney NSW 2000, Australia",
    local: inOneCountry("澳大利亚本地", LOCAL_HINT, 9, () => [line("BSB", "242-200")]),
  },
  CA: {
    name: "Maple Quay Bank",
    bic: "MPQBCATT",
    address: "161 Bay Street, Toronto, ON M5J 2S1, Canada",
    local: inOneCountry("加拿大本地 EFT", LOCAL_HINT, 12, () => [
      line("Institution Number", "352"),
      line("Transit Number", "20009"),
    ]),
  },
  NZ: {
    name: "Aotearoa Trade Bank",
    bic: "ATBKNZ2A",
    address: "23 Albert Street, Auckland 1010, New Zealand",
    local(digits) {
      const number = `38-9021-0${digits("account", 6)}-00`;
      return { number, way: "新西兰本地", hint: LOCAL_HINT, lines: [line("账号", number)] };
    },
  },
  CH: {
    name: "Limmat Privatbank AG",
    bic: "LMPBCHZZ",
    address: "Bahnhofstrasse 45, 8001 Zürich, Switzerland",
    local: byIban("CH", (digits) => `08755${digits("account", 12)}`, "瑞士本地 SIC", LOCAL_HINT),
  },
  SG: {
    name: "Merlion Merchant Bank",
    bic: "MLMBSGSG",
    address: "8 Marina Boulevard, Singapore 018981",
    local: inOneCountry("新加坡本地 FAST / GIRO", LOCAL_HINT, 10, () => [
      line("银行代码", "9465"),
      line("分行代码", "001"),
    ]),
  },
  CN: {
    name: "海上商业银行深圳分行",
    latinName: "Haishang Commercial Bank, Shenzhen Branch",
    bic: "HSSYCNSH",
    address: "2008 Shennan Boulevard, Futian, Shenzhen 518026, China",
    local: inOneCountry("境内人民币", LOCAL_HINT, 19, () => [line("大额支付行号", "313584000019")]),
  },
  KR: {
    name: "한강상업은행",
    latinName: "Hangang Commercial Bank",
    bic: "HGCBKRSE",
    address: "26 Eulji-ro, Jung-gu, Seoul 04533, Korea",
    local: inOneCountry("韩国本地", LOCAL_HINT, 13, () => [line("银行代码", "057")]),
  },
  AE: {
    name: "Gulf Gate Bank PJSC",
    bic: "GGBKAEAD",
    address: "Gate Avenue, DIFC, Dubai, United Arab Emirates",
    local: byIban("AE", (digits) => `086${digits("account", 16)}`, "阿联酋本地", LOCAL_HINT),
  },
};
/** Countries without a form of their own have a number, a bank and its BIC. */
const plainBank = (country: string): Bank => ({
  name: `Coral Partner Bank (${country})`,
  bic: `CRPB${country}2X`,
  address: `Coral Partner Bank, ${country}`,
  local: inOneCountry("本地转账", LOCAL_HINT, 12, () => [line("银行代码", `${country}-0417`)]),
});

/** The details a bank of that country would give: the same for the same seed, right to the check digits. */
export function accountFor(seed: string, country: string, { currency, holderName }: Holder): BankAccount {
  const bank = BANKS[country] ?? plainBank(country);
  const { number, way, hint, lines } = bank.local(digitsFrom(seed));
  const holder = line("户名", holderName);
  const latin = bank.latinName === undefined ? [] : [line("银行英文名", bank.latinName)];
  const house = [line("银行", bank.name), ...latin, line("银行地址", bank.address)];
  const wire = line("账号", lines.find(({ label }) => label === "IBAN")?.value ?? number);
  return {
    accountNumber: number,
    bankName: bank.name,
    ways: [
      { way, hint, fields: [holder, ...lines, ...house] },
      {
        way: "境外电汇 SWIFT",
        hint: `${currency} 电汇 1 到 3 个工作日到账，中间行可能扣费`,
        fields: [holder, wire, line("SWIFT / BIC", bank.bic), ...house],
      },
    ],
  };
}
