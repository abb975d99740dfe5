import { readXml, type XmlNode } from "./connectors/xml.ts";

/** What an element may hold: a text that fits, one of several elements, or elements in this order. */
type Rule = { text: RegExp } | { choice: Children } | { sequence: Children };
/** `?` may be left out, `*` may be left out or repeated, `+` stands once or more; nothing: exactly once. */
type Children = readonly string[];

const text = (longest: number): Rule => ({ text: new RegExp(`^[^]{1,${longest}}$`, "u") });
const id35 = text(35);
const code = (longest: number): Rule => ({ text: new RegExp(`^[A-Z0-9]{1,${longest}}$`) });
const AGENT: Rule = { sequence: ["FinInstnId"] };
const ACCOUNT: Rule = { sequence: ["Id", "Tp?", "Ccy?", "Nm?", "Prxy?"] };
const PARTY: Rule = { sequence: ["Nm?", "PstlAdr?", "Id?", "CtryOfRes?", "CtctDtls?"] };
const CODED: Rule = { choice: ["Cd", "Prtry"] };
const DECIMAL = /^(?=[\d.]{1,19}$)\d+(\.\d{1,5})?$/;

/** pain.001.001.09 as published: order, what must be there, lengths and patterns. By path where a name means two things. */
const RULES: Readonly<Record<string, Rule>> = {
  Document: { sequence: ["CstmrCdtTrfInitn"] },
  CstmrCdtTrfInitn: { sequence: ["GrpHdr", "PmtInf+", "SplmtryData*"] },
  GrpHdr: { sequence: ["MsgId", "CreDtTm", "Authstn*", "NbOfTxs", "CtrlSum?", "InitgPty", "FwdgAgt?"] },
  MsgId: id35,
  CreDtTm: { text: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/ },
  NbOfTxs: { text: /^\d{1,15}$/ },
  CtrlSum: { text: DECIMAL },
  InitgPty: PARTY,
  PmtInf: {
    sequence: [
      "PmtInfId",
      "PmtMtd",
      "BtchBookg?",
      "NbOfTxs?",
      "CtrlSum?",
      "PmtTpInf?",
      "ReqdExctnDt",
      "PoolgAdjstmntDt?",
      "Dbtr",
      "DbtrAcct",
      "DbtrAgt",
      "DbtrAgtAcct?",
      "InstrForDbtrAgt?",
      "UltmtDbtr?",
      "ChrgBr?",
      "ChrgsAcct?",
      "ChrgsAcctAgt?",
      "CdtTrfTxInf+",
    ],
  },
  PmtInfId: id35,
  PmtMtd: { text: /^(CHK|TRF|TRA)$/ },
  PmtTpInf: { sequence: ["InstrPrty?", "SvcLvl*", "LclInstrm?", "CtgyPurp?"] },
  SvcLvl: CODED,
  ReqdExctnDt: { choice: ["Dt", "DtTm"] },
  Dt: { text: /^\d{4}-\d{2}-\d{2}$/ },
  Dbtr: PARTY,
  DbtrAcct: ACCOUNT,
  DbtrAgt: AGENT,
  ChrgBr: { text: /^(DEBT|CRED|SHAR|SLEV)$/ },
  CdtTrfTxInf: {
    sequence: [
      "PmtId",
      "PmtTpInf?",
      "Amt",
      "XchgRateInf?",
      "ChrgBr?",
      "ChqInstr?",
      "UltmtDbtr?",
      "IntrmyAgt1?",
      "IntrmyAgt1Acct?",
      "IntrmyAgt2?",
      "IntrmyAgt2Acct?",
      "IntrmyAgt3?",
      "IntrmyAgt3Acct?",
      "CdtrAgt?",
      "CdtrAgtAcct?",
      "Cdtr?",
      "CdtrAcct?",
      "UltmtCdtr?",
      "InstrForCdtrAgt*",
      "InstrForDbtrAgt?",
      "Purp?",
      "RgltryRptg*",
      "Tax?",
      "RltdRmtInf*",
      "RmtInf?",
      "SplmtryData*",
    ],
  },
  PmtId: { sequence: ["InstrId?", "EndToEndId", "UETR?"] },
  InstrId: id35,
  EndToEndId: id35,
  Amt: { choice: ["InstdAmt", "EqvtAmt"] },
  InstdAmt: { text: DECIMAL },
  IntrmyAgt1: AGENT,
  CdtrAgt: AGENT,
  Cdtr: PARTY,
  CdtrAcct: ACCOUNT,
  FinInstnId: { sequence: ["BICFI?", "ClrSysMmbId?", "LEI?", "Nm?", "PstlAdr?", "Othr?"] },
  BICFI: { text: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/ },
  ClrSysMmbId: { sequence: ["ClrSysId?", "MmbId"] },
  ClrSysId: CODED,
  "ClrSysId/Cd": code(5),
  MmbId: id35,
  Nm: text(140),
  PstlAdr: {
    sequence: [
      "AdrTp?",
      "Dept?",
      "SubDept?",
      "StrtNm?",
      "BldgNb?",
      "BldgNm?",
      "Flr?",
      "PstBx?",
      "Room?",
      "PstCd?",
      "TwnNm?",
      "TwnLctnNm?",
      "DstrctNm?",
      "CtrySubDvsn?",
      "Ctry?",
      "AdrLine*",
    ],
  },
  TwnNm: id35,
  Ctry: { text: /^[A-Z]{2}$/ },
  AdrLine: text(70),
  "DbtrAcct/Id": { choice: ["IBAN", "Othr"] },
  "CdtrAcct/Id": { choice: ["IBAN", "Othr"] },
  IBAN: { text: /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/ },
  Othr: { sequence: ["Id", "SchmeNm?", "Issr?"] },
  "Othr/Id": text(34),
  Tp: CODED,
  Cd: code(4),
  Purp: CODED,
  RmtInf: { sequence: ["Ustrd*", "Strd*"] },
  Ustrd: text(140),
};

/** How banks' members are numbered in each clearing. */
const MEMBERS: Readonly<Record<string, RegExp>> = {
  CNAPS: /^\d{12}$/,
  HKNCC: /^\d{3}$/,
  USABA: /^\d{9}$/,
  GBDSC: /^\d{6}$/,
  JPZGN: /^\d{7}$/,
  AUBSB: /^\d{6}$/,
  CACPA: /^\d{9}$/,
  SGIBG: /^\d{7}$/,
  KRBOK: /^\d{3}(\d{4})?$/,
};
/** Of what XML may carry nothing else may stand in a message, and nothing may begin or end with a blank. */
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uD800-\uDFFF\uFFFE\uFFFF]/u;

/** What the message breaks of the published rules; nothing where it is as it should be. */
export function pain001Problems(source: string): string[] {
  const document = readXml(source);
  const problems = check(document, "");
  const all = flatten(document);
  const texts = (name: string) => all.filter((node) => node.name === name).map((node) => node.text);
  const amounts = texts("InstdAmt");
  if (new Set([...amounts, ...texts("CtrlSum")]).size !== 1) problems.push("the sums do not agree");
  if (texts("NbOfTxs").some((count) => count !== String(amounts.length))) problems.push("the counts do not agree");
  for (const member of all.filter(({ name }) => name === "ClrSysMmbId")) {
    const [system = "", number = ""] = [
      flatten(member).find(({ name }) => name === "Cd")?.text,
      member.children.at(-1)?.text,
    ];
    if (MEMBERS[system]?.test(number) !== true) problems.push(`no member of ${system}: ${number}`);
  }
  return problems;
}

const flatten = (node: XmlNode): XmlNode[] => [node, ...node.children.flatMap(flatten)];

function check(node: XmlNode, parent: string): string[] {
  const path = `${parent}/${node.name}`;
  const rule = RULES[path.split("/").slice(-2).join("/")] ?? RULES[node.name];
  if (!rule) return [`${path} is not in the schema`];
  if ("text" in rule) {
    const isPlain = node.text === node.text.trim() && !FORBIDDEN.test(node.text) && node.children.length === 0;
    return isPlain && rule.text.test(node.text) ? [] : [`${path} does not fit: ${node.text}`];
  }
  const names = node.children.map(({ name }) => name).join(" ");
  const fits =
    "choice" in rule
      ? rule.choice.includes(names)
      : new RegExp(`^${rule.sequence.map(patternOf).join("")}$`).test(`${names} `);
  return [...(fits ? [] : [`${path} holds ${names}`]), ...node.children.flatMap((child) => check(child, path))];
}
function patternOf(child: string): string {
  const [, name, times = ""] = /^(\w+)([?*+]?)$/.exec(child)!;
  return `(?:${name} )${times}`;
}
