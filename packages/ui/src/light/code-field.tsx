import { TextField, type TextFieldProps } from "./text-field.tsx";

export type CodeFieldProps = Omit<TextFieldProps, "suffix" | "type" | "inputMode" | "autoComplete"> & {
  /** Seconds until another code may be asked for; from `useCountdown`. */
  secondsLeft: number;
  onSend: () => void;
  sending?: boolean;
  /** Whether a code was sent before: the button then says 「重新发送」. */
  sent?: boolean;
};

/** One field for a code that comes by SMS or mail, with the button that sends it. */
export function CodeField({ secondsLeft, onSend, sending, sent, ...field }: CodeFieldProps) {
  return (
    <TextField
      maxLength={6}
      {...field}
      inputMode="numeric"
      autoComplete="one-time-code"
      suffix={
        secondsLeft > 0 ? (
          <span className="lk-after">{secondsLeft} 秒后可重发</span>
        ) : (
          <button type="button" className="lk-text-button" onClick={onSend} disabled={sending}>
            {sending ? "发送中" : sent ? "重新发送" : "发送验证码"}
          </button>
        )
      }
    />
  );
}
