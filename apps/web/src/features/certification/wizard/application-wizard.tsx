import { addressOf, DOCUMENTS, formSpec, REVIEW_HOURS, type DocumentName } from "@coralhub/domain";
import { HelpAside, Link, Notice, Panel, Sep, useLeaveGuard, WizardPage, type Step } from "@coralhub/ui";
import { goTo, useUrlWords } from "@coralhub/ui/browser";
import { Button } from "antd";
import { useId, useState } from "react";
import { inTable } from "../../../platform/show.tsx";
import { refreshCertification } from "../certification-calls.ts";
import { problemsOf } from "./answers.ts";
import { ReviewStep } from "./review-step.tsx";
import { SectionStep } from "./section-step.tsx";
import { useWizard, type Wizard, type WizardStart } from "./use-wizard.ts";
import "./wizard.css";

/** The address keeps the step, so that back and reload lead where one was. */
function useStep(count: number): [number, (step: number) => void] {
  const [words, change] = useUrlWords();
  const now = Math.min(Math.max(0, Math.trunc(Number(words.get("step") ?? 1)) - 1 || 0), count - 1);
  const go = (next: number) => {
    change({ step: String(next + 1) });
    scrollTo({ top: 0 });
  };
  return [now, go];
}

/** That everything is true: asked for where it stands when handing in was tried without it. */
function useTick(initially: boolean) {
  const [confirmed, setConfirmed] = useState(initially);
  const [asking, setAsking] = useState(false);
  const confirm = (yes: boolean) => {
    setConfirmed(yes);
    setAsking(false);
  };
  return { confirmed, asking: asking && !confirmed, ask: () => setAsking(true), confirm };
}
export type Tick = ReturnType<typeof useTick>;

/** One wizard for every kind of certification: the field matrix says what it asks. */
export function ApplicationWizard(start: WizardStart & { intro: string }) {
  const wizard = useWizard(start);
  const { sections, page, correcting, answers, waiting } = wizard;
  const [step, goToStep] = useStep(sections.length + 1);
  const tick = useTick(correcting);
  const formId = useId();
  useLeaveGuard(answers.saving.state === "failed");
  const section = sections[step];
  const submit = async () => {
    if (!tick.confirmed) return tick.ask();
    const outcome = await wizard.submit();
    if (!outcome) return;
    if ("section" in outcome) return goToStep(outcome.section);
    await refreshCertification();
    goTo(outcome.receipt);
  };
  const nextWaiting = () => {
    const place = waiting[0]?.place;
    if (place === undefined) return;
    const target = wizard.sectionOf(place);
    if (target !== step) goToStep(target);
    wizard.focusPlace(place);
  };
  const rail = sections.length > 3;
  return (
    <WizardPage
      title={page.title}
      intro={<Intro wizard={wizard} words={start.intro} />}
      back={page.back}
      saved={<SavedWords wizard={wizard} />}
      steps={stepsOf(wizard)}
      current={step}
      onStep={goToStep}
      railNote={rail && <WhoReads />}
      {...(!rail && { side: <Preparations wizard={wizard} /> })}
      actions={{
        note: noteFor(wizard, step),
        secondary: step > 0 && <Button onClick={() => goToStep(step - 1)}>上一步</Button>,
        primary: correcting ? (
          <Button
            type="primary"
            loading={wizard.busy}
            onClick={() => (waiting.length > 0 ? nextWaiting() : void submit())}
          >
            {waiting.length > 0 ? "修改下一项" : "重新提交审核"}
          </Button>
        ) : section ? (
          <Button type="primary" htmlType="submit" form={formId}>
            下一步
          </Button>
        ) : (
          <Button type="primary" loading={wizard.busy} onClick={() => void submit()}>
            提交审核
          </Button>
        ),
      }}
    >
      {wizard.message && <Notice tone="danger" title={wizard.message} />}
      {correcting && <CameBack wizard={wizard} onOpen={goToStep} />}
      {section ? (
        <Panel>
          <SectionStep key={step} wizard={wizard} section={section} formId={formId} onNext={() => goToStep(step + 1)} />
        </Panel>
      ) : (
        <ReviewStep wizard={wizard} tick={tick} onEdit={goToStep} />
      )}
    </WizardPage>
  );
}

function Intro({ wizard: { page, application, correcting }, words }: { wizard: Wizard; words: string }) {
  if (correcting && application)
    return (
      <>
        {words}
        <Sep />
        申请编号 <span className="mono">{application.number}</span>
      </>
    );
  return (
    <>
      {words}
      <Sep />约 {page.minutes} 分钟，提交后 {REVIEW_HOURS} 个工作小时内出结果
    </>
  );
}

function SavedWords({ wizard: { answers } }: { wizard: Wizard }) {
  const { state, at } = answers.saving;
  if (state === "failed") return "没能保存到服务器，内容已留在本机";
  if (state === "saving") return "正在保存";
  return at ? `已自动保存 ${inTable(at).slice(-5)}` : "内容会自动保存";
}

function stepsOf(wizard: Wizard): Step[] {
  const notes = wizard.sections.map((section): Step => {
    const here = wizard.asked.filter((answer) => answer.section === section.title);
    const rejected = wizard.waiting.filter((answer) => answer.section === section.title).length;
    if (rejected > 0) return { title: section.title, note: `${rejected} 项待修改`, tone: "warning" };
    if (here.length > 0 && here.every(({ place }) => wizard.locked.has(place)))
      return { title: section.title, note: "已通过" };
    const missing = Object.keys(problemsOf(section, wizard.asked, wizard.problems)).length;
    if (wizard.tried.has(section.title) && missing > 0)
      return { title: section.title, note: `${missing} 项待填写`, tone: "warning" };
    return { title: section.title };
  });
  return [...notes, { title: "确认提交" }];
}

function noteFor(wizard: Wizard, step: number): string {
  if (wizard.correcting)
    return wizard.waiting.length > 0
      ? `还有 ${wizard.waiting.length} 项未修改，改完即可重新提交审核`
      : `提交后 ${REVIEW_HOURS} 个工作小时内出结果`;
  const next = wizard.sections[step + 1]?.title;
  if (step < wizard.sections.length) return `下一步：${next ?? "确认提交"}`;
  return `提交后 ${REVIEW_HOURS} 个工作小时内出结果，短信通知您`;
}

function CameBack({ wizard, onOpen }: { wizard: Wizard; onOpen: (step: number) => void }) {
  const rejected = wizard.asked.filter(({ path }) => wizard.decisions.get(path)?.verdict === "rejected");
  if (rejected.length === 0) return null;
  const accepted = wizard.locked.size;
  return (
    <Notice
      tone="danger"
      title={`有 ${rejected.length} 项需要修改，其余 ${accepted} 项已通过，不用重填`}
      action={rejected.map(({ place, field }) => (
        <button
          key={place}
          type="button"
          className="text-button"
          onClick={() => {
            onOpen(wizard.sectionOf(place));
            wizard.focusPlace(place);
          }}
        >
          {field.label}
        </button>
      ))}
    >
      改好后重新提交，通常 {REVIEW_HOURS} 个工作小时内出结果。
      {formSpec(wizard.form).subject === "account" && "通过前不能提现，到账的款项先暂扣，通过后继续入账"}
    </Notice>
  );
}

const WhoReads = () => (
  <>
    <strong>谁能看到这些资料</strong>
    <p>只有您和审核员。文件加密保存，每次查看都有记录</p>
  </>
);

/** What one needs at hand, from the documents the form asks for. */
function Preparations({ wizard }: { wizard: Wizard }) {
  const documents = new Set(
    wizard.asked.flatMap(({ field }): DocumentName[] => (field.kind === "document" ? [field.document] : [])),
  );
  return (
    <HelpAside title="请准备">
      <ul className="preparations">
        {[...documents].map((name) => (
          <li key={name}>
            <span>{DOCUMENTS[name].label}</span>
            <span className="preparations-note">{DOCUMENTS[name].shows}</span>
          </li>
        ))}
      </ul>
      <div className="preparations-phone">
        <span className="preparations-note">照片在手机里？</span>
        <Link to={addressOf("phone", { to: wizard.page.path })}>在手机上继续</Link>
      </div>
      <div className="preparations-who">
        <WhoReads />
      </div>
    </HelpAside>
  );
}
