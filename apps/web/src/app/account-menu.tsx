import { addressOf } from "@coralhub/domain";
import { icons, useTheme, type MenuEntry, type ThemeMode } from "@coralhub/ui";
import { signOut } from "../platform/account.ts";

const THEMES: Record<ThemeMode, { next: ThemeMode; label: string; Icon: typeof icons.Sun }> = {
  system: { next: "light", label: "外观：跟随系统", Icon: icons.Desktop },
  light: { next: "dark", label: "外观：浅色", Icon: icons.Sun },
  dark: { next: "system", label: "外观：深色", Icon: icons.Moon },
};

/** What hangs under the merchant's name: the personal centre, the theme, the way out. */
export function useAccountMenu(): readonly MenuEntry[] {
  const { mode, setMode } = useTheme();
  const theme = THEMES[mode];
  const leave = async () => {
    await signOut();
    location.assign(addressOf("login"));
  };
  return [
    { label: "个人中心", to: addressOf("profile"), icon: <icons.User /> },
    { label: "实名认证", to: addressOf("certification"), icon: <icons.Shield /> },
    { label: "修改密码", to: addressOf("alterPassword"), icon: <icons.Lock /> },
    "divider",
    { label: theme.label, onSelect: () => setMode(theme.next), icon: <theme.Icon /> },
    "divider",
    { label: "退出登录", onSelect: () => void leave(), icon: <icons.SignOut /> },
  ];
}
