import { COUNTRIES, isCountry, RAIL_MODES, riskLevelOf, type Hit, type RailMode } from "@coralhub/domain";
import { setTimeout as sleep } from "node:timers/promises";
import type { Screening } from "../index.ts";
import { normaliseName, similarity } from "./similar-names.ts";
import { WATCH_LIST } from "./watch-list.ts";

/** From here on a name is close enough for a person to look at. */
const NOTEWORTHY = 0.87;

export function createSandboxScreening({ railMode }: { railMode(): Promise<RailMode> }): Screening {
  return {
    connected: true,
    async screen({ names, countries }) {
      const mode = await railMode();
      if (mode === "down") throw new Error("the screening lists do not answer");
      await sleep(RAIL_MODES[mode].delaySeconds * 1000);
      return [...names.flatMap(hitsFor), ...countries.flatMap(prohibited)];
    },
  };
}

function hitsFor(name: string): Hit[] {
  const wanted = normaliseName(name);
  return WATCH_LIST.flatMap(({ names, list }) => {
    const best = names
      .map((listed) => ({ listed, score: similarity(wanted, normaliseName(listed)) }))
      .toSorted((a, b) => b.score - a.score)[0]!;
    if (best.score < NOTEWORTHY) return [];
    const reason = best.score === 1 ? "名称相同" : `名称相似度 ${Math.round(best.score * 100)}%`;
    return [
      { listed: best.listed, list, matched: name, score: Math.round(best.score * 100), reason: `${list}，${reason}` },
    ];
  });
}

const prohibited = (code: string): Hit[] =>
  riskLevelOf(code) === "prohibited" && isCountry(code)
    ? [{ listed: COUNTRIES[code], list: "国家和地区名单", matched: code, score: 100, reason: "属于不支持的国家或地区" }]
    : [];
