let asked = false;

/** Fetches the application while the visitor types, so that it is there when the password is. The build names its files. */
export function prefetchShell(): void {
  if (asked) return;
  asked = true;
  const files = document.querySelector<HTMLMetaElement>('meta[name="shell"]')?.content.split(" ") ?? [];
  for (const href of files) {
    const link = document.createElement("link");
    link.rel = href.endsWith(".css") ? "prefetch" : "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}
