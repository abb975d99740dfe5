import { ConfigProvider } from "antd";
import zhCN from "antd/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { antdTheme } from "./antd-theme.ts";
import { Toaster } from "./feedback/toast.tsx";
import { dark, light } from "./theme.ts";
import { applyThemeMode, readThemeMode, type ThemeMode } from "./theme-mode.ts";
import { useMediaQuery } from "./use-media-query.ts";
import "./global.css";

dayjs.locale("zh-cn");

type ThemeChoice = { mode: ThemeMode; isDark: boolean; setMode: (mode: ThemeMode) => void };
const ThemeContext = createContext<ThemeChoice>({ mode: "light", isDark: false, setMode: () => undefined });
export const useTheme = () => useContext(ThemeContext);

/** Around an app: the user's light or dark, antd in our tokens and in Chinese, and the place where toasts appear. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [mode, setMode] = useState<ThemeMode>(readThemeMode);
  const systemIsDark = useMediaQuery("(prefers-color-scheme: dark)");
  const isDark = mode === "dark" || (mode === "system" && systemIsDark);
  useEffect(() => applyThemeMode(mode), [mode]);
  const choice = useMemo(() => ({ mode, isDark, setMode }), [mode, isDark]);
  return (
    <ThemeContext value={choice}>
      <AntdTokens isDark={isDark}>
        {children}
        <Toaster />
      </AntdTokens>
    </ThemeContext>
  );
}

/** A part of a page in one theme, whatever the user chose: the style page shows both side by side. */
export function ThemedArea({ isDark, children }: { isDark: boolean; children: ReactNode }) {
  const choice = useMemo(
    () => ({ mode: isDark ? "dark" : "light", isDark, setMode: () => undefined }) as const,
    [isDark],
  );
  return (
    <ThemeContext value={choice}>
      <div data-theme={choice.mode} className="themed-area">
        <AntdTokens isDark={isDark}>{children}</AntdTokens>
      </div>
    </ThemeContext>
  );
}

/**
 * A sign of our own for buttons at work: antd's leaves by a transition without a deadline, and stays for good when the
 * answer comes before the browser has drawn it.
 */
const BUTTON = { autoInsertSpace: false, loadingIcon: <span className="button-busy" aria-hidden="true" /> };

function AntdTokens({ isDark, children }: { isDark: boolean; children: ReactNode }) {
  const still = useMediaQuery("(prefers-reduced-motion: reduce)");
  const theme = useMemo(() => antdTheme(isDark ? dark : light, { isDark, still }), [isDark, still]);
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={BUTTON} form={{ requiredMark: false }}>
      {children}
    </ConfigProvider>
  );
}
