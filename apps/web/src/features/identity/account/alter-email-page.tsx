import { addressOf } from "@coralhub/domain";
import { Link, PageHeader, PageSkeleton, Panel, RefusedState, useBegun } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "../../../platform/account.ts";
import { Dotted } from "../../../platform/dotted.tsx";
import { emailMistake } from "../../../platform/typing-mistakes.ts";
import { identity } from "./account-queries.ts";
import { ChangeFactorForm, type FactorWords } from "./change-factor-form.tsx";
import "./account.css";

const WORDS: FactorWords = {
  factor: "邮箱",
  draft: "alterEmail",
  oldLabel: "原邮箱收到的验证码",
  newCodeLabel: "新邮箱收到的验证码",
  lost: "原邮箱用不了",
  submit: "更换邮箱",
  success: "email",
};

export function AlterEmailPage() {
  const { data: account, isPending } = useQuery(accountQuery);
  if (!useBegun(!isPending)) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="修改邮箱" intro="业务通知和安全提醒会发到这个邮箱，也可以用它登录" />
      <Panel
        title={
          account?.email && (
            <>
              现在是 <Dotted text={account.email} />
            </>
          )
        }
        intro={account?.email && "更换后，其他设备会全部退出登录，原邮箱会收到提醒"}
      >
        {account && !account.email ? (
          <RefusedState
            title="还没有绑定邮箱"
            action={
              <Link to={addressOf("bindMail")} className="small-button">
                去绑定
              </Link>
            }
          >
            绑定邮箱后才能更换
          </RefusedState>
        ) : (
          <ChangeFactorForm
            words={WORDS}
            check={emailMistake}
            sendOld={() => identity.sendEmailChangeCode({})}
            sendNew={(email) => identity.sendEmailChangeCode({ email })}
            change={(email, captcha, oldCaptcha) => identity.changeEmail({ email, captcha, oldCaptcha })}
            field={(input) => <TextField label="新邮箱" type="email" autoComplete="email" {...input} />}
          />
        )}
      </Panel>
    </>
  );
}
