import { readFileSync } from "node:fs";

/** Megabytes each: read with the first paper or picture, not with every one. */
let fonts: { regular: Buffer; strong: Buffer } | undefined;
// Whole names, so that the package is seen to be used.
export const readFonts = () =>
  (fonts ??= {
    regular: readFont(import.meta.resolve("@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf")),
    strong: readFont(import.meta.resolve("@expo-google-fonts/noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf")),
  });
const readFont = (address: string) => readFileSync(new URL(address));
