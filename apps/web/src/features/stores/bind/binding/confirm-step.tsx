import {
  accountOption,
  countryName,
  holderNameFor,
  isUnopened,
  storeAnswerText,
  storeField,
  type Platform,
  type StoreFieldName,
} from "@coralhub/domain";
import { Facts, Money, Panel, type Fact } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MoneyOf } from "../../../../platform/show.tsx";
import { usableAccountsQuery } from "../../../../platform/store-calls.ts";
import { openingPriceQuery } from "../bind-calls.ts";
import { accountTail } from "./account-step.tsx";
import { fieldsOfStep, STEP_TITLES, type StepName } from "./binding-steps.ts";
import { sitesIn } from "./other-sites.tsx";
import { countingAnswers } from "./settle-answers.ts";
import type { Binding } from "./use-binding.ts";

/** An answer as one reads it. */
function answerText(platform: Platform, name: StoreFieldName, answer: string): ReactNode {
  const field = storeField(platform, name);
  if (field.secret) return `已填写，共 ${answer.length} 位`;
  if (field.kind === "amount") return <Money amount={answer} currency="USD" />;
  if (field.kind === "document") return `已上传 ${answer.split(",").length} 张`;
  return storeAnswerText(platform, name, answer);
}

/** Everything once more before it is handed in. */
export function ConfirmStep({ binding, onEdit }: { binding: Binding; onEdit: (step: StepName) => void }) {
  const { platform, answers, steps, kept } = binding;
  const body: Readonly<Record<string, string | undefined>> = countingAnswers(platform, answers);
  const factsOf = (step: StepName): Fact[] =>
    fieldsOfStep(platform, step).flatMap((name): Fact[] => {
      const answer = body[name];
      const { label } = storeField(platform, name);
      if (answer && name === "foreignBankAccountId")
        return [{ label: "收款账户", value: <SharedAccount id={answer} /> }];
      const option = accountOption(body["expectCurrency"] ?? "");
      // As the bank will keep it: some want capitals.
      if (answer && option && name === "expectAccountName")
        return [{ label, value: holderNameFor(option.code, answer) }];
      if (answer) return [{ label, value: answerText(platform, name, answer) }];
      return kept.includes(name) ? [{ label, value: "不变" }] : [];
    });
  return (
    <>
      {steps
        .filter((step) => step !== "confirm")
        .map((step) => {
          const facts = [...factsOf(step), ...extraFacts(binding, step)];
          return (
            <Panel
              key={step}
              title={STEP_TITLES[step]}
              action={
                <button
                  type="button"
                  className="text-button"
                  onClick={() => onEdit(step)}
                  aria-label={`修改${STEP_TITLES[step]}`}
                >
                  修改
                </button>
              }
            >
              <Facts columns={2} facts={facts} />
            </Panel>
          );
        })}
    </>
  );
}

function extraFacts({ chosen, answers, platform }: Binding, step: StepName): Fact[] {
  const option = accountOption(answers["expectCurrency"] ?? "");
  if (step === "account" && answers["accountBy"] !== "shared" && option)
    return [{ label: "开户费", value: <OpeningPrice option={option} /> }];
  const { otherSites = [] } = sitesIn(platform, answers);
  if (step === "shop" && otherSites.length > 0)
    return [{ label: "同时绑定", value: otherSites.map(countryName).join("、") }];
  if (step !== "connect" || chosen.connect.by !== "oauth") return [];
  return [{ label: "授权", value: isUnopened(answers) ? "店铺开好后再授权" : `提交后到 ${platform.name} 登录并同意` }];
}

function SharedAccount({ id }: { id: string }) {
  const { data = [] } = useQuery(usableAccountsQuery);
  const account = data.find((candidate) => candidate.id === id);
  return account ? `${account.currency} ${accountTail(account)}，${account.holderName}` : "已选择";
}

function OpeningPrice({ option }: { option: Platform["options"][number] }) {
  const { data, isPending } = useQuery(openingPriceQuery(option));
  if (!data) return isPending ? "正在查询" : "以开通时公布的价格为准";
  return data.free ? "免费" : <MoneyOf value={data.price} />;
}
