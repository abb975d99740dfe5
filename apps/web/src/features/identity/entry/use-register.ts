import { LEGAL_TEXTS } from "@coralhub/domain";
import { useEffect, useEffectEvent, useState } from "react";
import { knownDevice } from "../../../platform/device.ts";
import { lightApi } from "../../../platform/light-api.ts";
import { useForm } from "../../../platform/use-form.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { codeMistake, mobileMistake } from "../../../platform/typing-mistakes.ts";
import { usePasswordRules } from "./use-password-rules.ts";
import { useSentCode } from "../../../platform/use-sent-code.ts";

const blank = { mobile: "", verifyCode: "", password: "", invitationCode: "", consent: "" };
type Invitation = { inviter: string | null; benefit: string | null };
const WRONG_INVITATION = "邀请码不正确，请核对或留空";

export function useRegister() {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const { passwordProblem, strengthOf } = usePasswordRules();
  const form = useForm({
    initial: blank,
    rules: {
      mobile: mobileMistake,
      verifyCode: codeMistake,
      password: (text, { mobile }) => (text ? passwordProblem?.(text, [mobile]) : "请设置密码"),
      consent: (text) => (text ? undefined : "请先阅读并同意服务协议和隐私政策"),
    },
    places: {
      "identity.mobile_taken": "mobile",
      "identity.mobile_invalid": "mobile",
      "identity.code_wrong": "verifyCode",
      "identity.code_dead": "verifyCode",
      "identity.password_refused": "password",
      "identity.invitation_invalid": "invitationCode",
    },
    onChange: (name) => name === "invitationCode" && setInvitation(null),
    submit: async ({ mobile, password, verifyCode, invitationCode }) => {
      const answer = await lightApi.register({
        mobile,
        password,
        verifyCode,
        invitationCode: invitationCode.trim() || undefined,
        agreementVersion: LEGAL_TEXTS.agreement.version,
        privacyVersion: LEGAL_TEXTS.privacy.version,
        device: knownDevice(),
      });
      finishSignIn(answer);
    },
  });
  const code = useSentCode((param) => lightApi.sendRegisterCode({ mobile: form.fields.mobile, param }), form.refuse);

  const checkInvitation = async (text: string) => {
    if (!text.trim()) return;
    try {
      const answer = await lightApi.checkInvitation({ code: text.trim() });
      if (answer.valid) setInvitation(answer);
      else form.put("invitationCode", WRONG_INVITATION);
    } catch (error) {
      form.refuse(error);
    }
  };
  const onInvited = useEffectEvent((invited: string) => {
    form.change("invitationCode", invited);
    void checkInvitation(invited);
  });
  useEffect(() => {
    const invited = new URLSearchParams(location.search).get("invitationCode")?.slice(0, 16);
    if (invited) onInvited(invited);
  }, []);
  return { form, code, invitation, strengthOf, checkInvitation };
}
