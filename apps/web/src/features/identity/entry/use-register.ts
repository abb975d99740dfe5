import { LEGAL_TEXTS, passwordProblem } from "@coralhub/domain";
import { useEffect, useState } from "react";
import { knownDevice } from "../../../platform/device.ts";
import { lightApi } from "../../../platform/light-api.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { mobileSlip } from "./login-name-field.tsx";
import { isRefused, problemOf } from "./refusals.ts";
import { useSentCode } from "./use-sent-code.ts";

const blank = { mobile: "", verifyCode: "", password: "", invitationCode: "", consent: "" };
export type RegisterField = keyof typeof blank;
type Errors = Partial<Record<RegisterField, string>>;

const RULES: Record<RegisterField, (fields: typeof blank) => string | undefined> = {
  mobile: ({ mobile }) => mobileSlip(mobile),
  verifyCode: ({ verifyCode }) => (/^\d{6}$/.test(verifyCode) ? undefined : "请填写 6 位短信验证码"),
  password: ({ password, mobile }) => passwordProblem(password, [mobile]),
  invitationCode: () => undefined,
  consent: ({ consent }) => (consent ? undefined : "请先阅读并同意服务协议和隐私政策"),
};

/** A refusal about one field is shown there; the rest above the form. */
function placeOf(error: unknown): { errors: Errors; message: string | null } {
  const problem = problemOf(error);
  if (!problem) return { errors: {}, message: null };
  if (isRefused(error, "identity.mobile_taken") || isRefused(error, "identity.mobile_invalid"))
    return { errors: { mobile: problem.message }, message: null };
  if (isRefused(error, "identity.code_wrong") || isRefused(error, "identity.code_dead"))
    return { errors: { verifyCode: problem.message }, message: null };
  if (isRefused(error, "identity.password_refused")) return { errors: { password: problem.message }, message: null };
  if (isRefused(error, "identity.invitation_invalid"))
    return { errors: { invitationCode: problem.message }, message: null };
  const named = Object.keys(problem.fields).length > 0;
  return { errors: problem.fields, message: named ? null : problem.message };
}

export function useRegister() {
  const [fields, setFields] = useState(blank);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [invitation, setInvitation] = useState<{ inviter: string | null; benefit: string | null } | null>(null);
  const [busy, setBusy] = useState(false);

  const refuse = (error: unknown) => {
    const place = placeOf(error);
    setErrors((before) => ({ ...before, ...place.errors }));
    setMessage(place.message);
  };
  const code = useSentCode((param) => lightApi.sendRegisterCode({ mobile: fields.mobile, param }), refuse);

  const change = (name: RegisterField, value: string) => {
    setFields((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
    if (name === "invitationCode") setInvitation(null);
  };
  const blur = (name: RegisterField) => {
    if (fields[name]) setErrors((before) => ({ ...before, [name]: RULES[name](fields) }));
  };
  const askCode = () => {
    const slip = RULES.mobile(fields);
    setErrors((before) => ({ ...before, mobile: slip }));
    if (!slip) code.ask();
  };

  const checkInvitation = async (text: string) => {
    if (!text.trim()) return;
    try {
      const answer = await lightApi.checkInvitation({ code: text.trim() });
      if (answer.valid) setInvitation(answer);
      else setErrors((before) => ({ ...before, invitationCode: "邀请码不正确，请核对或留空" }));
    } catch (error) {
      refuse(error);
    }
  };
  useEffect(() => {
    const invited = new URLSearchParams(location.search).get("invitationCode")?.slice(0, 16);
    if (!invited) return;
    setFields((before) => ({ ...before, invitationCode: invited }));
    void checkInvitation(invited);
    // Only the address the visitor came with matters.
  }, []);

  const submit = async () => {
    const found = Object.fromEntries(
      (Object.keys(RULES) as RegisterField[]).map((name) => [name, RULES[name](fields)]),
    ) as Errors;
    setErrors(found);
    setMessage(null);
    if (Object.values(found).some(Boolean)) return;
    setBusy(true);
    try {
      const answer = await lightApi.register({
        mobile: fields.mobile,
        password: fields.password,
        verifyCode: fields.verifyCode,
        invitationCode: fields.invitationCode.trim() || undefined,
        agreementVersion: LEGAL_TEXTS.agreement.version,
        privacyVersion: LEGAL_TEXTS.privacy.version,
        device: knownDevice(),
      });
      finishSignIn(answer);
    } catch (error) {
      refuse(error);
      setBusy(false);
    }
  };
  return { fields, errors, message, invitation, busy, code, change, blur, askCode, checkInvitation, submit };
}
