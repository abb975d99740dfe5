import { type LegalText, LEGAL_TEXTS } from "@coralhub/domain";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { consentsQuery } from "./account-queries.ts";

const ConsentDialog = lazy(async () => ({ default: (await import("./consent-dialog.tsx")).ConsentDialog }));

/** When a legal text has a new version, the merchant agrees to it before going on. */
export function ConsentRenewal() {
  const { data } = useQuery({ ...consentsQuery, staleTime: Infinity });
  const outdated = data
    ? (Object.keys(LEGAL_TEXTS) as LegalText[]).filter(
        (text) => !data.some((consent) => consent.text === text && consent.current),
      )
    : [];
  if (outdated.length === 0) return null;
  return (
    <Suspense>
      <ConsentDialog outdated={outdated} />
    </Suspense>
  );
}
