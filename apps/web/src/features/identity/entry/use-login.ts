import { CallRefused } from "@coralhub/contract";
import { useRef, useState } from "react";
import { knownDevice } from "../../../platform/device.ts";
import { lightApi } from "../../../platform/light-api.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { loginNameSlip } from "./login-name-field.tsx";
import { isRefused } from "./refusals.ts";

/** The specification's number for the web portal. */
const CLIENT = 1;

export type LoginStep = "password" | "secondFactor" | "code";
export type LoginProblem =
  | { kind: "wrong"; message: string; tries: number }
  | { kind: "tooMany"; message: string }
  | { kind: "other"; message: string };

const blank = { username: "", password: "", totp: "", verifyCode: "" };
type Fields = typeof blank;
type Errors = Partial<Record<keyof Fields, string>>;

/** Which step a refusal leads to, and what it says on the way. */
function nextAfter(
  error: unknown,
  tries: number,
): { step?: LoginStep; captcha?: true; problem?: LoginProblem; errors?: Errors } {
  if (isRefused(error, "identity.captcha_required")) return { captcha: true };
  if (isRefused(error, "identity.second_factor_needed")) return { step: "secondFactor" };
  if (isRefused(error, "identity.second_factor_wrong")) return { errors: { totp: error.message } };
  if (isRefused(error, "identity.code_wrong") || isRefused(error, "identity.code_dead"))
    return { errors: { verifyCode: error.message } };
  if (isRefused(error, "identity.too_many_attempts")) return { problem: { kind: "tooMany", message: error.message } };
  if (isRefused(error, "identity.wrong_password"))
    return {
      step: "password",
      problem: { kind: "wrong", message: error.message, tries },
      errors: { password: "请重新输入，注意大小写" },
    };
  if (error instanceof CallRefused) return { problem: { kind: "other", message: error.message }, errors: error.fields };
  return {};
}

export function useLogin() {
  const [fields, setFields] = useState(blank);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<LoginProblem | null>(null);
  const [step, setStep] = useState<LoginStep>("password");
  /** What the captcha's ticket will be used for. */
  const [captcha, setCaptcha] = useState<"login" | "code" | null>(null);
  const [sent, setSent] = useState<{ to: string; resendInSeconds: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const tries = useRef(0);

  const change = (name: keyof Fields, value: string) => {
    setFields((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const check = (): Errors => ({
    username: loginNameSlip(fields.username),
    password: fields.password ? undefined : "请输入密码",
    ...(step === "secondFactor" && { totp: fields.totp ? undefined : "请填写 6 位动态码或备用码" }),
    ...(step === "code" && { verifyCode: fields.verifyCode.length === 6 ? undefined : "请填写 6 位验证码" }),
  });

  const signIn = async (param?: string, verifyCode = fields.verifyCode) => {
    setBusy(true);
    setProblem(null);
    try {
      const answer = await lightApi.login({
        username: fields.username,
        password: fields.password,
        client: CLIENT,
        device: knownDevice(),
        param,
        ...(step === "secondFactor" && { totp: fields.totp }),
        ...(step === "code" && { verifyCode }),
      });
      finishSignIn(answer);
    } catch (error) {
      if (isRefused(error, "identity.wrong_password")) tries.current++;
      const next = nextAfter(error, tries.current);
      if (next.step) setStep(next.step);
      if (next.captcha) setCaptcha("login");
      setErrors(next.errors ?? {});
      setProblem(next.problem ?? null);
      setBusy(false);
    }
  };

  const submit = () => {
    const found = check();
    setErrors(found);
    if (!Object.values(found).some(Boolean)) void signIn();
  };

  const sendCode = async (param: string) => {
    try {
      const { sentTo, resendInSeconds } = await lightApi.sendSignInCode({ username: fields.username, param });
      setSent({ to: sentTo, resendInSeconds });
      setProblem(null);
      setStep("code");
    } catch (error) {
      setProblem(nextAfter(error, tries.current).problem ?? null);
    }
  };
  const onTicket = (ticket: string) => {
    const wanted = captcha;
    setCaptcha(null);
    void (wanted === "code" ? sendCode(ticket) : signIn(ticket));
  };
  const startOver = () => {
    setStep("password");
    setProblem(null);
    setErrors({});
  };

  return {
    fields,
    errors,
    problem,
    step,
    captcha,
    sent,
    busy,
    change,
    submit,
    signIn,
    onTicket,
    startOver,
    setCaptcha,
    setProblem,
    blur: (name: keyof Fields) => fields[name] && setErrors((before) => ({ ...before, [name]: check()[name] })),
  };
}
