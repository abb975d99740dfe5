import { COUNTRIES, type CountryCode } from "./countries.ts";

/** `prohibited`: we open no account for them. `high`: a second reviewer looks. */
export const RISK_LEVELS = { prohibited: "不支持开户", high: "需要加强审核" } as const;
export type RiskLevel = keyof typeof RISK_LEVELS;

const PROHIBITED = ["KP", "IR", "MM", "SY", "CU"] as const satisfies readonly CountryCode[];
/** Jurisdictions under increased monitoring by the FATF, and those in armed conflict or under wide sanctions. */
const HIGH = [
  ...([
    "DZ",
    "AO",
    "BO",
    "BG",
    "CM",
    "CI",
    "CD",
    "HT",
    "KE",
    "LA",
    "LB",
    "MC",
    "NA",
    "NP",
    "SS",
    "VE",
    "VN",
    "VG",
    "YE",
  ] as const),
  ...(["AF", "BY", "CF", "IQ", "LY", "ML", "NI", "RU", "SD", "SO", "ZW"] as const),
] as const satisfies readonly CountryCode[];

export const riskLevelOf = (code: string): RiskLevel | undefined => {
  if ((PROHIBITED as readonly string[]).includes(code)) return "prohibited";
  return (HIGH as readonly string[]).includes(code) ? "high" : undefined;
};

export const RISK_COUNTRIES: readonly { code: CountryCode; name: string; level: RiskLevel }[] = [
  ...PROHIBITED.map((code) => ({ code, name: COUNTRIES[code], level: "prohibited" as const })),
  ...HIGH.map((code) => ({ code, name: COUNTRIES[code], level: "high" as const })),
];
