import { addressOf } from "@coralhub/domain";
import { Link, PageHeader, PageSkeleton, Panel, RefusedState, useBegun } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "../../../platform/account.ts";
import { Dotted } from "../../../platform/dotted.tsx";
import { LoginNameField } from "../entry/login-name-field.tsx";
import { mobileMistake } from "../../../platform/typing-mistakes.ts";
import { identity } from "./account-queries.ts";
import { ChangeFactorForm, type FactorWords } from "./change-factor-form.tsx";
import "./account.css";

const WORDS: FactorWords = {
  factor: "手机",
  draft: "alterPhone",
  oldLabel: "原手机收到的验证码",
  newCodeLabel: "新手机收到的验证码",
  lost: "原手机已停用",
  submit: "更换手机",
  success: "mobile",
};

export function AlterPhonePage() {
  const { data: account, isPending } = useQuery(accountQuery);
  if (!useBegun(!isPending)) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="修改手机" intro="登录、付款和提现的验证码都发到这部手机" />
      <Panel
        title={
          account?.mobile && (
            <>
              现在是 <Dotted text={account.mobile} />
            </>
          )
        }
        intro={account?.mobile && "更换后，其他设备会全部退出登录，原手机会收到提醒"}
      >
        {account && !account.mobile ? (
          <RefusedState
            title="还没有绑定手机"
            action={
              <Link to={addressOf("bindPhone")} className="small-button">
                去绑定
              </Link>
            }
          >
            绑定手机后才能更换
          </RefusedState>
        ) : (
          <ChangeFactorForm
            words={WORDS}
            check={mobileMistake}
            lookUp={async (mobile) => (await identity.checkMobile({ mobile })).reason}
            sendOld={() => identity.sendMobileChangeCode({})}
            sendNew={(mobile) => identity.sendMobileChangeCode({ mobile })}
            change={(mobile, verifyCode, oldVerifyCode) => identity.changeMobile({ mobile, verifyCode, oldVerifyCode })}
            field={(input) => <LoginNameField label="新手机号" autoComplete="tel" inputMode="tel" {...input} />}
          />
        )}
      </Panel>
    </>
  );
}
