import { PLATFORMS } from "@coralhub/domain";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { PlatformLogo } from "./platform-logo.tsx";

test.each(PLATFORMS.map((platform) => [platform.code, platform] as const))("%s has its mark", (code, platform) => {
  const html = renderToString(<PlatformLogo platform={platform} />);
  expect(html).toContain(`>${platform.logo.mark}</text>`);
  expect(html).toContain('aria-hidden="true"');
  expect(renderToString(<PlatformLogo platform={code} />)).toBe(html);
});

test("with its name it is as wide as the catalogue says", () => {
  const html = renderToString(<PlatformLogo platform="SHOPIFY" size={24} named />);
  expect(html).toMatch(/min-width:\d+px/);
  expect(html).toContain("Shopify");
});

test("a code nobody knows still draws", () => {
  expect(renderToString(<PlatformLogo platform="ZZ_NEW" named />)).toContain("ZZ_NEW");
});
