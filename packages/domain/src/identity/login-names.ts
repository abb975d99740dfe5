import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";

/** E.164, or undefined where no such mobile number exists. Mainland numbers need no prefix; others start with + or 00. */
export function normaliseMobile(text: string): string | undefined {
  // Input methods give full-width digits.
  const compact = text
    .normalize("NFKC")
    .replaceAll(/[\s\-()]/g, "")
    .replace(/^00/, "+");
  if (!/^\+?\d{5,16}$/.test(compact)) return undefined;
  const number = parsePhoneNumberFromString(compact, "CN");
  return number?.isValid() ? number.number : undefined;
}

/** Lower case, one @, a domain with a dot; undefined otherwise. */
export function normaliseEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  if (email.length > 120 || !/^[^\s@<>"'(),;:\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(email)) return undefined;
  return email.includes("..") || email.startsWith(".") ? undefined : email;
}

/** What the directory of sign-in names is keyed by. */
export type LoginName = { kind: "mobile" | "email"; value: string };
export function parseLoginName(text: string): LoginName | undefined {
  const email = text.includes("@") ? normaliseEmail(text) : undefined;
  if (email) return { kind: "email", value: email };
  const mobile = text.includes("@") ? undefined : normaliseMobile(text);
  return mobile ? { kind: "mobile", value: mobile } : undefined;
}

/** `13800000001` for mainland numbers, `+85261234567` for others: how the specification's calls show a number. */
export const mobileText = (e164: string): string => e164.replace(/^\+86/, "");

/** `138 •••• 0001` */
export function maskMobile(e164: string): string {
  const text = mobileText(e164);
  return `${text.slice(0, text.startsWith("+") ? 4 : 3)} •••• ${text.slice(-4)}`;
}

/** `jn•••@nanyu-home.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, Math.min(2, at))}•••${email.slice(at)}`;
}
