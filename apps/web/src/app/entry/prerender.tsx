import type { EntryKey } from "@coralhub/domain";
import type { ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { DeveloperEntrance } from "../../features/developer/landing/entrance.tsx";
import { DeveloperLanding } from "../../features/developer/landing/landing.tsx";
import { CardsActivity } from "../../features/campaigns/cards.tsx";
import { CheckInActivity } from "../../features/campaigns/check-in.tsx";
import { FriendsActivity } from "../../features/campaigns/friends.tsx";
import { GiftActivity } from "../../features/campaigns/gift.tsx";
import {
  drawPage,
  fiveonePage,
  friendsPage,
  fuPage,
  ganenPage,
  sunrisePage,
  treasurePage,
} from "../../features/campaigns/pages.tsx";
import { SunriseActivity } from "../../features/campaigns/sunrise.tsx";
import { TreasureActivity } from "../../features/campaigns/treasure.tsx";
import { WheelActivity } from "../../features/campaigns/wheel.tsx";
import { HelpPage } from "../../features/help/help-page.tsx";
import { BindMailForm } from "../../features/identity/entry/bind-mail-form.tsx";
import { BindMailDone, FindPasswordDone } from "../../features/identity/entry/done-pages.tsx";
import { EntryShell } from "../../features/identity/entry/entry-shell.tsx";
import { FindPasswordForm } from "../../features/identity/entry/find-password-form.tsx";
import { LegalPage } from "../../features/identity/entry/legal-page.tsx";
import { LoginForm } from "../../features/identity/entry/login-form.tsx";
import { RegisterForm } from "../../features/identity/entry/register-form.tsx";
import { EasyLoanFrame } from "../../features/lending/easy-loan-frame.tsx";
import { EasyLoanCalculator } from "../../features/lending/easy-loan.tsx";
import { Unsubscribe } from "../../features/messages/unsubscribe.tsx";
import { TaxRefundLanding } from "../../features/taxrefund/landing.tsx";
import { BarFrame } from "../../platform/bar-frame.tsx";
import { pageAddress, topMenu } from "../menu.ts";
import { Island, ISLAND_ID } from "./island.tsx";
import "../../features/identity/entry/entry.css";

/** The frame is drawn once, at build time; `form` is the only part that the page's script brings to life. */
type Drawing = { frame: ReactNode; form?: ReactNode };

/** What everybody's bar offers; pages behind a flag are left to the portal, which knows whose is on. */
const MEMBER_MENU = topMenu({}).map(({ name, page }) => ({ label: name, path: pageAddress(page) }));

const ROOM = "[[island]]";
const island = <div id={ISLAND_ID}>{ROOM}</div>;

const PAGES: Record<EntryKey, Drawing> = {
  login: {
    frame: (
      <EntryShell title="登录" intro="收款、结汇、付款，在一处看清每一笔钱">
        {island}
      </EntryShell>
    ),
    form: <LoginForm />,
  },
  register: {
    frame: (
      <EntryShell title="注册" intro="一个手机号开通，三分钟填完">
        {island}
      </EntryShell>
    ),
    form: <RegisterForm />,
  },
  findPassword: { frame: <EntryShell title="找回密码">{island}</EntryShell>, form: <FindPasswordForm /> },
  findPasswordDone: {
    frame: (
      <EntryShell title="密码已重设" intro="其他设备已全部退出，请用新密码登录">
        <FindPasswordDone />
      </EntryShell>
    ),
  },
  bindMail: {
    frame: (
      <BarFrame title="绑定邮箱" intro="业务通知、安全提醒和找回账户都会用到它">
        {island}
      </BarFrame>
    ),
    form: <BindMailForm />,
  },
  bindMailDone: {
    frame: (
      <BarFrame title="邮箱已绑定" intro="以后也可以用邮箱登录，安全提醒会同时发到这里">
        <BindMailDone />
      </BarFrame>
    ),
  },
  ganen: { frame: ganenPage(island), form: <GiftActivity /> },
  treasure: { frame: treasurePage(island), form: <TreasureActivity /> },
  findFriends: { frame: friendsPage(island), form: <FriendsActivity /> },
  luckyDraw: { frame: drawPage(island), form: <WheelActivity /> },
  fiveBlessings: { frame: fuPage(island), form: <CardsActivity /> },
  labourDay: { frame: fiveonePage(island), form: <CheckInActivity /> },
  sunrise: { frame: sunrisePage(island, MEMBER_MENU), form: <SunriseActivity /> },
  easyLoan: { frame: <EasyLoanFrame>{island}</EasyLoanFrame>, form: <EasyLoanCalculator /> },
  taxRefundService: { frame: <TaxRefundLanding /> },
  unsubscribe: {
    frame: (
      <EntryShell title="退订邮件" intro="从邮件打开即可退订，不用登录">
        {island}
      </EntryShell>
    ),
    form: <Unsubscribe />,
  },
  help: { frame: <HelpPage /> },
  agreement: { frame: <LegalPage text="agreement" /> },
  privacy: { frame: <LegalPage text="privacy" /> },
  developer: { frame: <DeveloperLanding>{island}</DeveloperLanding>, form: <DeveloperEntrance /> },
};

export function renderEntry(name: EntryKey): string {
  const { frame, form } = PAGES[name];
  return renderToStaticMarkup(frame).replace(ROOM, () => renderToString(<Island>{form}</Island>));
}
