import { Notice, toast } from "@coralhub/ui";
import { saveText } from "@coralhub/ui/browser";
import { Button } from "antd";

/** Shown once, right after they were made. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept(): void }) {
  const text = codes.join("\n");
  return (
    <section className="recovery" aria-label="恢复码">
      <Notice tone="warning" title="请现在保存这些恢复码，离开后不再显示">
        手机丢失时，每个恢复码可以代替一次动态码。打印出来或存进密码管理器，不要截图发给别人
      </Notice>
      <ul className="recovery-codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="button-row">
        <Button
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => toast.done("已复制"),
              () => toast.failed("没能复制，请手动选取"),
            )
          }
        >
          复制全部
        </Button>
        <Button onClick={() => saveText("珊瑚汇运营恢复码.txt", text)}>下载</Button>
        <Button type="primary" onClick={onKept}>
          已经保存
        </Button>
      </div>
    </section>
  );
}
