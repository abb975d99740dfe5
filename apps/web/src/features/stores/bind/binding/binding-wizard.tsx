import { addressOf, isUnopened, keyFieldsOf, platformName, REVIEW_HOURS, SECRET_FIELDS } from "@coralhub/domain";
import { icons, Notice, Panel, PlatformLogo, Sep, WizardPage, type Step } from "@coralhub/ui";
import { goTo, useUrlWords } from "@coralhub/ui/browser";
import { Button } from "antd";
import { useId } from "react";
import { inTable } from "../../../../platform/show.tsx";
import { beside, CONNECT_WORDS } from "../connect-words.ts";
import { AccountStep } from "./account-step.tsx";
import { BindHelp } from "./bind-help.tsx";
import { fieldsOfStep, STEP_TITLES, type StepName } from "./binding-steps.ts";
import { ConfirmStep } from "./confirm-step.tsx";
import { CONNECT_STEPS } from "./connect-step.tsx";
import { sitesSection } from "./other-sites.tsx";
import { QuestionForm } from "./question-form.tsx";
import {
  consentUrl,
  isCompleting,
  isMoving,
  receiptPath,
  useBinding,
  type Binding,
  type BindingStart,
} from "./use-binding.ts";
import "../bind.css";

/** The address keeps the step, so that back and reload lead where one was. */
function useStep(steps: readonly StepName[]): [StepName, (step: StepName) => void] {
  const [words, change] = useUrlWords();
  const now = steps.find((name) => name === words.get("step")) ?? steps[0]!;
  const go = (next: StepName) => {
    change({ step: next });
    scrollTo({ top: 0 });
  };
  return [now, go];
}

/** One wizard for every platform: the catalogue says what it asks, `connect.by` how the shop is tied. */
export function BindingWizard(start: BindingStart) {
  const binding = useBinding(start);
  const { platform, steps, store } = binding;
  const [step, goToStep] = useStep(steps);
  const formId = useId();
  const at = steps.indexOf(step);
  const next = steps[at + 1];
  const submit = async () => {
    const outcome = await binding.submit();
    // Refused as a whole: why stands above.
    if (!outcome) return scrollTo({ top: 0 });
    if ("step" in outcome) return goToStep(outcome.step);
    const consent = outcome.depart
      ? await consentUrl({ merchantsId: outcome.merchantsId, platformCode: binding.platform.code })
      : null;
    if (consent) location.assign(consent);
    else goTo(receiptPath(outcome.merchantsId));
  };
  const minutes = CONNECT_WORDS[platform.connect.by].minutes;
  return (
    <WizardPage
      title={beside(store ? "修改" : "绑定", platform, "店铺")}
      intro={
        <>
          {CONNECT_WORDS[platform.connect.by].short}
          <Sep />约 {minutes} 分钟，提交后 {REVIEW_HOURS} 个工作小时内审核
        </>
      }
      back={store ? { label: "店铺管理", to: addressOf("stores") } : { label: "绑定店铺", to: addressOf("bind") }}
      tile={<PlatformLogo platform={platform} size={56} />}
      saved={savedWords(binding)}
      steps={steps.map((name): Step => stepLook(binding, name))}
      current={at}
      onStep={(index) => goToStep(steps[index]!)}
      side={<BindHelp binding={binding} step={step} />}
      actions={{
        note: next ? `下一步：${STEP_TITLES[next]}` : promiseOf(binding),
        secondary: at > 0 && <Button onClick={() => goToStep(steps[at - 1]!)}>上一步</Button>,
        primary: next ? (
          <Button type="primary" htmlType="submit" form={formId}>
            下一步
          </Button>
        ) : (
          <Button type="primary" loading={binding.busy} onClick={() => void submit()}>
            {submitWords(binding)}
          </Button>
        ),
      }}
    >
      <div className="bind-body">
        {binding.message && <Notice tone="danger" title={binding.message} />}
        <CameBack binding={binding} />
        {next ? (
          <Panel>
            <StepBody binding={binding} step={step} formId={formId} onNext={() => goToStep(next)} />
          </Panel>
        ) : (
          <ConfirmStep binding={binding} onEdit={goToStep} />
        )}
      </div>
    </WizardPage>
  );
}

type BodyProps = { binding: Binding; step: StepName; formId: string; onNext: () => void };

function StepBody({ binding, step, formId, onNext }: BodyProps) {
  if (step === "account") return <AccountStep binding={binding} formId={formId} onNext={onNext} />;
  if (step === "connect") {
    const Connect = CONNECT_STEPS[binding.platform.connect.by];
    return <Connect binding={binding} formId={formId} onNext={onNext} />;
  }
  return (
    <QuestionForm
      binding={binding}
      step="shop"
      formId={formId}
      onNext={onNext}
      sections={[{ title: "店铺信息", intro: binding.platform.help, names: fieldsOfStep(binding.platform, "shop") }]}
      tail={sitesSection(binding)}
    />
  );
}

function stepLook({ platform, problems, tried }: Binding, name: StepName): Step {
  const missing = fieldsOfStep(platform, name).filter((field) => problems[field]).length;
  if (!tried.has(name) || missing === 0) return { title: STEP_TITLES[name] };
  return { title: STEP_TITLES[name], note: `${missing} 项待填写`, tone: "warning" };
}

/** Keys never lie in the browser: who comes back to a form types them again. */
function savedWords({ savedAt, restored, chosen, answers, kept }: Binding): string | false {
  const lost = keyFieldsOf(chosen).some(
    (name) => SECRET_FIELDS.includes(name) && !answers[name] && !kept.includes(name),
  );
  if (restored && lost) return "已恢复上次填写的内容，密钥不保存，请重新填写";
  if (savedAt) return `已自动保存 ${inTable(savedAt).slice(-5)}`;
  return restored && "已恢复上次填写的内容";
}

const leaves = ({ chosen, answers }: Binding): boolean => chosen.connect.by === "oauth" && !isUnopened(answers);

const promiseOf = (binding: Binding): string =>
  leaves(binding)
    ? `提交后跳转到 ${binding.platform.name} 授权`
    : `提交后 ${REVIEW_HOURS} 个工作小时内出结果，发消息通知您`;

function submitWords(binding: Binding): string {
  if (leaves(binding)) return "提交并去授权";
  return binding.store ? "重新提交审核" : "提交审核";
}

function CameBack({ binding: { store, platform } }: { binding: Binding }) {
  if (!store) return null;
  if (isMoving({ store, platform }))
    return (
      <Notice tone="info" title={`${beside("换到", platform, "")}，还需要一些资料`}>
        原来绑在 {platformName(store.platformCode)}。提交后按新平台重新审核
      </Notice>
    );
  if (store.declineReason !== "")
    return (
      <Notice tone="danger" title="上次没有通过审核">
        {store.declineReason}
      </Notice>
    );
  if (!isCompleting(store)) return null;
  return (
    <Notice tone="info" title="店铺开好了，补上地址和编号">
      <icons.Check size={16} /> 收款账户不变，补全后重新审核，期间照常收款
    </Notice>
  );
}
