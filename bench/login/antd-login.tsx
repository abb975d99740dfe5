import { Alert, App, Button, ConfigProvider, Form, Input } from "antd";
import zhCN from "antd/locale/zh_CN";
import { createRoot } from "react-dom/client";
import { LazyCaptcha } from "../../apps/web/src/features/identity/entry/lazy-captcha.tsx";
import { PasskeyButton } from "../../apps/web/src/features/identity/entry/passkey-button.tsx";
import { useLogin } from "../../apps/web/src/features/identity/entry/use-login.ts";

type Login = ReturnType<typeof useLogin>;

/**
 * The portal's sign-in form as the component library would have it: the same steps, calls, notices and messages, drawn by
 * antd in the browser. What the light, prerendered entry pages are measured against.
 */
function AntdLogin() {
  const login = useLogin();
  const { form, step } = login;
  const { message } = App.useApp();
  return (
    <main style={{ maxWidth: 400, margin: "80px auto", padding: 16 }}>
      <h1>登录</h1>
      <p>收款、结汇、付款，在一处看清每一笔钱</p>
      <Form layout="vertical" requiredMark={false} onFinish={() => void form.send(form.fields)}>
        <Notices login={login} />
        {step === "password" && <PasswordStep form={form} />}
        {step === "secondFactor" && <Field form={form} name="totp" label="动态码" />}
        {step === "code" && (
          <Form.Item label="验证码" help={form.errors.verifyCode}>
            <Input.OTP value={form.fields.verifyCode} onChange={(value) => form.change("verifyCode", value)} />
          </Form.Item>
        )}
        <Button type="primary" size="large" htmlType="submit" block loading={form.busy}>
          登录
        </Button>
      </Form>
      <PasskeyButton onProblem={(text) => void message.error(text)} />
      <LazyCaptcha {...login.captcha} />
      <LazyCaptcha {...login.code.captcha} />
    </main>
  );
}

function Notices({ login: { form, special, code } }: { login: Login }) {
  if (form.message) return <Alert type="error" showIcon title={form.message} />;
  if (special?.kind === "tooMany")
    return (
      <Alert
        type="warning"
        showIcon
        title={special.message}
        action={
          <Button type="link" onClick={code.ask}>
            用短信验证码登录
          </Button>
        }
      />
    );
  return special?.kind === "wrong" ? <Alert type="error" showIcon title="手机号或密码不对" /> : null;
}

const PasswordStep = ({ form }: { form: Login["form"] }) => (
  <>
    <Field form={form} name="username" label="手机号或邮箱" />
    <Field form={form} name="password" label="密码" />
  </>
);

type FieldProps = { form: Login["form"]; name: "username" | "password" | "totp"; label: string };

function Field({ form, name, label }: FieldProps) {
  const Control = name === "password" ? Input.Password : Input;
  const error = form.errors[name];
  return (
    <Form.Item label={label} help={error} {...(error && { validateStatus: "error" })}>
      <Control size="large" value={form.fields[name]} onChange={(event) => form.change(name, event.target.value)} />
    </Form.Item>
  );
}

createRoot(document.getElementById("root")!).render(
  <ConfigProvider locale={zhCN}>
    <App>
      <AntdLogin />
    </App>
  </ConfigProvider>,
);
