import { expect, test } from "vitest";
import { shopKey } from "./shop-categories.ts";

test("a shop is known without the numbers behind its name, and its key is a name of its own", () => {
  const names = {
    "GOOGLE *ADS 8823": "GOOGLE *ADS",
    "Google *Ads 650-253-0000": "GOOGLE *ADS",
    "APPLE.COM/BILL 866-712-7753": "APPLE COM BILL",
    "SHELL 5512 77": "SHELL",
    "WWW.1688.COM": "WWW 1688 COM",
    "BP 4021 LONDON": "BP 4021 LONDON",
    "7-ELEVEN": "7 ELEVEN",
    "360": "360",
    "#1234": "1234",
    "深圳南屿 A12": "深圳南屿",
  };
  for (const [name, key] of Object.entries(names)) {
    expect(shopKey(name)).toBe(key);
    expect(shopKey(key)).toBe(key);
  }
});
