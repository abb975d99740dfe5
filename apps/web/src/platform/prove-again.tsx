import { CallRefused, identityEndpoints } from "@coralhub/contract";
import { Notice } from "@coralhub/ui";
import { Button, CodeField } from "@coralhub/ui/light";
import { Modal } from "antd";
import { useState } from "react";
import { connect } from "./api.ts";
import { SentTo } from "./sent-to.tsx";
import { session } from "./session.ts";
import { codeMistake } from "./typing-mistakes.ts";
import { useForm } from "./use-form.ts";
import { useSentCode } from "./use-sent-code.ts";

const { sendStepUpCode, stepUp } = identityEndpoints;
const calls = connect({ sendStepUpCode, stepUp });

const asksForProof = (error: unknown): boolean =>
  error instanceof CallRefused && error.reason === "identity.step_up_needed";

/**
 * Runs what may need a fresh proof; where the server asks for one, a dialog does, and the action runs again. Meanwhile
 * it is `asking`: a dialog that wanted it stands back, so that there is one at a time.
 */
export function useProveAgain() {
  const [waiting, setWaiting] = useState<{ go: () => void; leave: (error: unknown) => void }>();
  const withProof = async <T,>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action();
    } catch (error) {
      if (!asksForProof(error)) throw error;
      await new Promise<void>((resolve, reject) =>
        setWaiting({ go: resolve, leave: () => reject(new Error("没有确认本人", { cause: error })) }),
      );
      return action();
    }
  };
  const close = (proven: boolean) => {
    if (proven) waiting?.go();
    else waiting?.leave(undefined);
    setWaiting(undefined);
  };
  const dialog = (
    <Modal
      open={waiting !== undefined}
      title="确认是您本人"
      footer={null}
      width={420}
      destroyOnHidden
      onCancel={() => close(false)}
    >
      <ProofForm onProven={() => close(true)} />
    </Modal>
  );
  return { withProof, dialog, asking: waiting !== undefined };
}

function ProofForm({ onProven }: { onProven: () => void }) {
  const form = useForm({
    initial: { code: "" },
    rules: { code: codeMistake },
    places: { "identity.code_wrong": "code", "identity.code_dead": "code", "identity.code_too_soon": "code" },
    submit: async ({ code }) => {
      const { token } = await calls.stepUp({ verifyCode: code });
      if (token) session.keepToken(token);
      onProven();
    },
  });
  const sms = useSentCode(() => calls.sendStepUpCode({}), form.refuse);
  return (
    <form className="prove-again" {...form.props}>
      <Notice tone="info">大额付款和查看完整账号前要确认是您本人，确认后 10 分钟内不再询问</Notice>
      {form.message && <Notice tone="danger" title={form.message} />}
      <CodeField
        label="本人验证码"
        hint={sms.sentTo && <SentTo to={sms.sentTo} />}
        autoFocus
        {...form.bind("code")}
        {...sms.field}
        onSend={sms.askAtOnce}
      />
      <Button type="submit" variant="primary" block loading={form.busy}>
        确认
      </Button>
    </form>
  );
}
