import type { LinkTarget } from "@coralhub/domain";
import { createContext, createElement, useContext, type AnchorHTMLAttributes, type ComponentType } from "react";

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & { to: LinkTarget };

const Anchor = ({ to, children, ...rest }: LinkProps) => (
  <a href={to} {...rest}>
    {children}
  </a>
);

/** The parts know no router: each app gives its own link here. Addresses outside the app stay ordinary anchors. */
const LinkContext = createContext<ComponentType<LinkProps>>(Anchor);
export const LinkProvider = LinkContext.Provider;

export function Link(props: LinkProps) {
  const inside = useContext(LinkContext);
  if (props.to.startsWith("http")) return <Anchor target="_blank" rel="noreferrer" {...props} />;
  if (/^(mailto|tel):/.test(props.to)) return <Anchor {...props} />;
  return createElement(inside, props);
}
