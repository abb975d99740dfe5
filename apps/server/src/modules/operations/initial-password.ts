import type { Random } from "../../platform/random.ts";

/** Without look-alikes: it is read aloud or typed off paper, and lasts until the first sign-in. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 16;

export const newInitialPassword = (random: Random): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[random.below(ALPHABET.length)]).join("");
