import { couponEndpoints, type CouponView } from "@coralhub/contract";
import { addressOf, COUPON_KINDS, couponLifecycle, toShanghaiDay, type CouponBusiness } from "@coralhub/domain";
import { EmptyState, ErrorState, Link, Notice, PageHeader, Panel, RowsSkeleton, toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input, Tabs } from "antd";
import { useState } from "react";
import { connect } from "../../platform/api.ts";
import { failureOf } from "../../platform/failure.ts";
import { queryClient } from "../../platform/query.ts";
import { MoneyOf } from "../../platform/show.tsx";
import "./coupons.css";

const KEY = "coupons";
const calls = connect(couponEndpoints);
const couponsQuery = (status: number) =>
  queryOptions({ queryKey: [KEY, status], queryFn: () => calls.coupons({ status }) });

const TABS = [
  {
    label: "未使用",
    count: "unused",
    first: "最先到期",
    empty: "没有未使用的优惠券",
    next: "领取、兑换或参加活动得到的券会在这里",
  },
  {
    label: "已使用",
    count: "used",
    first: "最近",
    empty: "还没有用过优惠券",
    next: "付款时自动选最省的一张，用过的会在这里",
  },
  { label: "已过期", count: "expired", first: "最近", empty: "没有过期的优惠券", next: "到期前 3 天会提醒您" },
] as const;

/** /nav/coupon: what the merchant has, what it has saved, and what can be claimed. */
export function CouponsPage() {
  const [status, setStatus] = useState(0);
  // What can be claimed and how many there are is the same under every tab.
  const unused = useQuery(couponsQuery(0));
  const { counts, claimable } = unused.data ?? {};
  const items = TABS.map(({ label, count }, index) => ({
    key: String(index),
    label: counts && counts[count] > 0 ? `${label} ${counts[count]}` : label,
  }));
  return (
    <>
      <PageHeader title="优惠券" intro="付款和换汇时自动选最省的，付款没有成功会退还" />
      {unused.isPending ? (
        <Panel flush>
          <RowsSkeleton rows={6} />
        </Panel>
      ) : (
        <div className="coupon-stack">
          {claimable && <Claim {...claimable} />}
          <Panel title="用兑换码领取">
            <Redeem />
          </Panel>
          <Panel flush>
            <Tabs
              className="coupon-tabs"
              items={items}
              activeKey={String(status)}
              onChange={(key) => setStatus(Number(key))}
            />
            <Coupons status={status} />
          </Panel>
        </div>
      )}
    </>
  );
}

function Coupons({ status }: { status: number }) {
  const { data, error, refetch, isFetching } = useQuery(couponsQuery(status));
  if (data?.records.length === 0) return <EmptyState title={TABS[status]!.empty}>{TABS[status]!.next}</EmptyState>;
  if (data) {
    const { records, counts } = data;
    const all = counts[TABS[status]!.count];
    return (
      <>
        <ul className="coupon-list">
          {records.map((coupon) => (
            <Ticket key={coupon.id} coupon={coupon} />
          ))}
        </ul>
        {all > records.length && (
          <p className="coupon-note coupon-cut">
            共 {all} 张，只显示{TABS[status]!.first}的 {records.length} 张
          </p>
        )}
      </>
    );
  }
  if (!error) return <RowsSkeleton rows={3} />;
  return (
    <ErrorState
      title="没能取到优惠券"
      onRetry={() => void refetch()}
      retrying={isFetching}
      reference={failureOf(error).reference}
    >
      请稍后重试
    </ErrorState>
  );
}

const received = {
  onSuccess: async ({ name }: CouponView) => {
    toast.done(`已领取「${name}」`);
    await queryClient.invalidateQueries({ queryKey: [KEY] });
  },
};

function Claim({ name, worth, scope }: { name: string; worth: string; scope: string }) {
  const claim = useMutation({ mutationFn: () => calls.receiveMillion({}), ...received });
  return (
    <Notice
      tone="info"
      title={`可以领取：${name}`}
      action={
        <Button type="primary" loading={claim.isPending} onClick={() => claim.mutate()}>
          领取
        </Button>
      }
    >
      {claim.error ? claim.error.message : `${worth}。${scope}`}
    </Notice>
  );
}

function Redeem() {
  const [code, setCode] = useState("");
  const redeem = useMutation({
    mutationFn: () => calls.redeemCoupon({ code: code.trim() }),
    onSuccess: async (coupon: CouponView) => {
      setCode("");
      await received.onSuccess(coupon);
    },
  });
  return (
    <form
      className="coupon-redeem"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== "") redeem.mutate();
      }}
    >
      <Input
        aria-label="兑换码"
        placeholder="兑换码"
        maxLength={24}
        value={code}
        status={redeem.error ? "error" : ""}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button htmlType="submit" loading={redeem.isPending} disabled={code.trim() === ""}>
        兑换
      </Button>
      {redeem.error && (
        <p className="coupon-problem" role="alert">
          {redeem.error.message}
        </p>
      )}
    </form>
  );
}

/** Where a coupon of this business is used. */
const WHERE = {
  withdrawal: "withdrawals",
  supplier: "paySupplier",
  service: "payService",
  seller: "payments",
  exchange: "exchange",
  card_funding: "fundCardWallet",
} as const satisfies Record<CouponBusiness, string>;

function Ticket({ coupon }: { coupon: CouponView }) {
  const { name, kind, state, worth, scope, left, expiresAt, endsSoon, businesses, saved } = coupon;
  return (
    <li className="coupon-ticket" data-state={state}>
      <span className="coupon-kind">{COUPON_KINDS[kind].label}</span>
      <span className="coupon-words">
        <strong>{worth}</strong>
        <span>
          {name}，{scope}
        </span>
        <span className="coupon-note" data-soon={endsSoon || undefined}>
          {endsSoon ? "即将到期，" : ""}
          {toShanghaiDay(expiresAt)} {state === "expired" ? "已到期" : "前有效"}
          {left && (
            <>
              ，剩余额度 <MoneyOf value={left} />
            </>
          )}
          {saved.map((one) => (
            <span key={one.currency}>
              ，已省 <MoneyOf value={one} />
            </span>
          ))}
        </span>
      </span>
      {state === "unused" ? (
        <Link to={addressOf(WHERE[businesses[0]!])}>去使用</Link>
      ) : (
        <span className="coupon-note">{couponLifecycle.states[state].label}</span>
      )}
    </li>
  );
}
