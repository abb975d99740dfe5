import type { ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { BarFrame } from "../../features/identity/entry/bar-frame.tsx";
import { BindMailForm } from "../../features/identity/entry/bind-mail-form.tsx";
import { BindMailDone, FindPasswordDone } from "../../features/identity/entry/done-pages.tsx";
import { EntryShell } from "../../features/identity/entry/entry-shell.tsx";
import { FindPasswordForm } from "../../features/identity/entry/find-password-form.tsx";
import { LegalPage } from "../../features/identity/entry/legal-page.tsx";
import { LoginForm } from "../../features/identity/entry/login-form.tsx";
import { RegisterForm } from "../../features/identity/entry/register-form.tsx";
import type { EntryPage } from "./entry-pages.ts";
import { Island, ISLAND_ID } from "./island.tsx";
import "../../features/identity/entry/entry.css";

/** The only part of an entry page that its script brings to life. */
const island = (form: ReactNode): ReactNode => (
  <div id={ISLAND_ID} dangerouslySetInnerHTML={{ __html: renderToString(<Island>{form}</Island>) }} />
);

const PAGES: Record<EntryPage, ReactNode> = {
  login: (
    <EntryShell title="登录" intro="收款、结汇、付款，在一处看清每一笔钱">
      {island(<LoginForm />)}
    </EntryShell>
  ),
  register: (
    <EntryShell title="注册" intro="一个手机号开通，三分钟填完">
      {island(<RegisterForm />)}
    </EntryShell>
  ),
  "find-password": <EntryShell title="找回密码">{island(<FindPasswordForm />)}</EntryShell>,
  "find-password-done": (
    <EntryShell title="密码已重设" intro="其他设备已全部退出，请用新密码登录">
      <FindPasswordDone />
    </EntryShell>
  ),
  "bind-mail": (
    <BarFrame title="绑定邮箱" intro="对账单、安全提醒和找回账户都会用到它">
      {island(<BindMailForm />)}
    </BarFrame>
  ),
  "bind-mail-done": (
    <BarFrame title="邮箱已绑定" intro="以后也可以用邮箱登录，安全提醒会同时发到这里">
      <BindMailDone />
    </BarFrame>
  ),
  agreement: <LegalPage text="agreement" />,
  privacy: <LegalPage text="privacy" />,
};

export const renderEntry = (name: EntryPage): string => renderToStaticMarkup(PAGES[name]);
