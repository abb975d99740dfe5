import type { CampaignView } from "@coralhub/contract";
import { Button, Notice, TextField } from "@coralhub/ui/light";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { lightApi } from "../../platform/light-api.ts";
import { useForm } from "../../platform/use-form.ts";
import { ASKING } from "./asking.tsx";

type Progress = Awaited<ReturnType<typeof lightApi.checkSunrise>>;

/** Whoever has applied reads how far it is, also when nobody can apply any more. */
export function Application({ campaign, barred }: { campaign: CampaignView; barred: ReactNode }) {
  // Undefined while it is asked for, null where that failed: nobody fills in a form that was handed in long ago.
  const [progress, setProgress] = useState<Progress | null>();
  const ask = () => void lightApi.checkSunrise({}).then(setProgress, () => setProgress(null));
  const begin = useEffectEvent(ask);
  useEffect(() => begin(), []);
  const askAgain = () => {
    setProgress(undefined);
    ask();
  };
  if (progress === undefined) return ASKING;
  if (progress === null)
    return (
      <>
        <Notice tone="danger" title="没能查到申请进度" action={<Button onClick={askAgain}>重试</Button>}>
          请检查网络后重试
        </Notice>
        {barred}
      </>
    );
  if (progress.applied)
    return (
      <>
        <Notice
          tone={progress.state === "declined" ? "warning" : "info"}
          title={`申请已提交：${progress.stateText ?? ""}`}
        >
          {progress.reason ?? "我们会按您留下的联系方式与您联系，结果会发站内消息"}
        </Notice>
        {barred}
      </>
    );
  return barred ?? <Form name={campaign.name} onDone={setProgress} />;
}

const BLANK = { company: "", contact: "", mobile: "", platform: "", monthlyDollars: "", note: "" };
const needed = (words: string) => (text: string) => (text.trim() ? undefined : words);

function Form({ name, onDone }: { name: string; onDone: (progress: Progress) => void }) {
  const form = useForm({
    initial: BLANK,
    rules: {
      company: needed("请填写公司或店铺名称"),
      contact: needed("请填写联系人"),
      mobile: (text) => (/^1\d{10}$/.test(text.trim()) ? undefined : "请填写 11 位手机号"),
      platform: needed("请填写主要销售平台"),
      monthlyDollars: (text) => (/^\d{1,9}$/.test(text.trim()) ? undefined : "请填写每月销售额，整数"),
    },
    submit: async (fields) => {
      onDone(await lightApi.applySunrise({ ...fields, monthlyDollars: Number(fields.monthlyDollars) }));
    },
  });
  return (
    <form className="sunrise-form" aria-label={`申请${name}`} {...form.props}>
      {form.message && <Notice tone="danger" title={form.message} />}
      <TextField label="公司或店铺名称" {...form.bind("company")} />
      <TextField label="联系人" {...form.bind("contact")} />
      <TextField label="手机" inputMode="numeric" {...form.bind("mobile")} />
      <TextField label="主要销售平台" placeholder="Amazon、Shopee" {...form.bind("platform")} />
      <TextField label="每月销售额" suffix="美元" inputMode="numeric" {...form.bind("monthlyDollars")} />
      <TextField label="想得到的帮助" optional {...form.bind("note")} />
      <Button type="submit" variant="primary" loading={form.busy}>
        提交申请
      </Button>
    </form>
  );
}
