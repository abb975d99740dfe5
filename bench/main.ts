/**
 * `npm run bench` runs every entry, `npm run bench -- ledger login` only those named.
 * `--rounds N` sets the rounds (default 5), `--rows N` a smaller number of rows where there are many; with `--json` the last line printed is one JSON object of all figures.
 */
import { parseArgs } from "node:util";
import type { Bench, Figures } from "./harness.ts";
import { cardsBench } from "./cards/authorise.ts";
import { deskBench } from "./certification/desk.ts";
import { incomesBench } from "./collections/incomes.ts";
import { openPostBench } from "./developer/open-post.ts";
import { webhooksBench } from "./developer/webhooks.ts";
import { httpBench } from "./http/http.ts";
import { ledgerBench } from "./ledger/ledger.ts";
import { ledgerReadsBench } from "./ledger/reads.ts";
import { ledgerSealBench } from "./ledger/seal.ts";
import { ledgerTwoBench } from "./ledger/two.ts";
import { loginBench } from "./login/login.ts";
import { homeBench } from "./money/home.ts";
import { incomeBench } from "./money/income.ts";
import { overloadBench } from "./money/overload.ts";
import { pagesBench } from "./pages/pages.ts";
import { portalBench } from "./portal/portal.ts";
import { orderMatchBench } from "./orders/match.ts";
import { orderUploadBench } from "./orders/upload.ts";
import { batchBench } from "./payouts/batch.ts";
import { payoutConfirmBench } from "./payouts/confirm.ts";
import { walletBench } from "./wallets/statements.ts";

const BENCHES: readonly Bench[] = [
  httpBench,
  ledgerBench,
  ledgerReadsBench,
  ledgerSealBench,
  ledgerTwoBench,
  loginBench,
  pagesBench,
  portalBench,
  deskBench,
  incomesBench,
  incomeBench,
  homeBench,
  overloadBench,
  orderMatchBench,
  orderUploadBench,
  batchBench,
  payoutConfirmBench,
  cardsBench,
  walletBench,
  openPostBench,
  webhooksBench,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    rows: { type: "string" },
  },
});
const unknown = positionals.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`no bench named ${unknown.join(", ")}; there are: ${BENCHES.map((bench) => bench.name).join(", ")}`);
  process.exit(1);
}

const chosen = positionals.length > 0 ? BENCHES.filter((bench) => positionals.includes(bench.name)) : BENCHES;
const figures: Figures = {};
for (const bench of chosen) {
  console.log(`\n# ${bench.name}: ${bench.about}`);
  const measured = await bench.run({
    rounds: Number(values.rounds),
    ...(values.rows ? { rows: Number(values.rows) } : {}),
    log: (line) => console.log(`  ${line}`),
  });
  for (const [name, value] of Object.entries(measured)) console.log(`  ${name.padEnd(28)} ${value}`);
  Object.assign(figures, measured);
}
if (values.json) console.log(JSON.stringify(figures));
