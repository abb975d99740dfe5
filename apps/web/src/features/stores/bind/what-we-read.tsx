import { AUTHORISATION_NEVER, AUTHORISATION_READS } from "@coralhub/domain";
import { icons } from "@coralhub/ui";

/** What consent or keys let us do, and what they never do. */
export const WhatWeRead = () => (
  <ul className="reads">
    <li>
      <icons.Check size={16} /> 读取{AUTHORISATION_READS.join("、")}，用来核对入账
    </li>
    {AUTHORISATION_NEVER.map((text) => (
      <li key={text}>
        <icons.Close size={16} /> 不会{text}
      </li>
    ))}
  </ul>
);
