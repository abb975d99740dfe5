import { PLATFORMS, sampleStoreAnswers, storeField, type Platform } from "@coralhub/domain";
import { ThemeProvider } from "@coralhub/ui";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { AccountStep } from "./account-step.tsx";
import { BindHelp } from "./bind-help.tsx";
import { fieldsOfStep, isShown, stepsOf, type StepName } from "./binding-steps.ts";
import { ConfirmStep } from "./confirm-step.tsx";
import { CONNECT_STEPS } from "./connect-step.tsx";
import { QuestionForm } from "./question-form.tsx";
import { asChosen, problemsOf, type FormAnswers } from "./settle-answers.ts";
import type { Binding } from "./use-binding.ts";

const ignore = () => undefined;
const bindingOf = (platform: Platform, answers: FormAnswers): Binding => ({
  platform,
  answers,
  chosen: asChosen(platform, answers),
  store: undefined,
  steps: stepsOf(platform),
  kept: [],
  problems: problemsOf(platform, answers),
  errors: problemsOf(platform, answers),
  tried: new Set<StepName>(),
  shows: 0,
  message: undefined,
  busy: false,
  savedAt: undefined,
  restored: false,
  put: ignore,
  blur: ignore,
  check: () => true,
  submit: () => Promise.resolve(undefined),
});

const draw = (node: ReactNode): string =>
  renderToString(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>{node}</QueryClientProvider>
    </ThemeProvider>,
  );
const form = { formId: "form", onNext: ignore };

test.each(PLATFORMS.map((platform) => [platform.code, platform] as const))(
  "%s asks what the catalogue says",
  (_, platform) => {
    const binding = bindingOf(platform, {
      ...sampleStoreAnswers(platform, "one"),
      connectBy: "keys",
      accountBy: "new",
    });
    const shop = draw(
      <QuestionForm binding={binding} step="shop" {...form} sections={[{ names: fieldsOfStep(platform, "shop") }]} />,
    );
    const Connect = CONNECT_STEPS[platform.connect.by];
    const connect = draw(<Connect binding={binding} {...form} />);
    const account = draw(<AccountStep binding={binding} {...form} />);
    const pages: Record<StepName, string> = { shop, connect, account, confirm: "" };
    for (const step of stepsOf(platform))
      for (const name of fieldsOfStep(platform, step)) {
        // The account to share is offered only when sharing was chosen.
        if (name === "foreignBankAccountId" || !isShown(binding.chosen, name, binding.answers)) continue;
        expect(pages[step], `${platform.code} ${name}`).toContain(storeField(platform, name).label);
      }
    for (const page of Object.values(pages)) expect(page).not.toMatch(/undefined|\[object Object\]/);
  },
);

test("every step is in one place, and questions about the account come last", () => {
  for (const platform of PLATFORMS) {
    const inSteps = stepsOf(platform).flatMap((step) => fieldsOfStep(platform, step));
    expect([...inSteps].sort()).toEqual([...platform.fields].sort());
  }
});

test("secrets are never written on the confirming page", () => {
  const qoo10 = PLATFORMS.find(({ code }) => code === "QOO10")!;
  const answers = { ...sampleStoreAnswers(qoo10, "one"), password: "hidden-pass-9c41", accountBy: "new" };
  const html = draw(<ConfirmStep binding={bindingOf(qoo10, answers)} onEdit={ignore} />);
  expect(html).not.toMatch(/hidden-pass|9c41/);
  expect(html).toContain("已填写，共 16 位");
});

test("beside the keys stands where to find them", () => {
  const coupang = PLATFORMS.find(({ code }) => code === "COUPANG")!;
  const html = draw(<BindHelp binding={bindingOf(coupang, {})} step="connect" />);
  expect(html).toContain("在 Coupang 后台找到密钥");
  expect(html).toContain("/bindshop/gettokendetail?platform=COUPANG");
});
