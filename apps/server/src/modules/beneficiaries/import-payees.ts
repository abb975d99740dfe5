import { Refusal, type CheckedSheet, type FileReply, type ImportedSheet, type UploadedFile } from "@coralhub/contract";
import {
  coolingUntil,
  numberEnd,
  PAYEE_KINDS,
  payeeSheetLabel,
  payeeSheetTemplate,
  plainNumber,
  readPayeeHeader,
  readPayeeRow,
  toShanghaiTime,
  type Currency,
  type ExportFormat,
  type NameOfBank,
  type PayeeKind,
  type PayeeSheetColumn,
  type PayeeSheetProblems,
  type SheetPayee,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import {
  importedRows,
  problemsUnder,
  takeSheet,
  type ImportedList,
  type ImportedRow,
} from "../../platform/import-sheet.ts";
import { sheetFile } from "../../platform/sheet-file.ts";
import { proveCode } from "../identity/index.ts";
import { addMany } from "./add-many.ts";
import { listKnown } from "./beneficiaries-store.ts";
import type { BeneficiariesDeps } from "./deps.ts";
import { draftOfPayment, type Draft } from "./draft-payee.ts";
import { indexOf, preparePayee, refuseRaced, type Prepared } from "./save-payee.ts";

const LIST: ImportedList<PayeeSheetColumn> = {
  purpose: "payee import",
  readHeader: readPayeeHeader,
  noHeader: "payee.sheet_no_header",
  empty: "payee.sheet_empty",
};

/** One corridor's columns, with a line that shows how they are filled in. */
export function payeeTemplate(country: string, currency: Currency, format: ExportFormat): Promise<FileReply> {
  const columns = payeeSheetTemplate(country, currency);
  if (columns.length === 0) throw new Refusal("payee.sheet_corridor", { currency });
  const sheet = {
    name: `收款人导入模板-${country}-${currency}`,
    title: "收款人",
    header: columns.map(({ header }) => header),
    rows: [columns.map(({ sample }) => sample)],
  };
  return sheetFile(sheet, format);
}

type Read = ImportedRow<PayeeSheetColumn> & { problems: PayeeSheetProblems; payee?: SheetPayee };
/** Every row by its country's rules, beside those that are known and those above it. */
async function readAll(
  deps: BeneficiariesDeps,
  merchantId: string,
  { kind, fileId, nameOf }: { kind: PayeeKind; fileId: string; nameOf: NameOfBank },
): Promise<Read[]> {
  const rows = await importedRows(deps, merchantId, fileId, LIST);
  const known = await listKnown(deps.database.db, merchantId, kind);
  const seen = new Map(
    known.map((payee) => [keyOf(payee.numberIndex, payee.currency), `这个账号已经添加过：${payee.holderName}`]),
  );
  return rows.map((row): Read => {
    const { problems, payee } = readPayeeRow(row.cells, nameOf);
    if (!payee) return { ...row, problems };
    const key = keyOf(indexOf(deps, payee.country, payee.details.accountNumber ?? ""), payee.currency);
    const before = seen.get(key);
    if (before) return { ...row, problems: { ...problems, accountNumber: before } };
    seen.set(key, `和第 ${row.line} 行的账号相同`);
    return { ...row, problems, payee };
  });
}
const keyOf = (index: Uint8Array, currency: string): string => `${Buffer.from(index).toString("hex")} ${currency}`;

const nameIn = ({ cells }: Read): string => cells.name ?? cells.holderName ?? "";
/** Where the money would go, the number by its end. */
function noteOf({ cells, payee }: Read): string {
  const number = plainNumber(payee?.details.accountNumber ?? cells.accountNumber ?? "");
  const bank = payee?.details.bankName ?? cells.bankName ?? "";
  const place = [payee?.country ?? cells.country, payee?.currency ?? cells.currency].filter(Boolean).join(" ");
  return [place, bank, number && `尾号 ${numberEnd(number)}`].filter(Boolean).join("，");
}

type Wanted = { file: UploadedFile; kind: PayeeKind; nameOf: NameOfBank };
/** Looks at a sheet without keeping anybody. */
export async function checkPayeeSheet(
  deps: BeneficiariesDeps,
  ctx: MerchantContext,
  { file, kind, nameOf }: Wanted,
): Promise<CheckedSheet> {
  const fileId = await takeSheet(deps, ctx, LIST, file);
  const rows = await readAll(deps, ctx.merchantId, { kind, fileId, nameOf });
  return {
    fileId,
    rows: rows.map((row) => ({
      line: row.line,
      name: nameIn(row),
      note: noteOf(row),
      problems: problemsUnder(row.problems, (field) => payeeSheetLabel(field as PayeeSheetColumn)),
    })),
  };
}

const draftOf = (kind: PayeeKind, { name, contactEmail, remark, ...payee }: SheetPayee): Draft => {
  const draft = draftOfPayment(kind, { ...payee, category: null });
  return { ...draft, name, profile: { ...draft.profile, contactEmail, remark } };
};

type Chosen = {
  fileId: string;
  kind: PayeeKind;
  lines: readonly number[];
  verificationCode: string;
  nameOf: NameOfBank;
};
type Judged = { row: Read; prepared?: Prepared; problem: string };

const SCREENED_AT_ONCE = 20;
/** Screened before anything is written; what stands in one row's way stops no other. */
async function judge(deps: BeneficiariesDeps, merchantId: string, kind: PayeeKind, row: Read): Promise<Judged> {
  const [first] = problemsUnder(row.problems, (field) => payeeSheetLabel(field as PayeeSheetColumn));
  if (first || !row.payee) return { row, problem: first ? `${first.label}：${first.text}` : "" };
  try {
    return { row, prepared: await preparePayee(deps, merchantId, draftOf(kind, row.payee)), problem: "" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { row, problem: Object.values(error.fields ?? {})[0] ?? error.message };
  }
}

/** Adds those nobody has added meanwhile, with a few statements however many they are. */
async function addJudged(
  deps: BeneficiariesDeps,
  tx: Tx,
  ctx: MerchantContext,
  kind: PayeeKind,
  judged: readonly Judged[],
): Promise<ImportedSheet["rows"]> {
  const indexed = judged.map(({ row, prepared, problem }) => {
    const head = { line: row.line, name: nameIn(row) };
    if (!prepared) return { head, problem };
    const { country, currency, details } = prepared.draft;
    const index = indexOf(deps, country, details.accountNumber ?? "");
    return { head, problem, prepared, index, key: keyOf(index, currency) };
  });
  const numbers = indexed.flatMap(({ index }) => (index ? [index] : []));
  const known = new Map(
    (await listKnown(tx, ctx.merchantId, kind, numbers)).map((payee) => [
      keyOf(payee.numberIndex, payee.currency),
      new Refusal("payee.known", { name: payee.holderName }).message,
    ]),
  );
  const fresh = indexed.flatMap(({ prepared, key }) => (prepared && !known.has(key) ? [{ prepared, key }] : []));
  const ids = await addMany(
    deps,
    tx,
    ctx,
    fresh.map(({ prepared }) => prepared),
  );
  const added = new Map(fresh.map(({ key }, at) => [key, ids[at]!]));
  return indexed.map(({ head, problem, key }) => {
    const id = key === undefined ? null : (added.get(key) ?? null);
    return { ...head, id, problem: (key !== undefined && known.get(key)) || problem };
  });
}

/** Saves the rows that are right, proven by one code; each rests and is looked at like any other, the owner is told once. */
export async function importPayees(
  deps: BeneficiariesDeps,
  ctx: MerchantContext,
  { fileId, kind, lines, verificationCode, nameOf }: Chosen,
): Promise<ImportedSheet> {
  const { merchantId } = ctx;
  const asked = new Set(lines);
  const rows = (await readAll(deps, merchantId, { kind, fileId, nameOf })).filter(({ line }) => asked.has(line));
  const use = { merchantId, purpose: "bankAccount", code: verificationCode } as const;
  const spendCode = await proveCode(deps.codes, use, ctx);
  const judged: Judged[] = [];
  // Each question to the lists outside is paid for: none is asked for a code that is wrong, or used up by now.
  const waiting = spendCode.refused ? [] : [...rows];
  while (waiting.length > 0) {
    const some = waiting.splice(0, SCREENED_AT_ONCE);
    judged.push(...(await Promise.all(some.map((row) => judge(deps, merchantId, kind, row)))));
  }
  const saving = ctx.once(async (tx) => {
    await spendCode(tx);
    const results = await addJudged(deps, tx, ctx, kind, judged);
    const saved = results.filter(({ id }) => id !== null).length;
    if (saved > 0)
      await deps.sendMessage(tx, {
        event: "payee.imported",
        merchantId,
        data: {
          count: String(saved),
          kind: PAYEE_KINDS[kind].label,
          until: toShanghaiTime(coolingUntil(deps.clock.now())).slice(5, 16),
        },
      });
    return { saved, rows: results };
  });
  return saving.catch(refuseRaced);
}
