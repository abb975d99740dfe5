import { Button } from "antd";
import { useState } from "react";
import { LongWork, FileReady } from "../feedback/long-work.tsx";
import { RowsSkeleton } from "../feedback/skeletons.tsx";
import { EmptyState, ErrorState, RefusedState } from "../feedback/states.tsx";
import { toast, ToastCard } from "../feedback/toast.tsx";
import { SchemaForm } from "../form/schema-form.tsx";
import { UploadTile } from "../form/upload-tile.tsx";
import { useSchemaForm } from "../form/use-schema-form.ts";
import { HoldCard } from "../pages/hold-card.tsx";
import { Panel } from "../pages/panel.tsx";
import { Timeline } from "../pages/timeline.tsx";
import { CodeBoxes } from "../parts/code-boxes.tsx";
import { Notice } from "../parts/notice.tsx";
import { Steps } from "../parts/steps.tsx";
import { MenuButton } from "../shell/menu-button.tsx";
import { More } from "../icons.tsx";
import { Money } from "../values/money.tsx";
import { sampleSections, sampleTimeline, sampleValues } from "./sample-data.ts";
import { Both, Specimen } from "./specimen.tsx";

export function Parts() {
  return (
    <Both>
      {() => (
        <>
          <Specimen title="步骤">
            <Steps steps={["店铺信息", "连接店铺", "收款账户"]} current={1} />
          </Specimen>
          <Specimen title="表单" note="标签在上，错误在离开时出现，提交失败后列出">
            <SampleForm />
          </Specimen>
          <Uploads />
          <Specimen title="验证码">
            <SampleCode />
          </Specimen>
          <Notices />
          <Specimen title="进度" note="最新在下，未来是虚线">
            <Panel>
              <Timeline nodes={sampleTimeline} />
            </Panel>
          </Specimen>
          <Holds />
          <Feedback />
        </>
      )}
    </Both>
  );
}

function SampleForm() {
  const form = useSchemaForm({ sections: sampleSections, initial: sampleValues });
  return (
    <Panel>
      <SchemaForm form={form} onSubmit={() => toast.done("已保存")}>
        <Button htmlType="submit">提交审核</Button>
      </SchemaForm>
    </Panel>
  );
}

function SampleCode() {
  const [code, setCode] = useState("407");
  return <CodeBoxes label="短信验证码" hint="46 秒后可重新发送" value={code} onChange={setCode} />;
}

function Uploads() {
  const take = () => toast.done("已选好");
  return (
    <Specimen title="上传" note="进度、检查和原因都在格子里">
      <div className="line top">
        <UploadTile label="营业执照" must="四角完整，文字清晰" outline="licence" onPick={take} />
        <UploadTile
          label="法人身份证"
          onPick={take}
          file={{ name: "IMG_2041.jpg", sizeBytes: 3_355_443, state: "uploading", percent: 64 }}
        />
        <UploadTile
          label="授权书"
          onPick={take}
          onView={take}
          file={{
            name: "授权书.pdf",
            sizeBytes: 820_000,
            state: "accepted",
            checks: [
              { text: "四角完整", passed: true },
              { text: "文字清晰", passed: true },
            ],
          }}
        />
        <UploadTile
          label="营业执照"
          onPick={take}
          onView={take}
          file={{
            name: "IMG_2042.jpg",
            sizeBytes: 2_100_000,
            state: "refused",
            reason: "右下角被遮挡，请重新拍摄，四角都要露出来",
          }}
        />
      </div>
    </Specimen>
  );
}

function Notices() {
  return (
    <Specimen title="提示" note="要您处理的写在页面里">
      <Notice tone="danger" title="手机号或密码不对">
        已试 2 次，再错一次要先完成验证
      </Notice>
      <Notice tone="warning" title="有 2 项需要修改，其余 21 项已通过，不用重填" />
      <Notice tone="info" title="沙箱环境：银行、平台、短信都是模拟的，不会动真钱" />
      <Notice tone="success" title="店铺可以访问：Nanyu Home，结算币种 EUR" />
    </Specimen>
  );
}

function Holds() {
  return (
    <Specimen title="暂扣说明" note="等您，或等我们">
      <HoldCard
        waitsFor="merchant"
        where={
          <>
            <Money amount="15000" currency="HKD" /> 自 11-11 15:26 起暂扣
          </>
        }
        why="付款方 NORTHBRIDGE LTD 不在店铺的付款方名单里"
        todo="说明双方关系，上传合同或发票"
        action={<Button size="small">去说明</Button>}
        then="核对后会发消息告诉您"
      />
      <HoldCard
        waitsFor="us"
        where={
          <>
            提现 <Money amount="20000" currency="USD" /> 已提交银行，尚未答复
          </>
        }
        why="银行系统维护，11-13 16:00 恢复"
        todo="不用操作，我们每 10 分钟查询一次"
        then="预计今天 18:00 前到账，失败则全额退回余额"
      />
    </Specimen>
  );
}

function Feedback() {
  return (
    <Specimen title="加载、空、出错、不能用、长任务">
      <Panel flush>
        <RowsSkeleton />
      </Panel>
      <Panel>
        <EmptyState title="还没有收入" action={<Button>绑定店铺</Button>}>
          绑定店铺后，平台打款会出现在这里
        </EmptyState>
      </Panel>
      <ErrorState
        compact
        title="没能取到收入记录"
        onRetry={() => toast.failed("请求失败，请重试")}
        reference="R-7F3A91"
      >
        网络连接中断
      </ErrorState>
      <Panel>
        <RefusedState
          title="完成企业认证后可以提现"
          needs={[
            { text: "手机号已验证", done: true },
            { text: "企业认证，约 10 分钟，备好营业执照和法人身份证", done: false },
          ]}
          action={<Button>去认证</Button>}
        >
          收款不用等，现在就能进账；提现、付款、换汇要先核实企业身份，这是监管要求
        </RefusedState>
      </Panel>
      <LongWork
        title="正在核对「供应商付款-11 月.xlsx」"
        done={1284}
        total={2000}
        unit="行"
        note="已发现 7 行需要修改，其余照常付款"
        remaining="约剩 20 秒"
        onCancel={() => toast.done("已取消")}
        cancelLabel="取消核对"
        leaveHint="可以离开此页，完成后在消息里通知您"
      />
      <FileReady
        title="导出好了，46 笔收入"
        name="收入明细_20261101-20261113.xlsx"
        onDownload={() => toast.done("已下载")}
        until="11-14 14:32 前有效"
        onClose={() => toast.done("已关闭")}
      />
      <div className="line">
        <ToastCard tone="success" text="已复制账号" />
        <ToastCard tone="danger" text="登录已过期，请重新登录" />
        <MenuButton
          label="更多操作"
          className="icon-button"
          entries={[
            { label: "备注", onSelect: () => toast.done("已备注") },
            "divider",
            { label: "移除店铺", note: "余额和在途为零才能移除", danger: true, onSelect: () => toast.done("已移除") },
          ]}
        >
          <More />
        </MenuButton>
      </div>
    </Specimen>
  );
}
