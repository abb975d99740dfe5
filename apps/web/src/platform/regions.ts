import { referenceEndpoints, type CallOutput } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "./api.ts";

/** A province, city or area with what lies in it; known by its name, as addresses are written. */
export type Place = { value: string; label: string; children?: Place[] };
type Regions = CallOutput<(typeof referenceEndpoints)["regions"]["output"]>;

const reference = connect(referenceEndpoints);
export const regionsQuery = queryOptions({
  queryKey: ["regions"],
  queryFn: async () => {
    const [regions, riskCountries] = await Promise.all([reference.regions({}), reference.riskCountries({})]);
    return { places: treeOf(regions), riskCountries };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** A region's code begins with its parent's. */
function treeOf({ provinceList, cityList, areaList }: Regions): Place[] {
  const under = (list: Regions["cityList"], parent: string) => list.filter(({ code }) => code.startsWith(parent));
  const leaf = ({ name }: { name: string }): Place => ({ value: name, label: name });
  return provinceList.map((province) => ({
    ...leaf(province),
    children: under(cityList, province.code).map((city) => ({
      ...leaf(city),
      children: under(areaList, city.code).map(leaf),
    })),
  }));
}

/** Names as one writes them: 北京市 and 市辖区 say the same. */
export const writtenRegion = (names: readonly string[]): string =>
  names.filter((name, at) => name !== "市辖区" && name !== "县" && name !== names[at - 1]).join("");
