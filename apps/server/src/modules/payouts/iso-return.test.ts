import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookProblems, minor, moneyOn, startDesk, type Desk } from "../income/income-fixture.ts";
import { reaches, readyMerchant, watch, withdraw } from "./payouts-fixture.ts";

const directory = mkdtempSync(join(tmpdir(), "iso-return-"));
const debtor = {
  name: "CORALHUB (HK) LIMITED",
  account: "123456789",
  bic: "FHBKHKHH",
  city: "Hong Kong",
  country: "HK",
};
let desk: Desk;
beforeAll(async () => {
  desk = await startDesk({ config: { isoBank: { pays: ["citic"], debtor, by: { directory } } } });
});
afterAll(async () => {
  await desk.close();
  rmSync(directory, { recursive: true, force: true });
});

const booking = (reference: string, direction: "DBIT" | "CRDT", more = "") =>
  `<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.054.001.08'><BkToCstmrDbtCdtNtfctn><Ntfctn><Id>1</Id><Ntry>
   <CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>B-${direction}</AcctSvcrRef><NtryDtls><TxDtls><Refs>
   <EndToEndId>${reference}</EndToEndId></Refs>${more}</TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;

test("a bank that only leaves messages is asked for them: paid, and weeks later come back, whatever damaged one lies beside", async () => {
  const { merchant, source } = await readyMerchant(desk, "300.00");
  const { id } = await withdraw(desk, merchant, source.id, "300.00");
  const { reference, arrivesOn } = await reaches(desk, merchant, id, "processing");
  // Kept for whoever reads it on another day.
  expect(arrivesOn).toMatch(/^\d{2}-\d{2}（周/);
  expect(readdirSync(join(directory, "out"))).toEqual([`${reference}.xml`]);
  const inbox = join(directory, "in");
  mkdirSync(inbox);
  writeFileSync(join(inbox, "0.xml"), `<Document><Cut><EndToEndId>${reference}</EndToEndId></Document>`);
  writeFileSync(join(inbox, "1.xml"), booking(reference, "DBIT"));
  const waited = (time: string) =>
    desk.database.query(
      "update payout set asked_at = asked_at - $2::interval, confirmed_at = confirmed_at - $2::interval where id = $1",
      [id, time],
    );
  await waited("2 hours");
  await watch(desk);
  await reaches(desk, merchant, id, "completed");
  writeFileSync(
    join(inbox, "2.xml"),
    booking(
      reference,
      "CRDT",
      "<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf><![CDATA[closed & gone]]></AddtlInf></RtrInf>",
    ),
  );
  await waited("7 hours");
  await watch(desk);
  const back = await reaches(desk, merchant, id, "returned");
  expect(back.reason).toBe("收款账户已关闭，请联系收款人：closed & gone");
  expect(await moneyOn(desk, merchant, source.id)).toEqual({ available: minor("300.00"), held: 0n });
  expect(await bookProblems(desk)).toEqual([]);
});
