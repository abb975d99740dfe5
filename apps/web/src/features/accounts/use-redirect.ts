import type { Address } from "@coralhub/domain";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

/** Leads on to another page that fits better; going back does not come here again. */
export function useRedirect(address: Address | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    const to: string | undefined = address;
    if (to) void navigate({ to, replace: true });
  }, [address, navigate]);
}
