import type { CallRefused } from "@coralhub/contract";
import { useRef, useState } from "react";
import { knownDevice } from "../../../platform/device.ts";
import { lightApi } from "../../../platform/light-api.ts";
import { useForm } from "../../../platform/use-form.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { codeMistake, loginNameMistake } from "../../../platform/typing-mistakes.ts";
import { useSentCode } from "../../../platform/use-sent-code.ts";

/** The specification's number for the web portal. */
const CLIENT = 1;
const blank = { username: "", password: "", totp: "", verifyCode: "" };

export type LoginStep = "password" | "secondFactor" | "code";
/** Refusals that need more than their own words. */
type Special = { kind: "wrong"; tries: number } | { kind: "tooMany"; message: string };

export function useLogin() {
  const [step, setStep] = useState<LoginStep>("password");
  const [special, setSpecial] = useState<Special | null>(null);
  const tries = useRef(0);
  const captcha = useTicket();

  const onRefused = ({ reason, message }: CallRefused): boolean => {
    if (reason === "identity.captcha_required") captcha.ask();
    else if (reason === "identity.second_factor_needed") setStep("secondFactor");
    else if (reason === "identity.too_many_attempts") setSpecial({ kind: "tooMany", message });
    else if (reason === "identity.wrong_password") {
      setStep("password");
      setSpecial({ kind: "wrong", tries: ++tries.current });
      form.put("password", "请重新输入，注意大小写");
    } else return false;
    return true;
  };
  const form = useForm({
    initial: blank,
    rules: {
      username: loginNameMistake,
      password: (text) => (text ? undefined : "请输入密码"),
      ...(step === "secondFactor" && { totp: (text: string) => (text ? undefined : "请填写 6 位动态码或备用码") }),
      ...(step === "code" && { verifyCode: codeMistake }),
    },
    places: {
      "identity.second_factor_wrong": "totp",
      "identity.code_wrong": "verifyCode",
      "identity.code_dead": "verifyCode",
    },
    onRefused,
    submit: async ({ username, password, totp, verifyCode }) => {
      setSpecial(null);
      const answer = await lightApi.login({
        username,
        password,
        client: CLIENT,
        device: knownDevice(),
        param: captcha.takeTicket(),
        ...(step === "secondFactor" && { totp }),
        ...(step === "code" && { verifyCode }),
      });
      finishSignIn(answer);
    },
  });
  const code = useSentCode(async (param) => {
    const sent = await lightApi.sendSignInCode({ username: form.fields.username, param });
    setSpecial(null);
    setStep("code");
    return sent;
  }, form.refuse);

  const startOver = () => {
    setStep("password");
    setSpecial(null);
    form.setMessage(null);
  };
  return { form, step, special, code, startOver, captcha: captcha.dialog(() => void form.send()) };
}

/** A captcha that is asked for in the middle of signing in: its ticket goes with the next attempt, once. */
function useTicket() {
  const [open, setOpen] = useState(false);
  const ticket = useRef<string>(undefined);
  return {
    ask: () => setOpen(true),
    takeTicket: () => {
      const taken = ticket.current;
      ticket.current = undefined;
      return taken;
    },
    dialog: (onSolved: () => void) => ({
      open,
      onClose: () => setOpen(false),
      onSolved: (solved: string) => {
        setOpen(false);
        ticket.current = solved;
        onSolved();
      },
    }),
  };
}
