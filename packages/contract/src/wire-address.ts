import type { Address } from "@coralhub/domain";
import { z } from "zod";

/** Where a page of the portal is: made from the route table by the server, followed as it is by the browser. */
export const wireAddress = z.codec(
  z.string(),
  z.custom<Address>((value) => typeof value === "string"),
  { decode: (text) => text as Address, encode: (address) => address },
);
