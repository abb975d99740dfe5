import { CallRefused, type RefusalName } from "@coralhub/contract";
import { addressOf, AUTHORISE_WORDS } from "@coralhub/domain";
import { EmptyState, ErrorState, icons, Link, PageHeader, RefusedState, ResultPage } from "@coralhub/ui";
import { Button } from "antd";
import type { Departing } from "../../../../platform/store-journeys.ts";
import { AuthoriseButton } from "./authorise-button.tsx";
import { signInAndReturn } from "../sign-in.ts";
import { VisitorFrame } from "../visitor-frame.tsx";

/** The platform sent the browser back, or somebody opened the page by hand, and nobody is signed in here. */
export const AskToSignIn = ({ answered }: { answered: boolean }) => (
  <VisitorFrame title="店铺授权">
    <RefusedState
      title={answered ? "请先登录，再完成授权" : "请先登录"}
      action={
        <span className="return-actions">
          <Button type="primary" onClick={signInAndReturn}>
            登录并继续
          </Button>
        </span>
      }
    >
      {answered
        ? "平台已经返回，登录后会回到这里。为了安全，授权要在发起它的那次登录里完成；如果已经退出，登录后请重新授权一次"
        : "登录后可以查看店铺的授权，或从店铺管理开始授权"}
    </RefusedState>
  </VisitorFrame>
);

export const Working = () => (
  <ResultPage sign="travelling" title="正在与平台确认授权" promise="通常几秒钟，请不要关闭页面" />
);

const Head = () => <PageHeader title="店铺授权" back={{ label: "店铺管理", to: addressOf("stores") }} />;

/** Opened by hand: no platform has sent anybody here. */
export const NothingToFinish = () => (
  <>
    <Head />
    <EmptyState
      title="没有要完成的授权"
      action={
        <Link to={addressOf("stores")} className="small-button">
          去店铺管理
        </Link>
      }
    >
      授权从店铺管理开始：找到店铺，点「{AUTHORISE_WORDS.none}」
    </EmptyState>
  </>
);

/** Why a return binds nothing, in the words that help; what is not named here speaks for itself. */
const WHY: Partial<Record<RefusalName, { title: string; needs: readonly string[] }>> = {
  "connection.state_refused": {
    title: "这次授权没有生效",
    needs: ["授权链接只能用一次，10 分钟内有效", "要在发起授权的同一次登录里完成", "请从店铺管理重新授权"],
  },
  "connection.declined": {
    title: "店铺已保存，尚未授权",
    needs: ["授权后才能读取平台的记录、核对入账", "现在或以后都可以重新授权"],
  },
  "connection.other_account": {
    title: "授权的是另一个账号",
    needs: ["先在平台退出现在的账号", "用原来的主账号登录后重新授权"],
  },
  "connection.account_elsewhere": {
    title: "这个平台账号已在另一位商户名下",
    needs: ["账号是您的：到店铺详情提交归属证明", "用错了账号：在平台换成自己的账号后重新授权"],
  },
  "connection.refused": { title: "平台没有接受授权", needs: ["请用店铺的主账号登录平台", "再从店铺管理重新授权"] },
};

type Refusal<E> = { error: E; store: Departing | undefined };
export function RefusedReturn({ error, store }: Refusal<Error>) {
  return (
    <>
      <Head />
      {error instanceof CallRefused ? (
        <Refused error={error} store={store} />
      ) : (
        <ErrorState title="没能完成授权" onRetry={() => location.reload()}>
          网络中断了，店铺已经保存。请重试，或从店铺管理重新授权
        </ErrorState>
      )}
    </>
  );
}

function Refused({ error, store }: Refusal<CallRefused>) {
  const why = error.reason && WHY[error.reason];
  return (
    <RefusedState
      title={why?.title ?? "没能完成授权"}
      needs={(why?.needs ?? []).map((text) => ({ text, done: false }))}
      action={
        <span className="return-actions">
          {store && <AuthoriseButton store={store} label="重新授权" />}
          <Link to={addressOf("stores")} className="small-button">
            去店铺管理
          </Link>
          <Link to={addressOf("bind")}>
            绑定其他店铺 <icons.ChevronRight size={16} />
          </Link>
        </span>
      }
    >
      {error.message}
    </RefusedState>
  );
}
