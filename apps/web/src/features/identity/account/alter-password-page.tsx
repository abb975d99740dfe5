import { addressOf, passwordProblem } from "@coralhub/domain";
import { Notice, PageHeader, Panel } from "@coralhub/ui";
import { Button, PasswordField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { session } from "../../../platform/session.ts";
import { useForm } from "../../../platform/use-form.ts";
import { strengthOf } from "../entry/password-strength.ts";
import { identity, keepToken, refreshSecurity } from "./account-queries.ts";
import "./account.css";

export function AlterPasswordPage() {
  const form = useForm({
    initial: { oldPassword: "", newPassword: "" },
    rules: {
      oldPassword: (text) => (text ? undefined : "请输入原密码"),
      newPassword: (text) => (text ? passwordProblem(text, [session.user()?.mobile ?? ""]) : "请设置新密码"),
    },
    places: {
      "identity.old_password_wrong": "oldPassword",
      "identity.password_refused": "newPassword",
      "identity.password_same": "newPassword",
    },
    submit: async (fields) => {
      keepToken(await identity.changePassword(fields));
      await refreshSecurity();
      goTo(addressOf("done", { of: "password" }));
    },
  });
  return (
    <>
      <PageHeader title="修改密码" intro="改好后，其他设备会全部退出登录" />
      <Panel>
        <form className="compact account-form" {...form.props}>
          {form.message && <Notice tone="danger" title={form.message} />}
          <PasswordField
            label="原密码"
            autoComplete="current-password"
            aside={<a href={addressOf("findPassword")}>忘记密码</a>}
            {...form.bind("oldPassword")}
          />
          <PasswordField
            label="新密码"
            autoComplete="new-password"
            strength={strengthOf(form.fields.newPassword)}
            {...form.bind("newPassword")}
          />
          <div className="account-buttons">
            <Button type="submit" variant="primary" loading={form.busy}>
              修改密码
            </Button>
          </div>
        </form>
      </Panel>
    </>
  );
}
