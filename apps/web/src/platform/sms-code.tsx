import { CodeField } from "@coralhub/ui/light";
import type { ReactNode } from "react";
import { SentTo } from "./sent-to.tsx";
import type { useSentCode } from "./use-sent-code.ts";

type Props = {
  sms: ReturnType<typeof useSentCode>;
  /** What it is for, until it was sent. */
  hint?: ReactNode;
  code: string;
  problem?: string | undefined;
  onType: (code: string) => void;
};

/** The code from the phone: asked for, and typed. */
export const SmsCode = ({ sms, hint, code, problem, onType }: Props) => (
  <CodeField
    label="短信验证码"
    hint={sms.sentTo ? <SentTo to={sms.sentTo} /> : hint}
    value={code}
    error={problem}
    onChange={(event) => onType(event.target.value)}
    {...sms.field}
    onSend={sms.askAtOnce}
  />
);
