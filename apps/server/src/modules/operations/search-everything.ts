import type { OperatorRole } from "@coralhub/contract";
import { consoleRouteOf, deskAddress } from "@coralhub/domain";
import type { SearchHit } from "../../platform/capability.ts";
import type { OperationsDeps } from "./deps.ts";

const HITS_OF_A_KIND = 8;

/** Merchants first, then what the capabilities find; only what leads to a page this operator may open. */
export async function searchEverything(
  { identity, together }: Pick<OperationsDeps, "identity" | "together">,
  roles: readonly OperatorRole[],
  text: string,
): Promise<SearchHit[]> {
  const [merchants, others] = await Promise.all([
    identity.merchants.search(text),
    together.search(text, HITS_OF_A_KIND),
  ]);
  const named = merchants.slice(0, HITS_OF_A_KIND).map(({ id, name, mobile }) => ({
    kind: "商户",
    title: name || mobile,
    detail: mobile,
    path: deskAddress("merchant", { id }),
  }));
  const mayOpen = ({ path }: SearchHit): boolean => {
    const role = consoleRouteOf(path)?.role;
    return role === undefined || roles.includes(role) || roles.includes("admin");
  };
  return [...named, ...others].filter(mayOpen);
}
