import { type Address, addressOf } from "@coralhub/domain";
import { Link, ResultPage } from "@coralhub/ui";
import { useSearch } from "@tanstack/react-router";
import "./account.css";

type Result = {
  title: string;
  promise: string;
  primary: { label: string; to: Address };
  second?: { label: string; to: Address };
};

const HOME = { label: "回首页", to: addressOf("home") };
const ACCOUNT = { label: "查看基本信息", to: addressOf("profile") };

/** What was finished, by the name in the address; an unknown name gets the plain one. */
const RESULTS: Record<string, Result> = {
  mobile: { title: "登录手机已更换", promise: "其他设备已退出，原手机会收到提醒短信", primary: HOME, second: ACCOUNT },
  email: { title: "邮箱已更换", promise: "其他设备已退出，原邮箱会收到提醒邮件", primary: HOME, second: ACCOUNT },
  password: { title: "密码已修改", promise: "其他设备已退出，下次请用新密码登录", primary: HOME, second: ACCOUNT },
  bindMobile: { title: "手机已绑定", promise: "以后也可以用手机号登录", primary: HOME, second: ACCOUNT },
};
const PLAIN: Result = { title: "已完成", promise: "结果已保存，您可以继续其他操作", primary: HOME };

export function SuccessPage() {
  const search: { of?: string } = useSearch({ strict: false });
  const { title, promise, primary, second } =
    (search.of && Object.hasOwn(RESULTS, search.of) && RESULTS[search.of]) || PLAIN;
  return (
    <ResultPage
      sign="done"
      title={title}
      promise={promise}
      primary={
        <Link to={primary.to} className="lk-button lk-primary result-button">
          {primary.label}
        </Link>
      }
      secondary={second && <Link to={second.to}>{second.label}</Link>}
    />
  );
}
