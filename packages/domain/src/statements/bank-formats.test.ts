import { expect, test } from "vitest";
import { camt053, mt940, type BankStatement } from "./bank-formats.ts";

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
    const paper = mt940({
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
  });
  const [day, month] = [of("day", "2026-11-02T00:00:00+08:00"), of("month", "2026-12-01T00:00:00+08:00")];
  const names = [day, month].map((statement) => mt940(statement).split("\r\n")[0]!.slice(":20:".length));
  expect(names).toEqual(["STD261101USD", "STM261101USD"]);
  const inXml = [day, month].map((statement) => /<Stmt><Id>([^<]+)/.exec(camt053([statement], statement))![1]);
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
  };
  expect(mt940(statement)).toContain(":86:/EREF/R1/REMI/Reversal, AMAZON\r\n");
  const xml = camt053([statement], statement);
  expect(xml).toContain("<Ustrd>Reversal, 银行重复通知，原对方 AMAZON</Ustrd>");
  expect(xml).not.toContain("<RltdPties>");
});
