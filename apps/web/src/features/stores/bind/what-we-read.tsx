import { AUTHORISATION_NEVER, platformByCode, readsOf } from "@coralhub/domain";
import { icons } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { protocolsQuery } from "../../../platform/store-calls.ts";

/** What consent or keys let us do, and what they never do. */
export function WhatWeRead({ platformCode }: { platformCode: string }) {
  const { data } = useQuery(protocolsQuery);
  const protocol = data?.find((one) => one.platformCode === platformCode);
  const platform = platformByCode(platformCode);
  return (
    <ul className="reads">
      <li>
        <icons.Check size={16} /> 读取{(protocol?.reads ?? (platform ? readsOf(platform) : [])).join("、")}
        ，用来核对入账
      </li>
      {(protocol?.never ?? AUTHORISATION_NEVER).map((text) => (
        <li key={text}>
          <icons.Close size={16} /> 不会{text}
        </li>
      ))}
    </ul>
  );
}
