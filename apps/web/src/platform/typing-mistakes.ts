/** Mistakes caught before they travel; whether a number exists is the server's to say, which has the real metadata. */
const MAINLAND = /^1[3-9]\d{9}$/;
const INTERNATIONAL = /^\+\d{7,15}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const compact = (text: string) => text.replaceAll(/[\s()-]/g, "");

export function mobileMistake(text: string): string | undefined {
  const number = compact(text);
  if (!number) return "请填写手机号";
  return MAINLAND.test(number) || INTERNATIONAL.test(number)
    ? undefined
    : "请填写 11 位手机号，海外号码以 + 和国家代码开头";
}

export const emailMistake = (text: string): string | undefined =>
  EMAIL.test(text.trim()) ? undefined : text.trim() ? "请填写正确的邮箱，例如 name@example.com" : "请填写邮箱";

export function loginNameMistake(text: string): string | undefined {
  if (!text.trim()) return "请填写手机号或邮箱";
  return text.includes("@") ? emailMistake(text) : mobileMistake(text);
}

export const codeMistake = (code: string): string | undefined =>
  /^\d{6}$/.test(code) ? undefined : "请填写 6 位验证码";
