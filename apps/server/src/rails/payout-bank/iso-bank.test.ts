import { parseMoney } from "@coralhub/domain";
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
  expect(textAt(one!, "Cdtr", "Nm")).toBe("Muller  Sohne LLC");
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
  expect(readAnswers(entry("CRDT", "BOOK", closed))).toMatchObject([
    { says: "returned", returnReference: "FHB-778", reason: "收款账户已关闭，请联系收款人" },
  ]);
  const statement = entry("DBIT", "BOOK")
    .replaceAll("BkToCstmrDbtCdtNtfctn", "BkToCstmrStmt")
    .replaceAll("Ntfctn>", "Stmt>");
  expect(readAnswers(statement)).toEqual([{ about: REFERENCE, says: "paid" }]);
  for (const hostile of ["<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a><b></a></b>", "<a>", "no message"]) {
    expect(() => readAnswers(hostile)).toThrow(/message/);
  }
});

test("over files: sent whole and once, asked about, refused, paid and returned in any order", async () => {
  const bank = connectIsoBank({ pays: ["swift"], debtor, by: { directory } }, kernel).swift!;
  expect(bank).toMatchObject({ name: "iso-swift", isOpen: true });
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

test("over a signed service: the message goes out under its signature, and its word comes back", async () => {
  let said = { known: true, messages: [] as string[] };
  const service = await startSignedService(() => ({ text: JSON.stringify(said) }));
  try {
    const bank = connectIsoBank({ pays: ["clearing"], debtor, by: service.config }, kernel).clearing!;
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
