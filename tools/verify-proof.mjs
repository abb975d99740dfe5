#!/usr/bin/env node
// Checks a proof receipt without asking anyone: node verify-proof.mjs proof.json [chain value you kept]
// Needs nothing but Node.js 18 or newer. Every step below can be repeated by hand with any SHA-256 tool.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const leaf = (content) => sha256(Buffer.of(0), Buffer.from(content));
const climb = (digest, path) =>
  path.reduce((below, { side, digest: neighbour }) => {
    const other = Buffer.from(neighbour, "hex");
    return side === "left" ? sha256(Buffer.of(1), other, below) : sha256(Buffer.of(1), below, other);
  }, digest);

/** What is sealed of an entry, in this order. */
const ENTRY_FIELDS = [
  "merchantId",
  "account",
  "postedAtMicros",
  "postingId",
  "line",
  "currency",
  "amountMinor",
  "balanceMinor",
  "key",
  "reason",
  "reference",
];

function check(proof, keptChain) {
  if (proof.format !== "coralhub.proof.1") return "不认识的凭证格式";
  const { entry: e, merchant, day } = proof;
  const entryLeaf = leaf(JSON.stringify(["coralhub.entry.1", ...ENTRY_FIELDS.map((field) => e[field])]));
  if (e.merchantId !== merchant.merchantId || merchant.day !== day.day) return "凭证的各部分不是同一商户、同一天";
  if (climb(entryLeaf, proof.entryPath).toString("hex") !== merchant.root) return "这笔记录不在当日封存的账目里";
  const merchantLeaf = leaf(
    JSON.stringify(["coralhub.merchant.1", merchant.merchantId, merchant.day, merchant.entries, merchant.root]),
  );
  if (climb(merchantLeaf, proof.merchantPath).toString("hex") !== day.root) return "商户账目不在当日封存的总账里";
  const chain = sha256(Buffer.from(day.previous, "hex"), Buffer.from(day.root, "hex")).toString("hex");
  if (chain !== day.chain) return "当日总账与前一日没有连上";
  if (keptChain !== undefined && keptChain.toLowerCase() !== chain) return "链值与您保存的不一致，账目可能被改动";
  return undefined;
}

const [file, keptChain] = process.argv.slice(2);
if (!file) {
  console.error("用法：node verify-proof.mjs 凭证.json [您保存的当日链值]");
  process.exit(2);
}
const proof = JSON.parse(readFileSync(file, "utf8"));
const problem = check(proof, keptChain);
if (problem) {
  console.error(`✗ ${problem}`);
  process.exit(1);
}
const { entry, day } = proof;
console.log(
  `✓ ${day.day} 账户 ${entry.account} 的这笔记录（${entry.currency} 最小单位 ${entry.amountMinor}）在封存的账目里`,
);
console.log(`  当日链值 ${day.chain}`);
