#!/usr/bin/env node
// Checks a draw of a campaign without asking anyone: node verify-draw.mjs draw.json
// The file is what the page gives after the end: { campaignId, seed, seedHash, number, prizes: [{ name, weight }], drawn }.
// Needs nothing but Node.js 18 or newer. Every step below can be repeated by hand with any SHA-256 tool.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const WHOLE_ODDS = 1_000_000n;
const DIGITS = 12;

export function checkDraw({ campaignId, seed, seedHash, number, prizes, drawn }) {
  const bytes = Buffer.from(seed, "hex");
  if (createHash("sha256").update(bytes).digest("hex") !== seedHash) return "种子与活动开始前公布的哈希不符";
  const random = createHmac("sha256", bytes).update(`${campaignId}:${number}`).digest("hex");
  const point = (BigInt(`0x${random.slice(0, DIGITS)}`) * WHOLE_ODDS) >> 48n;
  let reached = 0n;
  const prize = prizes.find(({ weight }) => point < (reached += BigInt(weight))) ?? prizes.at(-1);
  return prize.name === drawn ? null : `第 ${number} 次应抽中「${prize.name}」，记录是「${drawn}」`;
}

if (process.argv[1] === import.meta.filename) {
  const problem = checkDraw(JSON.parse(readFileSync(process.argv[2], "utf8")));
  console.log(problem ?? "核对一致：这次抽奖由开始前就确定的种子决定");
  process.exitCode = problem ? 1 : 0;
}
