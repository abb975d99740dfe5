// Before the first paint: the theme the operator chose. A file of its own, so that the content policy needs no exception.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden: the stylesheet then follows the system.
}
