import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const linksOf = (name: string): string[] => {
  const text = readFileSync(`${import.meta.dirname}/../${name}`, "utf8");
  return [...new Set([...text.matchAll(/\]\((docs\/[^)#]+)/g)].map(([, link]) => link!))].toSorted();
};

test("both READMEs lead to the same pages and pictures, and to all of docs", () => {
  const links = linksOf("README.md");
  expect(linksOf("README.zh-CN.md")).toEqual(links);
  for (const page of [
    "coverage",
    "domain",
    "glossary",
    "ledger",
    "measured",
    "running",
    "scale",
    "security",
    "wording",
  ])
    expect(links).toContain(`docs/${page}.md`);
});

const READMES = [
  ["README.md", "the same password"],
  ["README.zh-CN.md", "密码相同"],
] as const;

test.each(READMES)(
  "%s shows five pictures that exist, how to take them anew, and how operators sign in",
  (name, same) => {
    const root = `${import.meta.dirname}/..`;
    const text = readFileSync(`${root}/${name}`, "utf8");
    const pictures = linksOf(name).filter((link) => link.endsWith(".png"));
    expect(pictures).toHaveLength(5);
    for (const picture of pictures) {
      expect(picture).toMatch(/^docs\/pictures\//);
      expect(statSync(`${root}/${picture}`).size).toBeGreaterThan(1000);
    }
    expect(text).toContain("`npm run pictures:readme`");
    const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as { scripts: Record<string, string> };
    expect(scripts).toHaveProperty("pictures:readme");
    const operators = text.split("\n").filter((line) => line.startsWith("|") && line.includes("admin@coralhub.test"));
    expect(operators.length).toBeGreaterThan(0);
    for (const line of operators) expect(line).toContain(same);
  },
);
