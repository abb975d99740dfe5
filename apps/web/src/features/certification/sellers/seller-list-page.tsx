import { CallRefused, sellerList } from "@coralhub/contract";
import { addressOf, applicationLifecycle, formSpec, QUEUED } from "@coralhub/domain";
import { Facts, Link, ListPage, NameCell, Notice, promiseMoment, RowsSkeleton, StateTag, useList } from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { inTable } from "../../../platform/show.tsx";
import { EnquiryThread } from "../enquiry-thread.tsx";
import { BankCards } from "./bank-cards.tsx";
import { sellerPath, sellerQuery, sellers, sellersKey, type SellerRow } from "./seller-calls.ts";
import "../certification.css";

const ADD = addressOf("sellerKinds");

/** /nav/seller: whose cash on delivery is collected, where each stands, where each is paid. */
export function SellerListPage() {
  const list = useList(sellerList, useUrlState());
  const rows = useQuery({
    queryKey: sellersKey(list.input),
    queryFn: () => sellers.sellers(list.input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      spec={sellerList}
      list={list}
      title="卖家"
      intro="代收货到付款款项的卖家，审核通过后可以向其付款"
      rowKey={(row) => row.id}
      unit="位"
      actions={
        <Button type="primary" onClick={() => goTo(ADD)}>
          添加卖家
        </Button>
      }
      tabs={{ filter: "state" }}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && {
        error: { message: rows.error instanceof CallRefused ? rows.error.message : "网络不通，请稍后重试" },
      })}
      onRetry={() => void rows.refetch()}
      cells={{
        sellerName: (row) => <NameCell name={row.sellerName} note={row.number} />,
        form: (row) => formSpec(row.form).label.replace(/^.*（(.*)）$/, "$1"),
        bankCard: (row) => row.bankCard || "未设置",
      }}
      drawer={{ title: (row) => row.sellerName, body: (row) => <SellerDetail row={row} /> }}
      empty={{ title: "还没有卖家", text: "添加卖家并通过审核后，可以代收货到付款的款项" }}
    />
  );
}

function SellerDetail({ row }: { row: SellerRow }) {
  const { data, isError } = useQuery(sellerQuery(row.id));
  if (isError) return <Notice tone="danger" title="没能取到卖家资料，请关闭后重试" />;
  if (!data) return <RowsSkeleton rows={3} />;
  const { application } = data;
  const rejected = application.fields.filter(({ verdict }) => verdict === "rejected");
  return (
    <div className="standing">
      <StateTag lifecycle={applicationLifecycle} state={application.state} />
      {rejected.length > 0 && application.editable && (
        <Notice
          tone="danger"
          title={`有 ${rejected.length} 项需要修改`}
          action={<Link to={sellerPath(data.form, row.id)}>去修改</Link>}
        >
          {rejected.map(({ label }) => label).join("、")}
        </Notice>
      )}
      <Facts
        facts={[
          { label: "类型", value: formSpec(data.form).label },
          { label: "申请编号", value: <span className="mono">{application.number}</span> },
          { label: "提交时间", value: inTable(application.submittedAt) },
          ...(QUEUED.includes(application.state)
            ? [{ label: "预计完成", value: `${promiseMoment(application.dueAt)} 前` }]
            : []),
        ]}
      />
      {application.enquiries.map((enquiry) => (
        <EnquiryThread key={enquiry.id} enquiry={enquiry} files={application.files} />
      ))}
      {application.state === "approved" && (
        <>
          <BankCards sellerId={row.id} cards={data.bankCards} />
          <Link to={sellerPath(data.form, row.id)}>变更卖家资料</Link>
        </>
      )}
    </div>
  );
}
