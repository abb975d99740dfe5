#!/usr/bin/env node
// Checks a draw of a campaign without asking anyone: node verify-draw.mjs 活动.json 17 谢谢参与
// The file is what the campaign's page gives after the end: { campaignId, seed, seedHash, prizes: [{ name, weight }] }.
// After it: the number of the draw, and where it pointed (as the page says; what was given is another prize where that one
// was at an end).
// Needs nothing but Node.js 18 or newer. Every step below can be repeated by hand with any SHA-256 tool.
import { createHash, createHmac } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

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

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [, , file, number, drawn] = process.argv;
  if (!drawn) {
    console.error("用法：node verify-draw.mjs 活动.json 抽奖序号 抽中的奖品");
    process.exit(2);
  }
  const problem = checkDraw({ ...JSON.parse(readFileSync(file, "utf8")), number: Number(number), drawn });
  console.log(problem ?? "核对一致：这次抽奖由开始前就确定的种子决定");
  process.exitCode = problem ? 1 : 0;
}
