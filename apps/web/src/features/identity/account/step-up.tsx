import { Notice } from "@coralhub/ui";
import { Button, CodeField, TextField } from "@coralhub/ui/light";
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";
import { useForm } from "../../../platform/use-form.ts";
import { isRefused } from "../entry/refusals.ts";
import { SentTo } from "../../../platform/sent-to.tsx";
import { codeMistake } from "../../../platform/typing-mistakes.ts";
import { useSentCode } from "../../../platform/use-sent-code.ts";
import { identity, keepToken, securityQuery } from "./account-queries.ts";
import { isCancelled, provePasskey } from "./passkey.ts";

/** Runs an action that needs a fresh proof: where the server asks for one, it is given in a dialog and the action runs again. */
type WithProof = <T>(action: () => Promise<T>) => Promise<T>;
const ProofContext = createContext<WithProof>((action) => action());
export const useProof = (): WithProof => useContext(ProofContext);
/** A dialog that wanted the proof stands back meanwhile: one at a time. */
const AskingContext = createContext(false);
export const useAsking = (): boolean => useContext(AskingContext);

/** The merchant closed the dialog: nothing happened, nothing to say. */
class ProofDeclined extends Error {
  override readonly name = "ProofDeclined";
}
export const isDeclined = (error: unknown): boolean => error instanceof ProofDeclined;

export function ProofProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const settle = useRef<{ resolve: () => void; reject: (reason: Error) => void }>(undefined);
  const withProof: WithProof = useCallback(async (action) => {
    try {
      return await action();
    } catch (error) {
      if (!isRefused(error, "identity.step_up_needed")) throw error;
      await new Promise<void>((resolve, reject) => {
        settle.current = { resolve, reject };
        setOpen(true);
      });
      return action();
    }
  }, []);
  const close = (proved: boolean) => {
    setOpen(false);
    if (proved) settle.current?.resolve();
    else settle.current?.reject(new ProofDeclined());
  };
  return (
    <ProofContext value={withProof}>
      <AskingContext value={open}>{children}</AskingContext>
      <Modal open={open} title="确认是您本人" footer={null} width={420} destroyOnHidden onCancel={() => close(false)}>
        <ProofForm onProved={() => close(true)} />
      </Modal>
    </ProofContext>
  );
}

function ProofForm({ onProved }: { onProved: () => void }) {
  const { data: security } = useQuery(securityQuery);
  const [way, setWay] = useState<"sms" | "totp">("sms");
  const form = useForm({
    initial: { code: "" },
    rules: { code: (text) => (way === "sms" ? codeMistake(text) : text ? undefined : "请填写动态码") },
    places: {
      "identity.code_wrong": "code",
      "identity.code_dead": "code",
      "identity.code_too_soon": "code",
      "identity.second_factor_wrong": "code",
    },
    submit: async ({ code }) => {
      keepToken(await identity.stepUp(way === "sms" ? { verifyCode: code } : { totp: code }));
      onProved();
    },
  });
  const sms = useSentCode(() => identity.sendStepUpCode({}), form.refuse);
  const byPasskey = async () => {
    try {
      keepToken(await provePasskey());
      onProved();
    } catch (error) {
      if (!isCancelled(error)) form.refuse(error);
    }
  };
  const switchWay = () => {
    setWay(way === "sms" ? "totp" : "sms");
    form.change("code", "");
  };
  return (
    <form className="compact account-form" {...form.props}>
      <Notice tone="info">这项操作关系到账户安全。确认后 10 分钟内不再询问</Notice>
      {form.message && <Notice tone="danger" title={form.message} />}
      {way === "sms" ? (
        <CodeField
          label="短信验证码"
          hint={sms.sentTo && <SentTo to={sms.sentTo} />}
          autoFocus
          {...form.bind("code")}
          {...sms.field}
          onSend={sms.askAtOnce}
        />
      ) : (
        <TextField label="动态码或备用码" mono maxLength={16} autoFocus {...form.bind("code")} />
      )}
      <Button type="submit" variant="primary" block loading={form.busy}>
        确认
      </Button>
      <div className="account-ways">
        {security?.totp.enabled && (
          <Button variant="text" onClick={switchWay}>
            {way === "sms" ? "改用验证器" : "改用短信"}
          </Button>
        )}
        {security && security.passkeys.length > 0 && (
          <Button variant="text" onClick={() => void byPasskey()}>
            用通行密钥
          </Button>
        )}
      </div>
    </form>
  );
}
