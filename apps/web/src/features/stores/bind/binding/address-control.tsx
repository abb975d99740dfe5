import { normalShopAddress, type Platform } from "@coralhub/domain";
import { icons, useDebounced, type ControlProps } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Input, Select, Space } from "antd";
import type { ReactNode } from "react";
import { addressQuery } from "../bind-calls.ts";

/** `https://nanyu.myshopify.com` taken apart; an address that was pasted whole is understood, too. */
export function partsOf(url: string, hosts: readonly string[]): { subdomain: string; host: string } {
  const bare = url.replace(/^https?:\/\//, "").replace(/\/.*$/, "");
  const host = hosts.find((candidate) => bare.endsWith(`.${candidate}`));
  return host ? { subdomain: bare.slice(0, -host.length - 1), host } : { subdomain: bare, host: hosts[0]! };
}

type Props = { control: ControlProps; label: string; hosts: readonly string[] };

/** The shop's name before the dot, and under which of the hosts it lives. */
export function SubdomainControl({ control, label, hosts }: Props) {
  const { subdomain, host } = partsOf(typeof control.value === "string" ? control.value : "", hosts);
  const put = (name: string, under: string) => {
    const pasted = partsOf(name.trim().toLowerCase(), hosts);
    const known = name.includes(".") ? pasted : { subdomain: pasted.subdomain, host: under };
    control.onChange(known.subdomain === "" ? "" : `https://${known.subdomain}.${known.host}`);
  };
  return (
    <Space.Compact className="subdomain">
      <Input
        id={control.id}
        aria-label={label}
        value={subdomain}
        placeholder="店铺名"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        {...(control.invalid && { status: "error" as const })}
        onChange={(event) => put(event.target.value, host)}
        onBlur={control.onBlur}
      />
      {hosts.length === 1 ? (
        <span className="subdomain-host">.{host}</span>
      ) : (
        <Select
          aria-label="地址后缀"
          value={host}
          options={hosts.map((value) => ({ value, label: `.${value}` }))}
          onChange={(value: string) => put(subdomain, value)}
        />
      )}
    </Space.Compact>
  );
}

type VerdictProps = {
  platform: Platform;
  url: string;
  /** The address this store has already: nothing to ask about. */
  own: string | undefined;
  otherwise: ReactNode;
};

/** Asked while one types: whether somebody has bound this address before. */
export function AddressVerdict({ platform, url, own, otherwise }: VerdictProps) {
  const address = useDebounced(normalShopAddress(url, platform) ?? "");
  const asked = address !== "" && address !== own;
  const { data } = useQuery({ ...addressQuery(address, platform.code), enabled: asked });
  if (!asked || !data) return otherwise;
  if (data.message !== "") return <span className="text-danger">{data.message}</span>;
  return (
    <span className="address-good">
      <icons.Check size={16} />
      这个地址可以绑定
    </span>
  );
}
