import { expect, test } from "vitest";
import { camt05x, mt94x, type BankStatement } from "./bank-formats.ts";

test("no line of a long narrative is taken for another field or for the end", () => {
  const at = new Date("2026-11-10T02:00:00Z");
  const narrativeOf = (party: string) => {
    const line = {
      at,
      postingId: "0".repeat(16),
      amount: 100n,
      reason: "income.credited",
      reference: "R1",
      isCorrection: false,
    };
    const paper = mt94x({
      account: "800000000019USD",
      holder: "",
      currency: "USD",
      grain: "day",
      number: 1,
      opening: 0n,
      closing: 100n,
      lines: [{ ...line, party }],
      from: at,
      until: new Date("2026-11-11T02:00:00Z"),
      interimAt: null,
    });
    return paper
      .slice(paper.indexOf(":86:") + 4, paper.lastIndexOf(":62F:"))
      .trimEnd()
      .split("\r\n");
  };
  const before = "/EREF/R1/NAME/".length;
  for (const sign of [":", "-"]) {
    const lines = narrativeOf(`${"A".repeat(65 - before)}${sign}62F:B`);
    expect(lines[1]!.startsWith(` ${sign}62F:B/REMI/`)).toBe(true);
    expect(lines.every((line) => line.length <= 65)).toBe(true);
  }
  expect(narrativeOf("A".repeat(70)).join("")).toContain("A".repeat(70));
  expect(narrativeOf("A:".repeat(400))).toHaveLength(6);
});

test("a month and its first day are two statements by their names, which fit the format", () => {
  const from = new Date("2026-11-01T00:00:00+08:00");
  const of = (grain: BankStatement["grain"], until: string): BankStatement => ({
    account: "800000000019USD",
    holder: "",
    currency: "USD",
    grain,
    number: 1,
    opening: 0n,
    closing: 0n,
    lines: [],
    from,
    until: new Date(until),
    interimAt: null,
  });
  const [day, month] = [of("day", "2026-11-02T00:00:00+08:00"), of("month", "2026-12-01T00:00:00+08:00")];
  const names = [day, month].map((statement) => mt94x(statement).split("\r\n")[0]!.slice(":20:".length));
  expect(names).toEqual(["STD261101USD", "STM261101USD"]);
  const inXml = [day, month].map((statement) => /<Stmt><Id>([^<]+)/.exec(camt05x([statement], statement))![1]);
  expect(inXml).toEqual(names);
});

test("why something was corrected by hand is said as such, and not as anybody's name", () => {
  const at = new Date("2026-11-10T02:00:00Z");
  const line = { at, postingId: "0".repeat(16), amount: -100n, reference: "R1", isCorrection: true };
  const statement: BankStatement = {
    account: "800000000019USD",
    holder: "",
    currency: "USD",
    grain: "day",
    number: 1,
    opening: 100n,
    closing: 0n,
    lines: [{ ...line, reason: "reversal", party: "银行重复通知，原对方 AMAZON" }],
    from: at,
    until: new Date("2026-11-11T02:00:00Z"),
    interimAt: null,
  };
  expect(mt94x(statement)).toContain(":86:/EREF/R1/REMI/Reversal, AMAZON\r\n");
  const xml = camt05x([statement], statement);
  expect(xml).toContain("<Ustrd>Reversal, 银行重复通知，原对方 AMAZON</Ustrd>");
  expect(xml).not.toContain("<RltdPties>");
});

test("before a period is over it is told by the messages for that, which have no closing balance", () => {
  const [from, until] = [new Date("2026-11-10T00:00:00+08:00"), new Date("2026-11-11T00:00:00+08:00")];
  const line = { at: new Date("2026-11-10T10:00:00+08:00"), postingId: "0".repeat(16), party: "AMAZON" };
  const statement: BankStatement = {
    account: "800000000019USD",
    holder: "SOUTH BAY",
    currency: "USD",
    grain: "day",
    number: 314,
    opening: 100n,
    closing: 250n,
    lines: [
      { ...line, amount: 200n, reason: "income.credited", reference: "R1", isCorrection: false },
      { ...line, amount: -50n, reason: "reversal", reference: "R2", isCorrection: true },
    ],
    from,
    until,
    interimAt: new Date("2026-11-10T15:30:20+08:00"),
  };
  const lines = mt94x(statement).split("\r\n");
  expect(lines.filter((text) => !/^:(61|86):/.test(text))).toEqual([
    ":20:IRD261110USD1530",
    ":25:800000000019USD",
    ":28C:00314/1",
    ":34F:USD0,00",
    ":13D:2611101530+0800",
    ":90D:1USD0,50",
    ":90C:1USD2,00",
    "-",
    "",
  ]);
  expect(lines.find((text) => text.includes("//") && text.includes("RC"))).toMatch(/^:61:2611101110RC0,50NTRFR2/);
  const xml = camt05x([statement], statement);
  expect(xml).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt>');
  expect(xml).toContain("<Rpt><Id>IRD261110USD1530</Id>");
  expect(xml).toContain("<ToDtTm>2026-11-10T15:30:20+08:00</ToDtTm>");
  expect(xml).toMatch(/<Cd>ITBD<\/Cd>.*<Amt Ccy="USD">2\.50<\/Amt>/);
  expect(xml).not.toMatch(/CLBD|Stmt|camt\.053/);
  // Its hour after the end: all of the period, still not final.
  const over = { ...statement, interimAt: new Date("2026-11-11T00:20:00+08:00") };
  expect(camt05x([over], over)).toContain("<ToDtTm>2026-11-10T23:59:59+08:00</ToDtTm>");
});
