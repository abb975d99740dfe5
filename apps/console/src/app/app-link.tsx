import type { Address, LinkTarget } from "@coralhub/domain";
import type { LinkProps } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import type { MouseEvent } from "react";
import { BASE } from "../platform/base.ts";

const isPage = (to: LinkTarget): to is Address => to.startsWith("/");

/** Links of the parts change the page in place; modified clicks stay the browser's. */
export function AppLink({ to, onClick, children, ...rest }: LinkProps) {
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || !isPage(to)) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <a href={isPage(to) ? BASE + to : to} onClick={click} {...rest}>
      {children}
    </a>
  );
}
