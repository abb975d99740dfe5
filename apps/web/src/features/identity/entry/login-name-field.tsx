import { TextField, type TextFieldProps } from "@coralhub/ui/light";

type Props = Omit<TextFieldProps, "prefix" | "label"> & { value: string; label?: string };

/** A mainland number needs no country code; anything else shows what it is. */
export function LoginNameField({ value, label = "手机号或邮箱", ...rest }: Props) {
  const mainland = !/[+@a-z]/i.test(value);
  return (
    <TextField
      {...rest}
      label={label}
      value={value}
      prefix={mainland ? "+86" : undefined}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}

const MAINLAND = /^1[3-9]\d{9}$/;
const INTERNATIONAL = /^\+\d{7,15}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const compact = (text: string) => text.replaceAll(/[\s()-]/g, "");

/** Catches slips before they travel; whether the number exists is the server's to say, which has the real metadata. */
export function mobileSlip(text: string): string | undefined {
  const number = compact(text);
  if (!number) return "请填写手机号";
  return MAINLAND.test(number) || INTERNATIONAL.test(number)
    ? undefined
    : "请填写 11 位手机号，海外号码以 + 和国家代码开头";
}

export function loginNameSlip(text: string): string | undefined {
  if (!text.trim()) return "请填写手机号或邮箱";
  if (text.includes("@")) return EMAIL.test(text.trim()) ? undefined : "请填写正确的邮箱，例如 name@example.com";
  return mobileSlip(text);
}

export const emailSlip = (text: string): string | undefined =>
  EMAIL.test(text.trim()) ? undefined : text.trim() ? "请填写正确的邮箱，例如 name@example.com" : "请填写邮箱";
