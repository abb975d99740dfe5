import type { Address } from "@coralhub/domain";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

/** Leads on to another page that fits better; going back does not come here again. */
export function useElsewhere(address: Address | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (address) void navigate({ to: address, replace: true });
  }, [address, navigate]);
}
