import { Button } from "antd";
import { useCallback, useState } from "react";
import { RefusedState } from "../feedback/states.tsx";
import { toast } from "../feedback/toast.tsx";
import { NameCell } from "../list/cell.tsx";
import { ListPage } from "../list/list-page.tsx";
import type { ListPageProps } from "../list/list-types.ts";
import { useList, type UrlState } from "../list/use-list.ts";
import { Panel } from "../pages/panel.tsx";
import { Timeline } from "../pages/timeline.tsx";
import { Money } from "../values/money.tsx";
import { PlatformTile } from "../values/tiles.tsx";
import { sampleList, sampleRows, sampleTimeline, type SampleRow } from "./sample-data.ts";
import { Specimen } from "./specimen.tsx";

/** An address of its own for each list on this page. */
function useOwnAddress(start = ""): UrlState {
  const [search, setSearch] = useState(start);
  return { search, setSearch: useCallback((next: string) => setSearch(next), []) };
}

const keyOf = (row: SampleRow) => row.id;
const tile = (row: SampleRow, size: 32 | 40 = 40) => (
  <PlatformTile code={row.store} letters={row.letters} category={row.category} size={size} />
);

type Given = Partial<ListPageProps<(typeof sampleList)["row"]>> & { start?: string };

function SampleListPage({ start, ...given }: Given) {
  const list = useList(sampleList, useOwnAddress(start));
  return (
    <ListPage
      spec={sampleList}
      list={list}
      rowKey={keyOf}
      data={{ records: sampleRows, total: 10_000, pageNo: 1, pageSize: 10, nextCursor: "next" }}
      tile={tile}
      cells={{
        store: (row) => <NameCell tile={tile(row, 32)} name={row.store} note={row.account} />,
      }}
      empty={{
        title: "还没有收入",
        text: "绑定店铺后，平台打款会出现在这里",
        action: <Button>绑定店铺</Button>,
      }}
      {...given}
    />
  );
}

const nothing = { records: [], total: 0, pageNo: 1, pageSize: 10 };

export function Lists() {
  return (
    <>
      <Specimen title="列表" note="标签、筛选、合计、选择、抽屉、导出">
        <SampleListPage
          title="收支明细"
          actions={<Button type="primary">绑定店铺</Button>}
          tabs={{
            filter: "state",
            total: 46,
            counts: { inTransit: 2, needsYou: 2, booked: 41, abnormal: 0, returned: 1 },
          }}
          roomyColumns={["reference"]}
          summary={[
            { currency: "USD", amount: "128406.72", note: "其中已入账 100,456.72" },
            { currency: "EUR", amount: "31577.25", note: "其中已入账 27,371.65" },
            { currency: "JPY", amount: "1860000", note: "全部已入账" },
          ]}
          selection={{
            total: (rows) => `合计 ${rows.length} 个币种的款项`,
            actions: () => (
              <button type="button" className="text-button" onClick={() => toast.done("已下载")}>
                下载凭证
              </button>
            ),
          }}
          drawer={{
            title: (row) => row.store,
            body: (row) => (
              <>
                <Money {...row.amount} size="figure-xl" />
                <Timeline nodes={sampleTimeline} />
              </>
            ),
            footer: () => <Button size="small">下载凭证</Button>,
          }}
          onExport={() => toast.done("正在导出")}
        />
      </Specimen>
      <ListStates />
    </>
  );
}

function ListStates() {
  return (
    <div className="both">
      <Specimen title="再次加载" note="旧行保留，顶上走一条 2 px 的线">
        <SampleListPage fetching columns={["store", "paidAt", "amount", "state"]} />
      </Specimen>
      <Specimen title="第一次加载" note="200 ms 后出现，列宽与真表相同">
        <SampleListPage data={undefined} fetching columns={["store", "paidAt", "amount", "state"]} />
      </Specimen>
      <Specimen title="空">
        <SampleListPage data={nothing} columns={["store", "paidAt", "amount", "state"]} />
      </Specimen>
      <Specimen title="筛选后为空" note="条件留在原处，可以逐个去掉">
        <SampleListPage
          start="category=payment&paidAt=2026-11-01~2026-11-13"
          data={nothing}
          columns={["store", "paidAt", "amount"]}
        />
      </Specimen>
      <Specimen title="取不到" note="在表里说，编号可复制">
        <SampleListPage
          data={undefined}
          error={{ message: "服务暂时没有答复，您的资金不受影响。已自动重试 3 次", reference: "R-7F3A91" }}
          onRetry={() => toast.done("正在重试")}
          columns={["store", "paidAt", "amount"]}
        />
      </Specimen>
      <Specimen title="不能用" note="说明为什么、差什么、多久能用">
        <SampleListPage
          refused={
            <Panel>
              <RefusedState
                title="完成企业认证后可以看"
                needs={[{ text: "企业认证，约 10 分钟", done: false }]}
                action={<Button>去认证</Button>}
              >
                这是监管要求
              </RefusedState>
            </Panel>
          }
        />
      </Specimen>
    </div>
  );
}
