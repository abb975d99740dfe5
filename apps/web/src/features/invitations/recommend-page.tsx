import { invitationEndpoints, type InvitationOverview } from "@coralhub/contract";
import { invitationLifecycle, toShanghaiDay } from "@coralhub/domain";
import { Copyable, EmptyState, ErrorState, PageHeader, Panel, RowsSkeleton, StateTag } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { connect } from "../../platform/api.ts";
import { failureOf } from "../../platform/failure.ts";
import { useObjectUrl } from "../../platform/object-url.ts";
import { MoneyOf } from "../../platform/show.tsx";
import "./invitations.css";

const calls = connect(invitationEndpoints);
const overviewQuery = queryOptions({ queryKey: ["invitations"], queryFn: () => calls.invitations({}) });

/** Drawn on the server: the page does not wait for it. */
const posterQuery = queryOptions({
  queryKey: ["invitations", "poster"],
  queryFn: () => calls.invitationPoster({}),
});

/** /nav/recommend: the code and how to pass it on, what each friend brings, and how far they are. */
export function RecommendPage() {
  const { data, error, refetch, isFetching } = useQuery(overviewQuery);
  return (
    <>
      <PageHeader title="推荐有礼" intro="好友完成认证并有了第一笔业务，奖励直接记入您的钱包" />
      {data ? (
        <Overview data={data} />
      ) : error ? (
        <Panel>
          <ErrorState
            title="没能打开推荐有礼"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          >
            请稍后重试
          </ErrorState>
        </Panel>
      ) : (
        <RowsSkeleton rows={4} />
      )}
    </>
  );
}

function Overview({ data }: { data: InvitationOverview }) {
  const { code, link, rewarded, total, tiers, businessFrom, friends } = data;
  return (
    <div className="recommend">
      <Panel title="邀请好友">
        <div className="recommend-share">
          <dl>
            <div>
              <dt>邀请码</dt>
              <dd>
                <Copyable text={code} />
              </dd>
            </div>
            <div>
              <dt>邀请链接</dt>
              <dd className="recommend-link">
                <Copyable text={link} />
              </dd>
            </div>
            <div>
              <dt>已得奖励</dt>
              <dd>
                <MoneyOf value={total} />，{rewarded} 位好友
              </dd>
            </div>
          </dl>
          <Poster code={code} />
        </div>
      </Panel>
      <Panel title="怎样得奖励">
        <ol className="recommend-rules">
          <li>好友用您的邀请码注册，并完成实名认证。</li>
          <li>
            好友累计收款满 <MoneyOf value={businessFrom} /> 后，奖励记入您的钱包：
            {tiers.map(({ from, reward }, index) => (
              <span key={from}>
                {index > 0 && "，"}第 {from} 位起每位 <MoneyOf value={reward} />
              </span>
            ))}
            。
          </li>
          <li>同一设备、证件、银行账户或网络地址的，由人工核对后再发。</li>
        </ol>
      </Panel>
      <Panel title="好友进度" flush={friends.length > 0}>
        {friends.length > 0 ? (
          <ul className="recommend-friends">
            {friends.map(({ number, state, joinedAt, reward }) => (
              <li key={number}>
                <span>
                  第 {number} 位好友
                  <small>{toShanghaiDay(joinedAt)} 注册</small>
                </span>
                <StateTag lifecycle={invitationLifecycle} state={state} />
                {reward && <MoneyOf value={reward} />}
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title="还没有好友注册">把邀请链接或海报发给同行，他们的进度会在这里，不显示他们是谁</EmptyState>
        )}
      </Panel>
    </div>
  );
}

function Poster({ code }: { code: string }) {
  const { data, error, refetch, isFetching } = useQuery(posterQuery);
  const url = useObjectUrl(data?.blob);
  const alt = `邀请海报，二维码打开注册页，邀请码 ${code}`;
  return (
    <figure>
      {url ? (
        <img src={url} alt={alt} width={200} height={320} />
      ) : (
        <span className="recommend-poster" role="status">
          {error ? "没能取到海报" : "正在画海报"}
        </span>
      )}
      {error ? (
        <Button loading={isFetching} onClick={() => void refetch()}>
          重试
        </Button>
      ) : (
        <Button disabled={!data} onClick={() => data && saveFile(data)}>
          保存海报
        </Button>
      )}
    </figure>
  );
}
