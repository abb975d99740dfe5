import { addressOf, CERTIFICATION_KINDS, PLATFORMS, REACH, type CertificationKind } from "@coralhub/domain";
import { Branches, icons, LandingPage, Link, Panel, PlatformLogo } from "@coralhub/ui";
import { useState } from "react";
import { AddressNotice } from "./address-notice.tsx";
import { CalendarPanel } from "./calendar-panel.tsx";
import { NEEDS, QUESTIONS } from "./first-day-texts.ts";
import type { Home } from "./home-queries.ts";
import { NoticePanel } from "./notice-panel.tsx";
import { TodoPanel } from "./todo-panel.tsx";
import "./guide.css";

const SHOWN_PLATFORMS = 9;
type Step = NonNullable<Home["firstSteps"]>[number];

/** A new merchant's home: three steps to the first income, and what is needed at hand. */
export function FirstDay({ steps, todos }: { steps: Step[]; todos: Home["todos"] }) {
  const [kind, setKind] = useState<CertificationKind>("mainland");
  const certified = steps.some((step) => step.key === "certify" && step.state === "done");
  return (
    <LandingPage overlap band={<Welcome />} side={<Side kind={certified ? null : kind} />}>
      <section className="panel" aria-label="开始使用">
        <ol>
          {steps.map((step, index) => (
            <GuideStep key={step.key} step={step} number={index + 1} kind={kind} onKind={setKind} />
          ))}
        </ol>
      </section>
      <AddressNotice />
      {todos.length > 0 && <TodoPanel todos={todos} />}
      <NoticePanel />
    </LandingPage>
  );
}

function Welcome() {
  return (
    <div className="guide-band">
      <div>
        <h1 className="type-hero">三步，收到第一笔款</h1>
        <p className="guide-promise">前两步通常当天可以完成。开户和收款不收费，提现时才有手续费</p>
      </div>
      <div className="guide-drawing">
        <Branches drawing="plain" />
      </div>
    </div>
  );
}

function Side({ kind }: { kind: CertificationKind | null }) {
  return (
    <>
      {kind && <Needs kind={kind} />}
      <Panel title="常被问到">
        <dl className="questions">
          {QUESTIONS.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <CalendarPanel />
    </>
  );
}

function Needs({ kind }: { kind: CertificationKind }) {
  return (
    <Panel title={`${CERTIFICATION_KINDS[kind]}要准备`}>
      <ul className="needs">
        {NEEDS[kind].needs.map(({ what, how }) => (
          <li key={what}>
            <icons.File />
            <span>
              {what}
              <span className="needs-how">{how}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type GuideStepProps = {
  step: Step;
  number: number;
  kind: CertificationKind;
  onKind: (kind: CertificationKind) => void;
};

function GuideStep({ step, number, kind, onKind }: GuideStepProps) {
  const choosing = step.key === "certify" && step.state === "current";
  return (
    <li className={`guide-step guide-${step.state}`} aria-current={step.state === "current" ? "step" : undefined}>
      <span className="guide-number" aria-hidden="true">
        {step.state === "done" ? <icons.Check /> : number}
      </span>
      <div className="guide-words">
        <h2 className="type-section">{step.title}</h2>
        <p className="guide-text">{step.body}</p>
        {step.key === "bindStore" && step.state !== "done" && <Platforms />}
        {choosing && <KindChoice kind={kind} onKind={onKind} />}
        {choosing && <StepAction step={step} kind={kind} primary />}
      </div>
      {!choosing &&
        (step.state === "done" ? (
          <span className="guide-aside">已完成</span>
        ) : (
          <StepAction step={step} kind={kind} primary={step.state === "current"} />
        ))}
    </li>
  );
}

/** A few one knows by sight, and how many there are. */
function Platforms() {
  return (
    <div className="guide-platforms">
      {PLATFORMS.slice(0, SHOWN_PLATFORMS).map((platform) => (
        <PlatformLogo key={platform.code} platform={platform} size={32} />
      ))}
      <span>等 {REACH.platforms} 个平台</span>
    </div>
  );
}

function KindChoice({ kind, onKind }: { kind: CertificationKind; onKind: (kind: CertificationKind) => void }) {
  return (
    <fieldset className="kinds">
      <legend className="type-label">您以什么身份收款</legend>
      {(Object.keys(CERTIFICATION_KINDS) as CertificationKind[]).map((value) => (
        <label key={value} className="kind">
          <input type="radio" name="kind" value={value} checked={value === kind} onChange={() => onKind(value)} />
          <span>
            {CERTIFICATION_KINDS[value]}
            <span className="needs-how">{NEEDS[value].short}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function StepAction({ step, kind, primary }: { step: Step; kind: CertificationKind; primary: boolean }) {
  if (!step.action) return <span className="guide-aside">{step.state === "later" && "上一步完成后可用"}</span>;
  const path = step.key === "certify" ? addressOf(NEEDS[kind].form) : step.action.path;
  return (
    <Link to={path} className={primary ? "coral-button" : "small-button"}>
      {step.action.label}
    </Link>
  );
}
