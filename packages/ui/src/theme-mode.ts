/** What the user chose; `system` follows the device and leaves no attribute, so that the stylesheet decides alone. */
export type ThemeMode = "light" | "dark" | "system";

const KEY = "theme";

export function readThemeMode(): ThemeMode {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

/** Remembers the choice and shows it. Storage may be forbidden: the choice then lasts as long as the page. */
export function applyThemeMode(mode: ThemeMode): void {
  const root = document.documentElement;
  if (mode === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = mode;
  try {
    if (mode === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, mode);
  } catch {
    return;
  }
}
