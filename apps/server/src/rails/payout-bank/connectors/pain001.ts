import { formatMoney, toShanghaiDay, toShanghaiTime, type BankRouteKey } from "@coralhub/domain";
import type { PayoutInstruction } from "../index.ts";
import { writeXml, type Written } from "./xml.ts";

/** Whose account the bank pays from. */
export type Debtor = { name: string; account: string; bic: string; city: string; country: string };

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
/** Which clearing a national code belongs to; countries without one are found by BIC. */
const CLEARINGS: Partial<Record<BankRouteKey, { system: string; member: (details: Details) => string }>> = {
  CN: { system: "CNAPS", member: ({ clearCode = "" }) => clearCode },
  HK: { system: "HKNCC", member: ({ bankCode = "" }) => bankCode },
  US: { system: "USABA", member: ({ clearCode = "" }) => clearCode },
  GB: { system: "GBDSC", member: ({ clearCode = "" }) => clearCode },
  JP: { system: "JPZGN", member: ({ bankCode = "", branchCode = "" }) => bankCode + branchCode },
  AU: { system: "AUBSB", member: ({ clearCode = "" }) => clearCode },
  CA: { system: "CACPA", member: ({ bankCode = "", branchCode = "" }) => `0${bankCode}${branchCode}` },
  SG: { system: "SGIBG", member: ({ bankCode = "", branchCode = "" }) => bankCode + branchCode },
  KR: { system: "KRBOK", member: ({ bankCode = "" }) => bankCode },
};
type Details = PayoutInstruction["payee"]["details"];
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
/** What no XML may carry, and halves of signs. */
const UNSPEAKABLE = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
/** Within the schema's length, counted as it counts, and without blanks at either end. */
const fit = (text: string, most: number): string =>
  Array.from(text.replaceAll(/\s+/g, " ").replaceAll(UNSPEAKABLE, "").trim()).slice(0, most).join("").trim();
/** What SWIFT's character set lacks has no place in a name or remittance that crosses borders, and a stroke none at an end. */
const latin = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[^\w /?:().,'+-]/g, "")
    .replaceAll("_", " ")
    .replaceAll(/\/{2,}/g, "/")
    .replaceAll(/^[\s/]+|[\s/]+$/g, "");
const MOST_WORDS = 140;
const said = (text: string, isHome: boolean): string => fit(isHome ? text : latin(text), MOST_WORDS) || "PAYMENT";
/** Clearings that take names as their country writes them. */
const OWN_SCRIPT: ReadonlySet<BankRouteKey> = new Set(["CN", "JP", "KR"]);
/** Hong Kong's accounts begin with their branch, which the form asks for apart. */
const numberOf = ({ route, details, accountNumber }: PayoutInstruction["payee"]): string =>
  route === "HK" ? `${details.branchCode ?? ""}${accountNumber}` : accountNumber;
const ACCOUNT_TYPES: Readonly<Record<string, string>> = {
  checking: "CACC",
  current: "CACC",
  savings: "SVGS",
  ordinary: "SVGS",
};

const accountOf = (number: string): Written => [
  "Id",
  IBAN.test(number) ? [["IBAN", number]] : [["Othr", [["Id", number]]]],
];
/** Town and country stand by themselves; a street of up to two lines may follow them, and nothing else may. */
const addressOf = (city: string, country: string, street = ""): Written => [
  "PstlAdr",
  [
    city ? ["TwnNm", fit(city, 35)] : undefined,
    ["Ctry", country],
    ...(city ? [street.slice(0, 70), street.slice(70, 140)] : [])
      .map((line) => fit(line, 70))
      .filter((line) => line !== "")
      .map((line): Written => ["AdrLine", line]),
  ],
];
/** What it is for, by the codes banks share; the rest goes without one. */
const PURPOSES: Readonly<Record<string, string>> = { goods: "GDDS", services: "SCVE" };

function agentOf({ payee }: PayoutInstruction): Written {
  const { route, details, bankName } = payee;
  const clearing = CLEARINGS[route];
  const member = clearing?.member(details) ?? "";
  return [
    "CdtrAgt",
    [
      [
        "FinInstnId",
        [
          details.swiftCode ? ["BICFI", details.swiftCode] : undefined,
          clearing && member
            ? [
                "ClrSysMmbId",
                [
                  ["ClrSysId", [["Cd", clearing.system]]],
                  ["MmbId", member],
                ],
              ]
            : undefined,
          bankName ? ["Nm", said(bankName, route === "CN")] : undefined,
        ],
      ],
    ],
  ];
}

function transactionOf(instruction: PayoutInstruction): Written {
  const { reference, amount, payee, remittance } = instruction;
  const { details, country } = payee;
  const isHome = payee.route === "CN";
  const type = ACCOUNT_TYPES[details.bankAccountType ?? ""];
  const purpose = PURPOSES[details.purpose ?? ""];
  return [
    "CdtTrfTxInf",
    [
      [
        "PmtId",
        [
          ["InstrId", reference],
          ["EndToEndId", reference],
        ],
      ],
      ["Amt", [["InstdAmt", formatMoney(amount).replaceAll(",", ""), { Ccy: amount.currency }]]],
      details.intermediarySwift
        ? [
            "IntrmyAgt1",
            [
              [
                "FinInstnId",
                [
                  ["BICFI", details.intermediarySwift],
                  details.intermediaryName ? ["Nm", said(details.intermediaryName, false)] : undefined,
                ],
              ],
            ],
          ]
        : undefined,
      agentOf(instruction),
      [
        "Cdtr",
        [
          ["Nm", said(payee.name, OWN_SCRIPT.has(payee.route))],
          addressOf(latin(details.bankCity ?? ""), country, latin(details.holderAddress ?? "")),
        ],
      ],
      ["CdtrAcct", [accountOf(numberOf(payee)), type ? ["Tp", [["Cd", type]]] : undefined]],
      purpose ? ["Purp", [["Cd", purpose]]] : undefined,
      ["RmtInf", [["Ustrd", said(remittance, isHome)]]],
    ],
  ];
}

const CHARGES = { shared: "SHAR", ours: "DEBT" } as const;

/** One payment, one message, in the order of the schema: counts and sums agree by making. Its day is the bank's, not Greenwich's. */
export function writePain001(instruction: PayoutInstruction, debtor: Debtor, now: Date): string {
  const { reference, amount, charges, payee } = instruction;
  const sum = formatMoney(amount).replaceAll(",", "");
  const level = payee.route === "IBAN" ? "SLEV" : CHARGES[charges ?? "ours"];
  const document: Written = [
    "Document",
    [
      [
        "CstmrCdtTrfInitn",
        [
          [
            "GrpHdr",
            [
              ["MsgId", reference],
              ["CreDtTm", `${toShanghaiTime(now).replace(" ", "T")}+08:00`],
              ["NbOfTxs", "1"],
              ["CtrlSum", sum],
              ["InitgPty", [["Nm", fit(debtor.name, MOST_WORDS)]]],
            ],
          ],
          [
            "PmtInf",
            [
              ["PmtInfId", reference],
              ["PmtMtd", "TRF"],
              ["NbOfTxs", "1"],
              ["CtrlSum", sum],
              payee.route === "IBAN" ? ["PmtTpInf", [["SvcLvl", [["Cd", "SEPA"]]]]] : undefined,
              ["ReqdExctnDt", [["Dt", toShanghaiDay(now)]]],
              ["Dbtr", [["Nm", fit(debtor.name, MOST_WORDS)], addressOf(debtor.city, debtor.country)]],
              ["DbtrAcct", [accountOf(debtor.account)]],
              ["DbtrAgt", [["FinInstnId", [["BICFI", debtor.bic]]]]],
              ["ChrgBr", level],
              transactionOf(instruction),
            ],
          ],
        ],
      ],
    ],
    { xmlns: NAMESPACE },
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(document)}`;
}
