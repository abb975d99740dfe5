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
