import { addressOf, platformByRoute, storeLifecycle, type Platform } from "@coralhub/domain";
import { ErrorState, Link, PageHeader, PageSkeleton, Panel, PlatformLogo, RefusedState, StateTag } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { Button } from "antd";
import { useCertified } from "../../../platform/account.ts";
import { session } from "../../../platform/session.ts";
import { Steps } from "./binding/bind-help.tsx";
import { BindingWizard } from "./binding/binding-wizard.tsx";
import { isCompleting, receiptPath } from "./binding/use-binding.ts";
import { beside } from "./connect-words.ts";
import { storeQuery } from "../../../platform/store-calls.ts";
import { limitQuery } from "./bind-calls.ts";
import { signInAndReturn } from "./sign-in.ts";
import { VisitorFrame } from "./visitor-frame.tsx";
import "./bind.css";

const PICKER = { label: "绑定店铺", to: addressOf("bind") };

/** /bindshop/{platform}: the route table lets in only addresses of the catalogue. */
export function BindPage() {
  // Its own address, not the browser's: that is the next page's while this one is still shown.
  const { platform: key = "" }: { platform?: string } = useParams({ strict: false });
  const { id }: { id?: string } = useSearch({ strict: false });
  const platform = platformByRoute(key);
  if (!platform) return <ErrorState title="没有这个平台">请回到绑定店铺重新选择</ErrorState>;
  // One of the addresses is open to everybody: a visitor reads what it takes.
  if (session.token() === null) return <Introduction platform={platform} />;
  return (
    <ForCertified platform={platform}>
      {id ? <Existing platform={platform} id={id} /> : <Fresh platform={platform} />}
    </ForCertified>
  );
}

function Head({ platform }: { platform: Platform }) {
  return (
    <PageHeader
      title={beside("绑定", platform, "店铺")}
      intro={platform.payoutRhythm}
      back={PICKER}
      tile={<PlatformLogo platform={platform} size={56} />}
    />
  );
}

function ForCertified({ platform, children }: { platform: Platform; children: React.ReactNode }) {
  const certified = useCertified();
  if (certified === undefined) return <PageSkeleton />;
  if (certified) return children;
  return (
    <>
      <Head platform={platform} />
      <RefusedState
        title="完成实名认证后才能绑定店铺"
        needs={[
          { text: "实名认证", done: false },
          { text: beside("准备", platform, "的账号和资料"), done: false },
        ]}
        action={
          <Link to={addressOf("certification")} className="small-button">
            去认证
          </Link>
        }
      >
        收款账户用您的实名主体开立，需要先确认您的身份。{platform.help}
      </RefusedState>
    </>
  );
}

function Fresh({ platform }: { platform: Platform }) {
  const limit = useQuery(limitQuery(platform.code));
  if (limit.isError)
    return (
      <ErrorState title="没能打开绑定页" onRetry={() => void limit.refetch()}>
        已填写的内容都还在，请稍后重试
      </ErrorState>
    );
  if (!limit.data) return <PageSkeleton />;
  if (limit.data.allowed) return <BindingWizard platform={platform} />;
  const { pending, stores } = limit.data;
  return (
    <>
      <Head platform={platform} />
      <RefusedState
        title="现在不能再提交店铺"
        needs={[
          { text: `待审核 ${pending.used} 家，最多 ${pending.limit} 家`, done: pending.used < pending.limit },
          {
            text: beside("", platform, `店铺 ${stores.used} 家，最多 ${stores.limit} 家`),
            done: stores.used < stores.limit,
          },
        ]}
        action={
          <Link to={addressOf("stores")} className="small-button">
            查看店铺
          </Link>
        }
      >
        {limit.data.reason}
      </RefusedState>
    </>
  );
}

/** A store that waits or came back: its answers are there to be corrected. */
function Existing({ platform, id }: { platform: Platform; id: string }) {
  const { data: store, isError, refetch } = useQuery({ ...storeQuery(id), refetchOnWindowFocus: false });
  if (isError)
    return (
      <>
        <Head platform={platform} />
        <ErrorState title="没能取到这家店铺" onRetry={() => void refetch()}>
          请稍后重试，或从店铺管理重新进入
        </ErrorState>
      </>
    );
  if (!store) return <PageSkeleton />;
  const changeable = store.state === "pending" || store.state === "declined" || isCompleting(store);
  if (changeable && [store.platformCode, ...store.mayBecome].includes(platform.code))
    return <BindingWizard key={id} platform={platform} store={store} />;
  return (
    <>
      <Head platform={platform} />
      <RefusedState
        title={
          <>
            这家店铺不用在这里修改 <StateTag lifecycle={storeLifecycle} state={store.state} />
          </>
        }
        action={
          <Link to={receiptPath(id)} className="small-button">
            查看进度
          </Link>
        }
      >
        已绑定的店铺，名称、备注和链接在店铺详情的「更多操作」里改
      </RefusedState>
    </>
  );
}

/** For somebody who is not signed in. */
function Introduction({ platform }: { platform: Platform }) {
  return (
    <VisitorFrame
      title={beside("用珊瑚汇收", platform, "的钱")}
      intro={platform.payoutRhythm}
      tile={<PlatformLogo platform={platform} size={56} />}
    >
      <Panel
        title="怎样开始"
        footer={
          <Button type="primary" onClick={signInAndReturn}>
            登录后绑定
          </Button>
        }
      >
        <p className="introduction-help">{platform.help}</p>
        <p className="introduction-help">可以收：{platform.options.map(({ label }) => label).join("；")}</p>
      </Panel>
      <Panel title={`收款账户开通后，${beside("在", platform, "这样填")}`}>
        <Steps steps={platform.payoutSteps} />
      </Panel>
    </VisitorFrame>
  );
}
