import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

/** Leads on to another page that fits better; going back does not come here again. */
export function useElsewhere(path: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (path) void navigate({ to: path, replace: true });
  }, [path, navigate]);
}
