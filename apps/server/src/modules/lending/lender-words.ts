import type { LenderStanding, LenderWord } from "../../rails/lender/index.ts";

/** The message goes on after it. */
export const withoutFullStop = (text: string): string => text.replace(/[。.！!；;]+$/, "");
export const isWord = (said: LenderStanding): said is LenderWord =>
  said.standing !== "unknown" && said.standing !== "taken";
