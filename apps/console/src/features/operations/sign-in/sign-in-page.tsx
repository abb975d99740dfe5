import { deskAddress, readDeskAddress } from "@coralhub/domain";
import { CallRefused } from "@coralhub/contract";
import { Brand, CodeInput, Notice } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Form, Input } from "antd";
import { useState } from "react";
import { operations } from "../../../platform/api.ts";
import { problemText, showFieldErrors } from "../../../platform/refusal-fields.ts";
import { selfQuery } from "../../../platform/self.ts";
import { session } from "../../../platform/session.ts";
import "./sign-in.css";

type Credentials = { email: string; password: string };

/** Password first; the second factor is asked for only where one is bound. */
export function SignInPage() {
  const [credentials, setCredentials] = useState<Credentials>();
  const finish = useFinish();
  return (
    <main className="sign-in">
      <div className="sign-in-panel">
        <div className="sign-in-brand">
          <Brand />
          <span className="ops-mark">运营</span>
        </div>
        {credentials ? (
          <SecondStep credentials={credentials} onDone={finish} onBack={() => setCredentials(undefined)} />
        ) : (
          <FirstStep onDone={finish} onSecondFactor={setCredentials} />
        )}
      </div>
      <p className="sign-in-foot">所有操作都会记入审计日志</p>
    </main>
  );
}

function useFinish() {
  const queries = useQueryClient();
  return (answer: Awaited<ReturnType<typeof operations.signIn>>) => {
    const { token, device, ...self } = answer;
    queries.clear();
    session.start(token, device);
    queries.setQueryData(selfQuery.queryKey, self);
    const returnTo = session.takeReturn();
    const next = readDeskAddress(returnTo) ?? deskAddress("start");
    goTo(self.setup.length > 0 ? deskAddress("security") : next, { replace: true });
  };
}

type Answer = Awaited<ReturnType<typeof operations.signIn>>;

function FirstStep(props: { onDone(answer: Answer): void; onSecondFactor(credentials: Credentials): void }) {
  const [form] = Form.useForm<Credentials>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (values: Credentials) => {
    setBusy(true);
    setProblem(undefined);
    try {
      props.onDone(await operations.signIn({ ...values, device: session.device() }));
    } catch (error) {
      if (error instanceof CallRefused && error.reason === "operator.totp_required") props.onSecondFactor(values);
      else setProblem(showFieldErrors(form, error));
      setBusy(false);
    }
  };
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
      <h1 className="sign-in-title">登录运营后台</h1>
      {problem && (
        <div className="sign-in-problem">
          <Notice tone="danger" title={problem} />
        </div>
      )}
      <Form.Item
        name="email"
        label="邮箱"
        validateTrigger="onBlur"
        rules={[
          { required: true, message: "请输入邮箱" },
          { type: "email", message: "请输入正确的邮箱地址" },
        ]}
      >
        <Input size="large" type="email" autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item
        name="password"
        label="密码"
        validateTrigger="onBlur"
        rules={[{ required: true, message: "请输入密码" }]}
      >
        <Input.Password size="large" autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        登录
      </Button>
      <p className="sign-in-hint">忘记密码或换了手机，请让两位管理员重置，初始密码会发到您的邮箱</p>
    </Form>
  );
}

function SecondStep(props: { credentials: Credentials; onDone(answer: Answer): void; onBack(): void }) {
  const [kind, setKind] = useState<"totp" | "recovery">("totp");
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (totp: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      props.onDone(await operations.signIn({ ...props.credentials, totp, device: session.device() }));
    } catch (error) {
      const badField = error instanceof CallRefused ? error.fields["totp"] : undefined;
      setProblem(badField ?? problemText(error));
      setCode("");
      setBusy(false);
    }
  };
  const type = (value: string) => {
    setCode(value);
    setProblem(undefined);
  };
  const change = (next: typeof kind) => {
    setKind(next);
    type("");
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code) void submit(code);
        else setProblem(kind === "totp" ? "请输入 6 位动态码" : "请输入恢复码");
      }}
    >
      <h1 className="sign-in-title">验证是您本人</h1>
      <p className="sign-in-intro">{props.credentials.email}</p>
      {kind === "totp" ? (
        <CodeInput
          label="验证器上的 6 位动态码"
          value={code}
          onChange={type}
          onComplete={(value) => void submit(value)}
          error={problem}
          disabled={busy}
          autoFocus
        />
      ) : (
        <RecoveryCodeField value={code} onChange={type} problem={problem} />
      )}
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className="sign-in-submit">
        验证并登录
      </Button>
      <div className="sign-in-links">
        <Button type="link" size="small" onClick={props.onBack}>
          换个账号
        </Button>
        <Button type="link" size="small" onClick={() => change(kind === "totp" ? "recovery" : "totp")}>
          {kind === "totp" ? "手机不在身边，用恢复码" : "用动态码"}
        </Button>
      </div>
    </form>
  );
}

type RecoveryProps = { value: string; onChange(value: string): void; problem: string | undefined };

const RecoveryCodeField = ({ value, onChange, problem }: RecoveryProps) => (
  <Form.Item
    layout="vertical"
    label="恢复码"
    htmlFor="recovery-code"
    validateStatus={problem ? "error" : ""}
    help={problem ?? "形如 ab3de-f4ghj，每个只能用一次"}
  >
    <Input
      id="recovery-code"
      className="mono"
      size="large"
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
      autoComplete="off"
      autoFocus
    />
  </Form.Item>
);
