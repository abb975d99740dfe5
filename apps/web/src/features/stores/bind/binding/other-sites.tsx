import { amazonSitesBeside, countryName, isUnopened, type CountryCode, type Platform } from "@coralhub/domain";
import type { Section } from "@coralhub/ui";
import { Checkbox } from "antd";
import type { FormAnswers } from "./settle-answers.ts";
import type { Binding } from "./use-binding.ts";

const NAME = "otherSites";

/** Sites one authorisation would cover beside the chosen one. */
const offered = (platform: Platform, answers: FormAnswers): CountryCode[] =>
  platform.code === "AMAZON" && !isUnopened(answers) ? amazonSitesBeside(answers["country"] ?? null) : [];
const chosenOf = (platform: Platform, answers: FormAnswers): CountryCode[] => {
  const ticked = (answers[NAME] ?? "").split(",");
  return offered(platform, answers).filter((site) => ticked.includes(site));
};
/** What the call is told of them; nothing where none was ticked. */
export function sitesIn(platform: Platform, answers: FormAnswers): { otherSites?: CountryCode[] } {
  const otherSites = chosenOf(platform, answers);
  return otherSites.length > 0 ? { otherSites } : {};
}

/** A seller of North America or Europe ticks the other sites: one consent ties them all. */
export function sitesSection({ platform, answers, store }: Binding): Section | undefined {
  const sites = offered(platform, answers);
  // Only with a new shop: those that are there are tied by the same consent.
  if (store || sites.length === 0) return undefined;
  const chosen = chosenOf(platform, answers);
  return {
    title: "同一卖家账号的其他站点",
    intro: "一次授权对整个区域有效。勾选的站点一起建好店铺、一起授权，共用一个收款账户",
    fields: [
      {
        kind: "own",
        name: NAME,
        label: "同时绑定",
        optional: true,
        width: "full",
        render: (control) => (
          <span id={control.id} role="group" aria-label="同时绑定的站点" className="other-sites">
            <Checkbox
              checked={chosen.length === sites.length}
              indeterminate={chosen.length > 0 && chosen.length < sites.length}
              onChange={({ target }) => control.onChange(target.checked ? sites.join(",") : "")}
            >
              全部站点
            </Checkbox>
            {sites.map((site) => (
              <Checkbox
                key={site}
                checked={chosen.includes(site)}
                onChange={({ target }) =>
                  control.onChange(
                    sites.filter((one) => (one === site ? target.checked : chosen.includes(one))).join(","),
                  )
                }
              >
                {countryName(site)}
              </Checkbox>
            ))}
          </span>
        ),
      },
    ],
  };
}
