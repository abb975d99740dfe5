import { icons, type IconProps } from "@coralhub/ui";
import type { ComponentType } from "react";

/** The drawing of each name the menus use. */
export const MENU_ICONS = {
  home: icons.Home,
  wallet: icons.Wallet,
  bank: icons.Bank,
  shop: icons.Store,
  list: icons.List,
  card: icons.Card,
  chart: icons.ArrowUpRight,
  grid: icons.Menu,
  user: icons.User,
  shield: icons.Shield,
  gift: icons.Gift,
  phone: icons.Phone,
  lock: icons.Lock,
  mail: icons.Mail,
  out: icons.ArrowUpRight,
  file: icons.File,
  code: icons.Code,
} as const satisfies Record<string, ComponentType<IconProps>>;
export type MenuIcon = keyof typeof MENU_ICONS;
