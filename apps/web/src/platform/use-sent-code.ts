import { CallRefused } from "@coralhub/contract";
import { useCountdown } from "@coralhub/ui/light";
import { useState } from "react";

export type SentCode = { sentTo: string; expiresInSeconds: number; resendInSeconds: number };

const RESEND_SECONDS = 60;
/** For a form whose other failures speak of saving: a broken line is told by the call, and nothing was to be saved. */
export const onlyRefusals = (refuse: (error: CallRefused | null) => void) => (error: unknown) => {
  if (error === null || error instanceof CallRefused) refuse(error);
};

/** A code on its way: where it went, and when another may be asked for. `onError` with null: what was said before is over. */
export function useSentCode(send: (ticket: string) => Promise<SentCode>, onError: (error: unknown) => void) {
  const [secondsLeft, count] = useCountdown();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [proving, setProving] = useState(false);

  const sendWith = async (ticket: string) => {
    setProving(false);
    setSending(true);
    onError(null);
    try {
      const answer = await send(ticket);
      setSentTo(answer.sentTo);
      count(answer.resendInSeconds);
    } catch (error) {
      // One is on its way: its answer was lost, and what it would have said is said by this refusal.
      if (error instanceof CallRefused && error.reason === "identity.code_too_soon")
        count(error.retryAfterSeconds ?? RESEND_SECONDS);
      onError(error);
    } finally {
      setSending(false);
    }
  };
  return {
    sentTo,
    secondsLeft,
    sending,
    forget: () => setSentTo(null),
    /** Ask for a code: the captcha comes first. */
    ask: () => setProving(true),
    /** Ask where no captcha is wanted. */
    askAtOnce: () => void sendWith(""),
    field: { secondsLeft, sending, sent: sentTo !== null },
    captcha: { open: proving, onClose: () => setProving(false), onSolved: (ticket: string) => void sendWith(ticket) },
  };
}
