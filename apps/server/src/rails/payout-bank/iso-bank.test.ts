import { BANK_ROUTE_KEYS, bankRoute, parseMoney, type BankRouteKey, type Currency } from "@coralhub/domain";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Cleared } from "../../platform/cleared.ts";
import { startSignedService } from "../signed-service-fixture.ts";
import { writePain001 } from "./connectors/pain001.ts";
import { readAnswers } from "./connectors/read-answers.ts";
import { along, readXml, textAt, type XmlNode } from "./connectors/xml.ts";
import { connectIsoBank, type PayoutInstruction } from "./index.ts";
import { pain001Problems } from "./pain001-rules-fixture.ts";

const debtor = {
  name: "CORALHUB (HK) LIMITED",
  account: "123456789",
  bic: "FHBKHKHH",
  city: "Hong Kong",
  country: "HK",
};
const NOW = new Date("2026-11-16T02:30:00Z");
const kernel = { clock: { now: () => NOW }, log: { warn: () => {} } };
const REFERENCE = "CP0192F0A1B2C3D4E5F60718293A4B5C6D";
const directory = mkdtempSync(join(tmpdir(), "iso-bank-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const american: PayoutInstruction = {
  reference: REFERENCE,
  amount: parseMoney("12345.60", "USD"),
  payee: {
    name: "Müller & Söhne <LLC>",
    route: "US",
    country: "US",
    bankName: "JPMorgan Chase",
    accountNumber: "4830000099",
    details: { clearCode: "021000021" },
  },
  charges: null,
  purpose: null,
  remittance: "INV 2026/11 货款",
};
const names = (node: XmlNode): string[] => node.children.map(({ name }) => name);

const cleared = {} as Cleared;

test("pain.001 keeps the schema's order, its sums agree, and nothing leaves the bank's character set", () => {
  const document = readXml(writePain001(american, debtor, NOW));
  expect(document.attributes["xmlns"]).toBe("urn:iso:std:iso:20022:tech:xsd:pain.001.001.09");
  const [message] = along(document, "CstmrCdtTrfInitn");
  expect(names(along(message!, "GrpHdr")[0]!)).toEqual(["MsgId", "CreDtTm", "NbOfTxs", "CtrlSum", "InitgPty"]);
  const [info] = along(message!, "PmtInf");
  expect(names(info!).join(" ")).toBe(
    "PmtInfId PmtMtd NbOfTxs CtrlSum ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf",
  );
  const [one] = along(info!, "CdtTrfTxInf");
  expect(names(one!)).toEqual(["PmtId", "Amt", "CdtrAgt", "Cdtr", "CdtrAcct", "RmtInf"]);
  const [amount] = along(one!, "Amt", "InstdAmt");
  expect([amount!.text, amount!.attributes["Ccy"], textAt(info!, "CtrlSum")]).toEqual(["12345.60", "USD", "12345.60"]);
  expect(textAt(one!, "CdtrAgt", "FinInstnId", "ClrSysMmbId", "ClrSysId", "Cd")).toBe("USABA");
  expect(textAt(one!, "CdtrAcct", "Id", "Othr", "Id")).toBe("4830000099");
  expect(textAt(one!, "Cdtr", "Nm")).toBe("Muller Sohne LLC");
  expect(textAt(one!, "RmtInf", "Ustrd")).toBe("INV 2026/11");
  expect(textAt(one!, "PmtId", "EndToEndId")).toBe(REFERENCE);
  // Just past midnight where the bank is: it is asked to pay on its own day.
  const early = readXml(writePain001(american, debtor, new Date("2026-11-16T17:00:00Z")));
  const dayOf = along(early, "CstmrCdtTrfInitn", "PmtInf")[0]!;
  expect(textAt(dayOf, "ReqdExctnDt", "Dt")).toBe("2026-11-17");
  expect(textAt(early, "CstmrCdtTrfInitn", "GrpHdr", "CreDtTm")).toBe("2026-11-17T01:00:00+08:00");
});

test("an account is written whole: its branch where the form asks for it apart, its type, a name in its own script", () => {
  const written = (payee: Partial<PayoutInstruction["payee"]>) => {
    const document = readXml(writePain001({ ...american, payee: { ...american.payee, ...payee } }, debtor, NOW));
    const [one] = along(document, "CstmrCdtTrfInitn", "PmtInf", "CdtTrfTxInf");
    return {
      name: textAt(one!, "Cdtr", "Nm"),
      number: textAt(one!, "CdtrAcct", "Id", "Othr", "Id"),
      type: textAt(one!, "CdtrAcct", "Tp", "Cd"),
      member: textAt(one!, "CdtrAgt", "FinInstnId", "ClrSysMmbId", "MmbId"),
    };
  };
  const branch = { bankCode: "004", branchCode: "848" };
  expect(written({ route: "HK", accountNumber: "178302838", details: branch })).toMatchObject({
    number: "848178302838",
    member: "004",
  });
  expect(written({ route: "SG", details: { bankCode: "7171", branchCode: "001" } }).member).toBe("7171001");
  const details = { bankCode: "0001", branchCode: "045", bankAccountType: "ordinary" };
  expect(written({ route: "JP", name: "ナンユウ", accountNumber: "1234567", details })).toEqual({
    name: "ナンユウ",
    number: "1234567",
    type: "SVGS",
    member: "0001045",
  });
});

test("a wire names the bank on the way and who bears the charges; a euro transfer follows the scheme", () => {
  const wire = writePain001(
    {
      ...american,
      amount: parseMoney("500000", "JPY"),
      charges: "shared",
      payee: {
        ...american.payee,
        route: "SWIFT",
        details: {
          swiftCode: "BOTKJPJT",
          intermediarySwift: "CHASUS33",
          bankCity: "TOKYO",
          holderAddress: "1-2-3 MARUNOUCHI",
          purpose: "goods",
        },
      },
    },
    debtor,
    NOW,
  );
  const [info] = along(readXml(wire), "CstmrCdtTrfInitn", "PmtInf");
  expect(textAt(info!, "ChrgBr")).toBe("SHAR");
  expect(textAt(info!, "CdtTrfTxInf", "IntrmyAgt1", "FinInstnId", "BICFI")).toBe("CHASUS33");
  expect(textAt(info!, "CdtTrfTxInf", "Amt", "InstdAmt")).toBe("500000");
  expect(textAt(info!, "CdtTrfTxInf", "Cdtr", "PstlAdr", "TwnNm")).toBe("TOKYO");
  expect(names(along(info!, "CdtTrfTxInf", "Cdtr", "PstlAdr")[0]!)).toEqual(["TwnNm", "Ctry", "AdrLine"]);
  expect(names(along(info!, "CdtTrfTxInf")[0]!).slice(-2)).toEqual(["Purp", "RmtInf"]);
  const euro = writePain001(
    {
      ...american,
      amount: parseMoney("10.00", "EUR"),
      payee: { ...american.payee, route: "IBAN", accountNumber: "DE89370400440532013000", details: {} },
    },
    debtor,
    NOW,
  );
  const [sepa] = along(readXml(euro), "CstmrCdtTrfInitn", "PmtInf");
  expect([textAt(sepa!, "ChrgBr"), textAt(sepa!, "PmtTpInf", "SvcLvl", "Cd")]).toEqual(["SLEV", "SEPA"]);
  expect(textAt(sepa!, "CdtTrfTxInf", "CdtrAcct", "Id", "IBAN")).toBe("DE89370400440532013000");
});

const SAMPLES: Record<BankRouteKey, { accountNumber: string; details: PayoutInstruction["payee"]["details"] }> = {
  CN: { accountNumber: "8110301012900123456", details: { clearCode: "302584044253" } },
  HK: { accountNumber: "123456001", details: { bankCode: "004", branchCode: "500" } },
  US: { accountNumber: "4830000099", details: { clearCode: "021000021", bankAccountType: "checking" } },
  GB: { accountNumber: "66374958", details: { clearCode: "089999" } },
  IBAN: { accountNumber: "DE89370400440532013000", details: { swiftCode: "DEUTDEFF500" } },
  AE: { accountNumber: "AE070331234567890123456", details: { swiftCode: "EBILAEAD" } },
  JP: { accountNumber: "1234567", details: { bankCode: "0001", branchCode: "100", bankAccountType: "ordinary" } },
  AU: { accountNumber: "123456789", details: { clearCode: "062000" } },
  CA: { accountNumber: "1234567", details: { bankCode: "003", branchCode: "00012" } },
  SG: { accountNumber: "0011234567", details: { bankCode: "7171", branchCode: "001" } },
  TH: { accountNumber: "7712345", details: { swiftCode: "BKKBTHBK" } },
  ID: { accountNumber: "0123456789", details: { swiftCode: "CENAIDJA" } },
  MY: { accountNumber: "514012345678", details: { swiftCode: "MBBEMYKL", purpose: "goods" } },
  PH: { accountNumber: "1234567890", details: { swiftCode: "BOPIPHMM" } },
  VN: { accountNumber: "0071001234567", details: { swiftCode: "BFTVVNVX", purpose: "services" } },
  KR: { accountNumber: "110123456789", details: { bankCode: "088" } },
  SWIFT: {
    accountNumber: "1234567890",
    details: {
      swiftCode: "BOTKJPJT",
      bankCity: "TOKYO",
      holderAddress: "1-2-3 MARUNOUCHI ".repeat(12),
      intermediarySwift: "CHASUS33XXX",
      intermediaryName: "/JPMORGAN//CHASE/",
      purpose: "goods",
    },
  },
};
/** What people paste: too long, two lines, an emoji on the edge, signs no message may carry. */
const HOSTILE = `//\u0007\u{FFFE} ${"\u{1F4E6}".repeat(139)}é & Sons\n<b>`;

test("whatever is paid, and whatever people write, the message keeps the published rules", () => {
  for (const route of BANK_ROUTE_KEYS) {
    const { currencies, countries } = bankRoute(route);
    const currency: Currency = currencies === "*" ? "JPY" : currencies[0]!;
    const country = countries === "*" ? "JP" : countries[0]!;
    for (const words of ["HARBOR PACKAGING LLC", HOSTILE, "货款".repeat(90), "   "]) {
      const payee = { ...SAMPLES[route], route, country, name: words, bankName: words };
      const message = writePain001(
        { ...american, amount: parseMoney("12345", currency), payee, remittance: words, charges: "shared" },
        { ...debtor, name: "CORALHUB ".repeat(20) },
        NOW,
      );
      expect([route, words.slice(0, 20), ...pain001Problems(message)]).toEqual([route, words.slice(0, 20)]);
    }
  }
  // The rules themselves: each of these a bank would send back.
  const good = writePain001(american, debtor, NOW);
  const swapped = good.replace(/(<PmtMtd>.*?<\/PmtMtd>)(.*?)(<ReqdExctnDt>.*?<\/ReqdExctnDt>)/, "$3$2$1");
  const broken = [
    swapped,
    good.replace("<PmtMtd>TRF</PmtMtd>", ""),
    good.replace("<CtrlSum>12345.60", "<CtrlSum>12345.61"),
    good.replace("<NbOfTxs>1", "<NbOfTxs>2"),
    good.replaceAll(REFERENCE, `${REFERENCE}XX`),
    good.replace("<MmbId>021000021", "<MmbId>02100002"),
    good.replace("<ChrgBr>DEBT", "<ChrgBr>OURS"),
    good.replace("<Ctry>US", "<Ctry>USA"),
    good.replace("<CdtrAcct>", "<CdtrAcct><Ccy>USD</Ccy>"),
  ];
  for (const message of broken) expect(pain001Problems(message), message).not.toEqual([]);
});

const status = (code: string, reason = "") =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
   <GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-16T10:31:00</CreDtTm></GrpHdr>
   <OrgnlGrpInfAndSts><OrgnlMsgId>${REFERENCE}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>ACCP</GrpSts></OrgnlGrpInfAndSts>
   <OrgnlPmtInfAndSts><OrgnlPmtInfId>${REFERENCE}</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${REFERENCE}</OrgnlEndToEndId>
   <TxSts>${code}</TxSts>${reason}</TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
const entry = (direction: "DBIT" | "CRDT", state: string, more = "") =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>N1</MsgId></GrpHdr>
   <Ntfctn><Id>1</Id><Ntry><Amt Ccy="USD">12345.60</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>${state}</Cd></Sts>
   <AcctSvcrRef>FHB-778</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${REFERENCE}</EndToEndId></Refs>${more}</TxDtls></NtryDtls>
   </Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;
const closed = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";

test("answers are read from status reports and bookings; what is not booked or not ours says nothing", () => {
  expect(readAnswers(status("ACSP"))).toEqual([{ about: REFERENCE, says: "taken" }]);
  expect(readAnswers(status("ACSC"))).toEqual([{ about: REFERENCE, says: "paid" }]);
  // The second copy is refused as such; the first one may still be paid.
  expect(readAnswers(status("RJCT", "<StsRsnInf><Rsn><Cd>AM05</Cd></Rsn></StsRsnInf>"))).toEqual([
    { about: REFERENCE, says: "taken" },
  ]);
  expect(readAnswers(status("RJCT", "<StsRsnInf><Rsn><Cd>BE01</Cd></Rsn></StsRsnInf>"))).toEqual([
    { about: REFERENCE, says: "refused", reason: "户名与账号不符，请核对" },
  ]);
  // A report that names no transaction speaks of the payment it is about, and its own codes are codes, too.
  const level = status("RJCT", "<StsRsnInf><Rsn><Prtry>X9</Prtry></Rsn></StsRsnInf>")
    .replace("<GrpSts>ACCP</GrpSts>", "")
    .replace(/<TxInfAndSts>[^]*?<TxSts>RJCT<\/TxSts>/, "<PmtInfSts>RJCT</PmtInfSts>")
    .replace("</TxInfAndSts>", "");
  expect(readAnswers(level)).toEqual([{ about: REFERENCE, says: "refused", reason: "银行未受理（X9）" }]);
  const reversed = (direction: "DBIT" | "CRDT") =>
    readAnswers(entry(direction, "BOOK").replace("</CdtDbtInd>", "</CdtDbtInd><RvslInd>true</RvslInd>"));
  expect(reversed("CRDT")).toMatchObject([{ says: "returned" }]);
  expect(reversed("DBIT")).toEqual([]);
  expect(readAnswers(entry("DBIT", "PDNG"))).toEqual([]);
  expect(readAnswers(entry("DBIT", "BOOK"))).toEqual([{ about: REFERENCE, says: "paid" }]);
  expect(readAnswers(entry("CRDT", "BOOK"))).toEqual([]);
  // What the bank takes for a payment, also for one it refused, is not the payment.
  const charge = "<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd>";
  expect(readAnswers(entry("DBIT", "BOOK", charge))).toEqual([]);
  expect(readAnswers(entry("CRDT", "BOOK", closed))).toMatchObject([
    {
      says: "returned",
      returnReference: "FHB-778",
      reason: "收款账户已关闭，请联系收款人",
      amount: parseMoney("12345.60", "USD"),
    },
  ]);
  // Banks kept their charges of what came back: what the transaction says counts, before what its entry says.
  const [inPart] = readAnswers(entry("CRDT", "BOOK", `<Amt Ccy="USD">12320.60000</Amt>${closed}`));
  expect(inPart).toMatchObject({ says: "returned", amount: parseMoney("12320.60", "USD") });
  const statement = entry("DBIT", "BOOK")
    .replaceAll("BkToCstmrDbtCdtNtfctn", "BkToCstmrStmt")
    .replaceAll("Ntfctn>", "Stmt>");
  expect(readAnswers(statement)).toEqual([{ about: REFERENCE, says: "paid" }]);
  for (const hostile of ["<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a><b></a></b>", "<a>", "no message"]) {
    expect(() => readAnswers(hostile)).toThrow(/message/);
  }
});

test("over files: sent whole and once, asked about, refused, paid and returned in any order", async () => {
  const bank = connectIsoBank({ pays: ["swift"], debtor, by: { directory } }, kernel).banks.swift!;
  expect(bank).toMatchObject({ name: "iso-bank", isOpen: true });
  expect(await bank.ask(REFERENCE)).toEqual({ standing: "unknown" });
  expect(await bank.pay(american, cleared)).toEqual({ standing: "taken" });
  const out = join(directory, "out");
  const before = readFileSync(join(out, `${REFERENCE}.xml`), "utf8");
  await bank.pay({ ...american, remittance: "AGAIN" }, cleared);
  expect(readdirSync(out)).toEqual([`${REFERENCE}.xml`]);
  expect(readFileSync(join(out, `${REFERENCE}.xml`), "utf8")).toBe(before);
  // The service has fetched it, and the bank answers: first the end, then what came before it.
  mkdirSync(join(directory, "sent"));
  renameSync(join(out, `${REFERENCE}.xml`), join(directory, "sent", `${REFERENCE}.xml`));
  const inbox = join(directory, "in");
  mkdirSync(inbox);
  const arrives = (name: string, text: string) => writeFileSync(join(inbox, name), text);
  arrives("3.xml", entry("DBIT", "BOOK"));
  expect(await bank.ask(REFERENCE)).toEqual({ standing: "paid" });
  arrives("1.xml", status("ACSP"));
  arrives("2.xml", status("RJCT"));
  expect(await bank.ask(REFERENCE)).toEqual({ standing: "paid" });
  arrives("4.xml", entry("CRDT", "BOOK", closed));
  arrives("5.xml", `<Document>${REFERENCE}`);
  expect(await bank.ask(REFERENCE)).toMatchObject({ standing: "returned", returnReference: "FHB-778" });
});

/** A day of the account: the payment, its return less charges, and a deposit of our own; the sums are the bank's. */
const statementOf = (closing: string, more = "") =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt>
   <Id>2026-11-16-USD</Id><CreDtTm>2026-11-17T01:00:00+08:00</CreDtTm><Acct><Id><Othr><Id>123456789</Id></Othr></Id></Acct>
   <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">20000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-16</Dt></Dt></Bal>
   <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-16</Dt></Dt></Bal>
   ${[
     ["DBIT", "12345.60", "", "BK-1"],
     ["CRDT", "12320.60", closed, "BK-2"],
   ]
     .map(
       ([direction, sum, back, own]) =>
         `<Ntry><Amt Ccy="USD">${sum}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-16</Dt></BookgDt>
          <AcctSvcrRef>${own}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${REFERENCE}</EndToEndId></Refs>${back}</TxDtls></NtryDtls></Ntry>`,
     )
     .join("")}
   <Ntry><NtryRef>7</NtryRef><Amt Ccy="USD">500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>BK-3</AcctSvcrRef></Ntry>
   <Ntry><Amt Ccy="USD">9.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts></Ntry>${more}
   </Stmt></BkToCstmrStmt></Document>`;

test("its statements are read for the comparison: by the books' references, once, and only where they add up", async () => {
  const own = mkdtempSync(join(tmpdir(), "iso-statement-"));
  try {
    const [statements] = connectIsoBank({ pays: ["swift"], debtor, by: { directory: own } }, kernel).statements;
    expect([statements!.rails(), await statements!.reaches("iso-bank")]).toEqual([["iso-bank"], null]);
    mkdirSync(join(own, "in"));
    const arrives = (name: string, text: string) => writeFileSync(join(own, "in", name), text);
    // Damaged, another account's, another message: none of them says anything.
    arrives("0.xml", statementOf("20475.01"));
    arrives("1.xml", statementOf("20475.00").replaceAll("123456789<", "987654321<"));
    arrives("2.xml", entry("DBIT", "BOOK"));
    expect(await statements!.reaches("iso-bank")).toBeNull();
    arrives("3.xml", statementOf("20475.00"));
    arrives("4.xml", statementOf("20475.00"));
    const day = (text: string) => new Date(`${text}T00:00:00+08:00`);
    const lines = await statements!.lines("iso-bank", day("2026-11-16"), day("2026-11-17"));
    expect(lines.map(({ reference, amount }) => [reference, amount.minor])).toEqual([
      [REFERENCE, -1_234_560n],
      ["BK-2", 1_232_060n],
      ["BK-3", 50_000n],
    ]);
    // The day it closes may still be told of on the next one.
    expect(await statements!.reaches("iso-bank")).toEqual(day("2026-11-16"));
    expect(await statements!.lines("iso-bank", day("2026-11-17"), day("2026-11-18"))).toEqual([]);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
});

test("over a signed service: the message goes out under its signature, and its word comes back", async () => {
  let said = { known: true, messages: [] as string[] };
  const service = await startSignedService(() => ({ text: JSON.stringify(said) }));
  try {
    const bank = connectIsoBank({ pays: ["clearing"], debtor, by: service.config }, kernel).banks.clearing!;
    expect(await bank.pay(american, cleared)).toEqual({ standing: "taken" });
    expect(service.heard[0]).toMatchObject({ reference: REFERENCE });
    expect(String(service.heard[0]!["message"])).toContain("pain.001.001.09");
    said = { known: true, messages: [status("ACSC")] };
    expect(await bank.ask(REFERENCE)).toEqual({ standing: "paid" });
    said = { known: false, messages: [] };
    expect(await bank.ask(REFERENCE)).toEqual({ standing: "unknown" });
  } finally {
    service.close();
  }
});
