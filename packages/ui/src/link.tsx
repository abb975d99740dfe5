import { createContext, useContext, type AnchorHTMLAttributes, type ComponentType } from "react";

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & { to: string };

/** The parts know no router: each app gives its own link here. Addresses outside the app stay ordinary anchors. */
const LinkContext = createContext<ComponentType<LinkProps>>(({ to, ...rest }: LinkProps) => <a href={to} {...rest} />);
export const LinkProvider = LinkContext.Provider;

export function Link(props: LinkProps) {
  const Inner = useContext(LinkContext);
  if (/^(https?:|mailto:|tel:)/.test(props.to)) {
    const { to, ...rest } = props;
    return <a href={to} target={to.startsWith("http") ? "_blank" : undefined} rel="noreferrer" {...rest} />;
  }
  return <Inner {...props} />;
}
