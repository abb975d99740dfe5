import { grouped } from "@coralhub/ui";

export const lastFour = (number: string): string => number.replaceAll(/\s/g, "").slice(-4);

const GROUPED_FROM = 12;
/** Long numbers are read in groups of four; short ones are one group anyway. */
export const readableNumber = (number: string): string => (number.length < GROUPED_FROM ? number : grouped(number));
