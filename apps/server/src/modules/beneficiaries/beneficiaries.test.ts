import { beneficiaryEndpoints as calls, identityEndpoints, messageEndpoints, payoutFamilies } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawPaper } from "../income/paper-fixture.ts";
import { certifiedCompany, codeForPayee, GERMAN } from "./beneficiaries-fixture.ts";

let server: TestServer;
let reviewer: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  reviewer = { token: await server.operatorToken("reviewer") };
});
afterAll(() => server.close());

const refused = (reason: string, more: object = {}): unknown => expect.objectContaining({ reason, ...more });
const company = () => certifiedCompany(server);
const codeFor = (merchant: TestMerchant) => codeForPayee(server, merchant);

test("a supplier is written down as its country wants it: trimmed, without gaps, its bank named by its code", async () => {
  const merchant = await company();
  const verificationCode = await codeFor(merchant);
  const wrong = { ...GERMAN, bankAccount: "DE89370400440532013001", verificationCode };
  await expect(server.call(calls.addSupplier, wrong, merchant)).rejects.toEqual(
    refused("input.invalid", { fields: { bankAccount: "IBAN 校验不通过，有一位多半抄错了" } }),
  );
  const { id, state } = await server.call(calls.addSupplier, { ...GERMAN, verificationCode }, merchant);
  expect(state).toBe("approved");
  const seen = await server.call(calls.payee, { id }, merchant);
  expect(seen).toMatchObject({
    name: "Nordlicht Logistik GmbH",
    bankName: "Commerzbank",
    lastFour: "3000",
    route: "IBAN",
  });
  expect(seen.details).toEqual({ swiftCode: "COBADEFF", bankName: "Commerzbank" });
  expect(seen.timeline.map(({ action }) => action)).toEqual(["add", "clear"]);
  await expect(
    server.call(calls.addSupplier, { ...GERMAN, verificationCode: await codeFor(merchant) }, merchant),
  ).rejects.toEqual(refused("payee.known"));
  const stored = await server.database.query<{ text: string }>(
    "select b::text as text from beneficiary b where merchant_id = $1",
    [merchant.userId],
  );
  expect(stored[0]!.text).not.toContain("0532013000");
});

test("whom the lists know, and a bank in no list, waits for a reviewer, who may list the bank", async () => {
  const merchant = await company();
  const listed = { ...GERMAN, supplierName: "GOLDEN DUNE SHIPPING FZE", bankAccountHolder: "GOLDEN DUNE SHIPPING FZE" };
  const doubtful = await server.call(
    calls.addSupplier,
    { ...listed, verificationCode: await codeFor(merchant) },
    merchant,
  );
  expect(doubtful.state).toBe("pending");
  const key = { merchantId: merchant.userId, id: doubtful.id };
  const { findings } = await server.call(calls.payeeCase, key, reviewer);
  expect(findings.length).toBeGreaterThan(0);
  const decline = { ...key, decision: "decline", reason: "在制裁名单上" } as const;
  expect(await server.call(calls.decidePayee, decline, reviewer)).toMatchObject({ state: "declined" });
  expect(await server.call(calls.payee, { id: doubtful.id }, merchant)).toMatchObject({ reason: "在制裁名单上" });

  const unlisted = { ...GERMAN, swiftCode: "ABCDDEFF", bankName: "Neue Bank", bankAccount: "DE02120300000000202051" };
  const { id, state } = await server.call(
    calls.addSupplier,
    { ...unlisted, verificationCode: await codeFor(merchant) },
    merchant,
  );
  expect(state).toBe("pending");
  await server.call(calls.listBank, { scheme: "bic", code: "ABCDDEFF", name: "Neue Bank" }, reviewer);
  const approve = { merchantId: merchant.userId, id, decision: "approve" } as const;
  expect(await server.call(calls.decidePayee, approve, reviewer)).toMatchObject({ state: "approved" });
  const third = { ...unlisted, bankAccount: "DE75512108001245126199" };
  const known = await server.call(calls.addSupplier, { ...third, verificationCode: await codeFor(merchant) }, merchant);
  expect(known.state).toBe("approved");
  // Whom one of us asked to be updated comes back to one of us, saved as it was or changed, once and again.
  const ask = { merchantId: merchant.userId, id: known.id, decision: "askUpdate", reason: "请更新合同" } as const;
  expect(await server.call(calls.decidePayee, ask, reviewer)).toMatchObject({ state: "outdated" });
  for (const bankAccountHolder of [third.bankAccountHolder, third.bankAccountHolder, "Nordlicht Sued GmbH"]) {
    const again = { ...third, supplierId: known.id, bankAccountHolder, verificationCode: await codeFor(merchant) };
    expect(await server.call(calls.changeSupplier, again, merchant)).toEqual({ id: known.id, state: "pending" });
  }
  // Nor does stopping it and writing the same account down once more get round that.
  await server.call(calls.disablePayee, { id: known.id }, merchant);
  const anew = await server.call(calls.addSupplier, { ...third, verificationCode: await codeFor(merchant) }, merchant);
  expect(anew.state).toBe("pending");
});

test("a changed account rests anew and keeps a signed difference; its whole number needs a fresh proof", async () => {
  const merchant = await company();
  const { id } = await server.call(
    calls.addSupplier,
    { ...GERMAN, verificationCode: await codeFor(merchant) },
    merchant,
  );
  const before = await server.call(calls.payee, { id }, merchant);
  const changed = {
    ...GERMAN,
    supplierId: id,
    bankAccount: "DE75512108001245126199",
    verificationCode: await codeFor(merchant),
  };
  expect(await server.call(calls.changeSupplier, changed, merchant)).toEqual({ id, state: "approved" });
  const after = await server.call(calls.payee, { id }, merchant);
  expect(after.version).toBe(2);
  expect(after.restsFrom.getTime()).toBeGreaterThan(before.restsFrom.getTime());
  expect(after.changes).toMatchObject([
    { version: 2, genuine: true, fields: { accountNumber: ["尾号 3000", "尾号 6199"] } },
  ]);
  // A new name goes in without a rest; one the lists know is looked at like a new payee.
  const named = async (supplierName: string) =>
    server.call(
      calls.changeSupplier,
      { ...changed, supplierName, verificationCode: await codeFor(merchant) },
      merchant,
    );
  expect(await named("Nordlicht")).toEqual({ id, state: "approved" });
  expect(await named("GOLDEN DUNE SHIPPING FZE")).toEqual({ id, state: "pending" });
  await server.database.query("delete from beneficiary_version where beneficiary_id = $1 and version > 2", [id]);
  await server.database.query(
    'update beneficiary_version set difference = \'{"accountNumber": ["尾号 3000", "尾号 0000"]}\' where beneficiary_id = $1',
    [id],
  );
  expect((await server.call(calls.payee, { id }, merchant)).changes[0]!.genuine).toBe(false);
  await expect(server.call(calls.revealNumber, { id }, merchant)).rejects.toEqual(refused("identity.step_up_needed"));
  // The same of a file: numbers by their end, whole only for whoever has just proved to be the person.
  const file = async (numbers: "end" | "whole", who: { token: string }) =>
    (await server.call(calls.exportPayees, { filters: {}, format: "csv", numbers }, who)).blob.text();
  await expect(file("whole", merchant)).rejects.toEqual(refused("identity.step_up_needed"));
  await server.call(identityEndpoints.sendStepUpCode, {}, merchant);
  const verifyCode = await server.codeSentTo(merchant.mobile);
  const { token } = await server.call(identityEndpoints.stepUp, { verifyCode }, merchant);
  const whole = await server.call(calls.revealNumber, { id }, { ...merchant, token });
  expect(whole.accountNumber).toBe("DE75512108001245126199");
  const byEnd = await file("end", { token });
  expect(byEnd).toContain("尾号 6199");
  expect(byEnd).not.toContain("DE75512108001245126199");
  expect(await file("whole", { token })).toContain("DE75512108001245126199");
  const [read] = await server.database.query<{ times: number }>(
    "select count(*)::int as times from audit_entry where action = 'payee.number_read' and actor_id = $1",
    [merchant.userId],
  );
  expect(read!.times).toBe(2);
});

test("own accounts: the first of a currency is the default, another can be, a stopped one is none", async () => {
  const merchant = await company();
  const add = async (bankNo: string) =>
    server.call(
      calls.addOwnAccount,
      {
        bankNo,
        clearCode: "308584000013",
        currency: "CNY",
        bankCountryCode: "CN",
        nameOfAccountHolder: "深圳南屿科技有限公司",
        verificationCode: await codeFor(merchant),
      },
      merchant,
    );
  const [first, second] = [await add("755948216010831"), await add("755948216010832")];
  const defaults = async () =>
    (await server.call(calls.ownAccounts, {}, merchant)).filter((one) => one.isDefault).map((one) => one.id);
  expect(await defaults()).toEqual([first.id]);
  await server.call(calls.chooseDefault, { id: second.id }, merchant);
  expect(await defaults()).toEqual([second.id]);
  // Chosen at once, one after the other becomes it.
  await Promise.all([first, second, first].map(({ id }) => server.call(calls.chooseDefault, { id }, merchant)));
  expect(await defaults()).toHaveLength(1);
  await server.call(calls.chooseDefault, { id: second.id }, merchant);
  await server.call(calls.removeOwnAccount, { bid: second.id }, merchant);
  expect(await defaults()).toEqual([]);
  // One that moves to a currency which has its own gives it up.
  const abroad = async (currency: "HKD" | "USD", bankNo: string) => ({
    bankNo,
    currency,
    bankCode: "004",
    branchCode: "848",
    bankCountryCode: "HK" as const,
    nameOfAccountHolder: "SHENZHEN NANYU TECHNOLOGY LTD",
    verificationCode: await codeFor(merchant),
  });
  const dollars = await server.call(calls.addOwnAccount, await abroad("USD", "178302838"), merchant);
  const moved = await server.call(calls.addOwnAccount, await abroad("HKD", "178302839"), merchant);
  expect((await defaults()).toSorted()).toEqual([dollars.id, moved.id].toSorted());
  const changed = { ...(await abroad("USD", "178302839")), bid: moved.id };
  await server.call(calls.changeOwnAccount, changed, merchant);
  expect(await defaults()).toEqual([dollars.id]);
  const banks = async () => server.call(calls.hongkongBanks, {}, merchant);
  expect((await banks()).find(({ code }) => code === "004")?.name).toBe("HSBC");
  // A well-formed branch in no list passes by its bank's name, and by its own once an operator has listed it.
  const bankOf = async (id: string) =>
    (await server.call(calls.ownAccounts, {}, merchant)).find((one) => one.id === id)!.bankName;
  expect(await bankOf(dollars.id)).toBe("HSBC");
  await server.call(calls.listBank, { scheme: "hk", code: "004848", name: "HSBC 中环分行" }, reviewer);
  const known = await server.call(calls.addOwnAccount, await abroad("HKD", "178302840"), merchant);
  expect(await bankOf(known.id)).toBe("HSBC 中环分行");
  expect((await banks()).filter(({ code }) => code.length !== 3)).toEqual([]);
  const { forms } = await server.call(calls.bankForms, { country: "VN", currency: "VND" }, merchant);
  expect(forms[0]!.fields.map(({ name }) => name)).toEqual(["swiftCode", "accountNumber", "bankName", "purpose"]);
});

test("papers, remarks and maxima are added to one's own payees, and taken away; nobody else's are touched", async () => {
  const [merchant, stranger] = [await company(), await company()];
  const { id } = await server.call(
    calls.addSupplier,
    { ...GERMAN, verificationCode: await codeFor(merchant) },
    merchant,
  );
  const paper = await server.call(calls.uploadPaper, { file: drawPaper(), paper: "invoice" }, merchant);
  expect(paper).toMatchObject({ paper: "invoice", fileName: "合同.png" });
  const { fileId } = paper;
  const proof = { supplierId: id, papers: [fileId], remark: "年度合同", maximumAmount: parseMoney("5000.00", "EUR") };
  const alien = await server.call(calls.uploadPaper, { file: drawPaper() }, stranger);
  await expect(server.call(calls.proveSupplier, { ...proof, papers: [alien.fileId] }, merchant)).rejects.toEqual(
    refused("payee.paper_unknown"),
  );
  await expect(server.call(calls.proveSupplier, { ...proof, papers: [] }, stranger)).rejects.toEqual(
    refused("not_found"),
  );
  await expect(
    server.call(calls.proveSupplier, { ...proof, maximumAmount: parseMoney("1.00", "USD") }, merchant),
  ).rejects.toEqual(refused("input.invalid", { fields: { maximumAmount: "付款上限用账户的币种 EUR 填写" } }));
  await server.call(calls.proveSupplier, proof, merchant);
  const proven = await server.call(calls.payee, { id }, merchant);
  expect(proven).toMatchObject({
    remark: "年度合同",
    maximum: proof.maximumAmount,
    left: proof.maximumAmount,
    papers: [{ fileId, paper: "invoice" }],
    version: 1,
  });
  await expect(server.call(calls.removePaper, { supplierId: id, fileId }, stranger)).rejects.toEqual(
    refused("not_found"),
  );
  await server.call(calls.removePaper, { supplierId: id, fileId }, merchant);
  expect((await server.call(calls.payee, { id }, merchant)).papers).toEqual([]);

  const { fileId: relateContract } = await server.call(calls.uploadPaper, { file: drawPaper() }, merchant);
  const party = { relateName: "南屿香港有限公司", relateType: "sister", relateContract } as const;
  await expect(server.call(calls.addRelated, party, stranger)).rejects.toEqual(refused("payee.paper_unknown"));
  const related = await server.call(calls.addRelated, party, merchant);
  expect(related).toMatchObject(party);
  expect(await server.call(calls.relatedParties, {}, merchant)).toEqual([related]);
  expect(await server.call(calls.relatedParties, {}, stranger)).toEqual([]);

  const own = await server.call(
    calls.addOwnAccount,
    {
      bankNo: "755948216010831",
      clearCode: "308584000013",
      currency: "CNY",
      bankCountryCode: "CN",
      nameOfAccountHolder: "深圳南屿科技有限公司",
      verificationCode: await codeFor(merchant),
    },
    merchant,
  );
  const letter = await server.call(calls.uploadPaper, { file: drawPaper(), paper: "certificate" }, merchant);
  const extra = { bid: own.id, certificateFile: letter.fileId, mark: "基本户" };
  await expect(server.call(calls.proveOwnAccount, { bid: own.id, mark: "别人的" }, stranger)).rejects.toEqual(
    refused("not_found"),
  );
  await server.call(calls.proveOwnAccount, extra, merchant);
  const account = await server.call(calls.payee, { id: own.id }, merchant);
  expect(account).toMatchObject({ kind: "own", remark: "基本户", papers: [{ fileId: letter.fileId }] });
  expect(await server.call(calls.ownAccounts, {}, merchant)).toMatchObject([{ id: own.id, papers: account.papers }]);

  // A call that names a kind of payee takes no other, and says where the other is looked after.
  const elsewhere = refused("payee.other_kind", { message: expect.stringContaining("提现账户") as unknown });
  const more = { supplierId: own.id, remark: "别的一类" };
  await expect(server.call(calls.proveSupplier, more, merchant)).rejects.toEqual(elsewhere);
  const letterOf = { supplierId: own.id, fileId: letter.fileId };
  await expect(server.call(calls.removePaper, letterOf, merchant)).rejects.toEqual(elsewhere);
  await expect(server.call(calls.proveOwnAccount, { bid: id, mark: "供应商" }, merchant)).rejects.toEqual(
    refused("payee.other_kind"),
  );
  for (const call of [calls.removeSupplier, calls.deleteSupplier, calls.dropSupplier, calls.removeServiceProvider]) {
    await expect(server.call(call, { id: own.id }, merchant)).rejects.toEqual(elsewhere);
  }
  await expect(server.call(calls.removeOwnAccount, { bid: id }, merchant)).rejects.toEqual(refused("payee.other_kind"));
  expect(await server.call(calls.payee, { id: own.id }, merchant)).toEqual(account);
  await expect(server.call(calls.disablePayee, { id }, stranger)).rejects.toEqual(refused("not_found"));
  await server.call(calls.disablePayee, { id }, merchant);
  expect(await server.call(calls.payee, { id }, merchant)).toMatchObject({ state: "disabled" });
});

test("suppliers leave the list by any of three names, and only by their merchant's word", async () => {
  const [merchant, stranger] = [await company(), await company()];
  const numbers = ["DE89370400440532013000", "DE02120300000000202051", "DE75512108001245126199"];
  const ids: string[] = [];
  for (const bankAccount of numbers) {
    const supplier = { ...GERMAN, bankAccount, verificationCode: await codeFor(merchant) };
    ids.push((await server.call(calls.addSupplier, supplier, merchant)).id);
  }
  const shown = async (who = merchant) => (await server.call(calls.suppliers, {}, who)).map(({ id }) => id).toSorted();
  expect(await shown()).toEqual(ids.toSorted());
  expect(await shown(stranger)).toEqual([]);
  const { payees } = await server.call(payoutFamilies.supplier.overview, {}, merchant);
  expect(await server.call(calls.suppliers, {}, merchant)).toEqual(payees);
  for (const [at, call] of [calls.removeSupplier, calls.deleteSupplier, calls.dropSupplier].entries()) {
    const id = ids[at]!;
    await expect(server.call(call, { id }, stranger)).rejects.toEqual(refused("not_found"));
    await server.call(call, { id }, merchant);
    expect(await server.call(calls.payee, { id }, merchant)).toMatchObject({ state: "disabled" });
    expect(await shown()).toEqual(ids.slice(at + 1).toSorted());
  }

  const parts = { country: "DE", bankCode: "37040044", accountNumber: "532013000" } as const;
  expect(await server.call(calls.workOutIban, parts, merchant)).toEqual({ iban: numbers[0], problem: null });
  const unfinished = await server.call(calls.workOutIban, { ...parts, bankCode: "3704" }, merchant);
  expect(unfinished).toMatchObject({ iban: null, problem: expect.stringContaining("请核对") as unknown });
  const american = await server.call(calls.workOutIban, { ...parts, country: "US" }, merchant);
  expect(american.problem).toContain("不能由账号推算");
  const banks = await server.call(calls.intermediaryBanks, { currency: "CNH" }, merchant);
  expect(banks.map(({ swiftCode }) => swiftCode).toSorted()).toEqual(["BKCHHKHH", "HSBCHKHH"]);
  expect(banks.every(({ currencies }) => currencies.includes("CNH"))).toBe(true);
  const all = await server.call(calls.intermediaryBanks, {}, merchant);
  expect(all.map(({ swiftCode }) => swiftCode)).toEqual(expect.arrayContaining(["CHASUS33", "BKCHHKHH"]));
  const named = await server.call(calls.intermediaryBank, { swiftCode: "chasus33xxx" }, merchant);
  expect(named).toMatchObject({ name: "JPMorgan Chase Bank, New York", country: "US" });
});

// A sheet is read in a thread of its own, which has to start first.
const SLOWLY = { timeout: 60_000 };
test(
  "a sheet of another service is read row by row: what is right is saved with one code, and the owner is told once",
  SLOWLY,
  async () => {
    const merchant = await company();
    const header = ["Recipient name", "Country code", "Currency", "IBAN", "BIC", "Bank name", "Email"];
    const rows = [
      ["NORDLICHT LOGISTIK GMBH", "DE", "EUR", "DE89 3704 0044 0532 0130 00", "COBADEFF", "", "ap@nordlicht.example"],
      ["SUEDWIND HANDEL GMBH", "DE", "EUR", "DE02120300000000202051", "BYLADEM1001", "DKB", ""],
      ["FALSCH GMBH", "DE", "EUR", "DE89370400440532013001", "COBADEFF", "", ""],
      ["NOCH EINMAL GMBH", "DE", "EUR", "DE89370400440532013000", "COBADEFF", "", ""],
    ];
    const text = [header, ...rows].map((row) => row.join(",")).join("\n");
    const file = new File([text], "recipients.csv", { type: "text/csv" });
    const { fileId, rows: checked } = await server.call(calls.checkPayeeSheet, { file, kind: "supplier" }, merchant);
    expect(
      checked.map(({ line, problems }) => [line, problems.map(({ label, text: words }) => `${label}：${words}`)]),
    ).toEqual([
      [2, []],
      [3, []],
      [4, ["收款账号：IBAN 校验不通过，有一位多半抄错了"]],
      [5, ["收款账号：和第 2 行的账号相同"]],
    ]);
    expect(JSON.stringify(checked)).not.toContain("0532013000");
    // The sheet itself is no paper that proves anything.
    const related = { relateName: "NORDLICHT LOGISTIK GMBH", relateType: "parent", relateContract: fileId } as const;
    await expect(server.call(calls.addRelated, related, merchant)).rejects.toEqual(refused("payee.paper_unknown"));
    const wanted = { fileId, kind: "supplier" as const, lines: [2, 3, 4, 5] };
    const verificationCode = await codeFor(merchant);
    // The lists outside are away: for a wrong code they are not asked.
    await server.database.query(`insert into sandbox_rail_mode (rail, mode, changed_at, changed_by)
      values ('screening', 'down', now(), (select id from operator limit 1))`);
    const guess = { ...wanted, verificationCode: verificationCode === "000000" ? "000001" : "000000" };
    await expect(server.call(calls.importPayees, guess, merchant)).rejects.toEqual(refused("identity.code_wrong"));
    await server.database.query("delete from sandbox_rail_mode where rail = 'screening'");
    const done = await server.call(calls.importPayees, { ...wanted, verificationCode }, merchant);
    expect(done.saved).toBe(2);
    expect(done.rows.map(({ id, problem }) => [id !== null, problem])).toEqual([
      [true, ""],
      [true, ""],
      [false, "收款账号：IBAN 校验不通过，有一位多半抄错了"],
      [false, "收款账号：和第 2 行的账号相同"],
    ]);
    const first = await server.call(calls.payee, { id: done.rows[0]!.id! }, merchant);
    expect(first).toMatchObject({ kind: "supplier", bankName: "Commerzbank", lastFour: "3000" });
    const told = await server.call(messageEndpoints.messages, { pageSize: 20 }, merchant);
    const titles = told.records.map(({ title }) => title);
    expect(titles).toContain("导入了 2 个供应商账户");
    expect(titles.filter((title) => title.startsWith("添加了"))).toEqual([]);
    // One is added again by somebody else while the sheet is saved: said, and the code still counts.
    const raced = { ...wanted, lines: [2], verificationCode: await codeFor(merchant) };
    const setState = "update beneficiary set state = $2 where id = $1";
    // For a row: the queue of notices (an object) every commit passes.
    const isWaiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'object'`;
    const meanwhile = async (save: () => Promise<unknown>): Promise<unknown> => {
      await server.database.query(setState, [done.rows[0]!.id, "disabled"]);
      const other = new pg.Client({ connectionString: server.database.url });
      await other.connect();
      await other.query("begin");
      await other.query(setState, [done.rows[0]!.id, "approved"]);
      const racing = save().catch((error: unknown) => error);
      await expect.poll(() => server.database.query(isWaiting), { timeout: 20_000 }).not.toHaveLength(0);
      await other.query("commit");
      await other.end();
      return racing;
    };
    const justAdded = refused("payee.just_added");
    expect(await meanwhile(() => server.call(calls.importPayees, raced, merchant))).toEqual(justAdded);
    const again = await server.call(calls.importPayees, raced, merchant);
    expect([again.saved, again.rows[0]!.problem]).toEqual([0, "收款账号：这个账号已经添加过：NORDLICHT LOGISTIK GMBH"]);
    // The same where another payee is given that account, and where its owner has filled in a link.
    const change = { ...GERMAN, supplierId: done.rows[1]!.id!, verificationCode: await codeFor(merchant) };
    expect(await meanwhile(() => server.call(calls.changeSupplier, change, merchant))).toEqual(justAdded);
    const request = { name: "NORDLICHT", country: "DE", currency: "EUR" } as const;
    const { id: linkId, secret } = await server.call(calls.sendLink, request, merchant);
    await server.call(calls.fillLink, { ...GERMAN, secret });
    const accepted = { id: linkId, verificationCode: await codeFor(merchant) };
    expect(await meanwhile(() => server.call(calls.acceptLink, accepted, merchant))).toEqual(justAdded);
    // One of ours had looked at it before it was stopped: out of a sheet, too, it comes back to one of ours.
    await server.database.query(
      "update beneficiary set state = 'disabled', reviewed_by = (select id from operator limit 1) where id = $1",
      [done.rows[0]!.id],
    );
    const anew = { ...wanted, lines: [2], verificationCode: await codeFor(merchant) };
    const {
      rows: [back],
    } = await server.call(calls.importPayees, anew, merchant);
    expect(await server.call(calls.payee, { id: back!.id! }, merchant)).toMatchObject({ state: "pending" });
    const stranger = await company();
    await expect(server.call(calls.importPayees, { ...wanted, verificationCode: "000000" }, stranger)).rejects.toEqual(
      refused("not_found"),
    );
  },
);
