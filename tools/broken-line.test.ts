import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_ENDPOINTS, type Endpoint } from "@coralhub/contract";
import { codeSent } from "../packages/contract/src/identity/fields.ts";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const textsIn = (folder: string, wanted: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => wanted.test(name))
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8"));

/** Calls whose form is another's: the same component, or the same hook and client in a form of another shape, which the journey of the twin breaks. */
const TWINS: Readonly<Record<string, string>> = {
  // One page writes every payment down; from which money it goes chooses the call.
  "withdrawals.apply": "wallets.applyFromWallet",
  "supplierPayouts.apply": "wallets.applyFromWallet",
  "servicePayouts.apply": "wallets.applyFromWallet",
  "sellerPayouts.apply": "wallets.applyFromWallet",
  "mybankPayouts.apply": "wallets.applyFromWallet",
  "payouts.planSeries": "wallets.applyFromWallet",
  // One page asks for the code and confirms.
  "sellerPayouts.sendCode": "supplierPayouts.sendCode",
  "sellerPayouts.confirm": "supplierPayouts.confirm",
  "mybankPayouts.sendCode": "withdrawals.sendCode",
  "mybankPayouts.confirm": "withdrawals.confirm",
  "withdrawalBatches.sendCode": "payBatches.sendCode",
  "withdrawalBatches.confirm": "payBatches.confirm",
  // The same field and the same form around other calls.
  "payouts.sendSeriesCode": "cards.sendCardWithdrawalCode",
  "payouts.confirmSeries": "cards.confirmCardWithdrawal",
  "identity.sendSignInCode": "identity.sendResetCode",
  "identity.sendRecoveryCode": "identity.sendRegisterCode",
  "identity.sendBindMobileCode": "identity.sendMobileChangeCode",
  "identity.sendCardCode": "identity.sendStepUpCode",
  "cards.replaceCard": "cards.closeCard",
  "escrow.refundEscrow": "escrow.releaseEscrow",
  // A corrected address is sent its code from the same row, with what went wrong below its field.
  "deposits.saveOperator": "deposits.resendOperatorCode",
  // The other half of the dialog that is broken.
  "wallets.setSweep": "wallets.fundWallet",
};

const delicate = Object.entries<Record<string, Endpoint>>(ALL_ENDPOINTS).flatMap(([table, calls]) =>
  Object.entries(calls)
    .filter(([, { family, alias }]) => ["portal", "gateway"].includes(family) && !alias)
    .filter(([, { movesMoney, sendsCode, output }]) => movesMoney || sendsCode || output === codeSent)
    .map(([name]) => `${table}.${name}`),
);

/** `pressTwice(page, wallets.fundWallet, …)`, whatever the journey calls the table. */
const broken = new Set(
  textsIn("e2e", /\.spec\.ts$/).flatMap((text) =>
    [...text.replaceAll("ALL_ENDPOINTS.", "").matchAll(/(?:pressTwice|breakCode)\(([^;]*?)\);/g)].flatMap(([, given]) =>
      [...given!.matchAll(/\b(\w+?)(?:Endpoints)?\.(\w+)\b/g)].map(([, table, name]) => `${table}.${name}`),
    ),
  ),
);
const isBroken = (call: string): boolean =>
  [...broken].some(
    (one) =>
      one === call || (one.split(".")[1] === call.split(".")[1] && `${one.split(".")[0]}s` === call.split(".")[0]),
  );

test("every call that moves money or sends a code is made over a line that breaks, or by its twin's form", () => {
  expect(delicate.length).toBeGreaterThan(50);
  const missing = delicate.filter((call) => !isBroken(TWINS[call] ?? call));
  expect(missing).toEqual([]);
  for (const [call, twin] of Object.entries(TWINS)) {
    expect(delicate).toContain(call);
    expect(isBroken(twin), twin).toBe(true);
  }
});

test("only the gray flag, the unread count, the live stream and the finder, which says it in its place, are quiet", () => {
  const quiet = textsIn("apps/web/src", /(?<!\.test)\.tsx?$/).flatMap((text) =>
    [...text.matchAll(/const (.*) = connect\((\w+), \{ background: true \}\)/g)].map(
      ([, name, table]) => `${name} of ${table}`,
    ),
  );
  expect(quiet.toSorted()).toEqual([
    "calls of homeEndpoints",
    "identity of identityEndpoints",
    "messages of messageEndpoints",
    "{ userGray } of identityEndpoints",
  ]);
});
