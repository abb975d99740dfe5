import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";

/** What an SMS costs against the hourly budgets below: abroad it costs us several times as much. */
export const smsCost = (e164: string): number => (e164.startsWith("+86") ? 1 : 5);

/** Units an hour. A flood from one place, into one block of numbers or one country, or altogether, ends here. */
export const SMS_BUDGETS = {
  address: 30,
  mainlandBlock: 600,
  foreignBlock: 60,
  mainland: 6000,
  foreignCountry: 300,
  everyone: 8000,
  /** Of everyone's, so much at most goes into notices: codes always find some left. */
  notices: 5000,
  /** Of a country's abroad, likewise. */
  foreignNotices: 150,
  /** Beyond everyone's, for what tells of a danger to an account. */
  securityReserve: 1000,
} as const;

/** The block of ten thousand numbers it is in: carriers' premium ranges are sold in blocks. */
export const smsBlock = (e164: string): string => e164.slice(0, -4);
/** The country it goes to, as numbers are given out; codes that several share, and ships and satellites, by their code. */
export function smsCountry(e164: string): string {
  const number = parsePhoneNumberFromString(e164);
  return number?.country ?? `+${number?.countryCallingCode ?? e164.slice(1, 4)}`;
}
