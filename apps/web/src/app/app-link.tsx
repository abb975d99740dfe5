import { portalRouteOf } from "@coralhub/domain";
import type { LinkProps } from "@coralhub/ui";
import type { MouseEvent } from "react";
import { router } from "./router.tsx";

/** Links of the parts: pages of the application change in place, entry pages are documents of their own. */
export function AppLink({ to, onClick, children, ...rest }: LinkProps) {
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || rest.target === "_blank" || !isAppPath(to)) return;
    event.preventDefault();
    router.history.push(to);
  };
  return (
    <a href={to} onClick={click} {...rest}>
      {children}
    </a>
  );
}

const isAppPath = (to: string): boolean => {
  const row = portalRouteOf(to);
  return row !== undefined && row.document !== "entry";
};
