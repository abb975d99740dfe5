import {
  addressOf,
  bindAddress,
  PLATFORM_CATEGORIES,
  platformByRoute,
  PLATFORMS,
  type Platform,
  type PlatformCategory,
} from "@coralhub/domain";
import { EmptyState, icons, Link, Notice, PageHeader, PlatformLogo, RowsSkeleton } from "@coralhub/ui";
import { useUrlWords } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useCertified } from "../../../platform/account.ts";
import { pinyinQuery } from "../../../platform/pinyin.ts";
import { usedPlatformsQuery } from "../../../platform/store-calls.ts";
import { CONNECT_WORDS } from "./connect-words.ts";
import { searchPlatforms } from "./platform-search.ts";
import "./picker.css";

const CATEGORIES = Object.entries(PLATFORM_CATEGORIES) as [PlatformCategory, { label: string }][];
const countOf = (category: PlatformCategory): number =>
  PLATFORMS.filter((platform) => platform.category === category).length;
/** So many of a category before 「全部」: the page stays one to look over, not to scroll. */
const SHOWN_AT_FIRST = 20;

/** The address keeps the category, so that back leads where one was. */
function useCategory(): [PlatformCategory | undefined, (category?: PlatformCategory) => void] {
  const [words, change] = useUrlWords();
  const known = CATEGORIES.find(([name]) => name === words.get("category"))?.[0];
  return [known, (category) => change({ category })];
}

/** /bindshop: which platform pays. */
export function PickerPage() {
  const [typed, setTyped] = useState("");
  const [category, setCategory] = useCategory();
  const used = useQuery(usedPlatformsQuery);
  const pinyin = useQuery({ ...pinyinQuery, enabled: /[a-z]/i.test(typed) });
  const found = searchPlatforms(typed, pinyin.data?.of);
  const counts = new Map(used.data?.map(({ platformCode, count }) => [platformCode, count]));
  const bound = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <>
      <PageHeader
        title="绑定店铺"
        intro="选您收款的平台。绑定后会得到专用收款账户，平台打款直接进来"
        actions={
          bound > 0 && (
            <Link to={addressOf("stores")} className="picker-bound">
              已绑定 {bound} 家店铺
              <icons.ChevronRight size={16} />
            </Link>
          )
        }
      />
      <NotCertified />
      <SearchBox value={typed} onChange={setTyped} />
      {used.isPending ? (
        <RowsSkeleton rows={6} />
      ) : typed.trim() === "" ? (
        <div className="picker">
          <CategoryList current={category} onChoose={setCategory} />
          <div className="picker-groups">
            {!category && <Recent counts={counts} />}
            {CATEGORIES.filter(([name]) => !category || name === category).map(([name, { label }]) => (
              <Group
                key={name}
                title={label}
                platforms={found.filter((platform) => platform.category === name)}
                counts={counts}
                {...(!category && { onAll: () => setCategory(name) })}
              />
            ))}
          </div>
        </div>
      ) : (
        <Found platforms={found} counts={counts} typed={typed.trim()} />
      )}
    </>
  );
}

function NotCertified() {
  if (useCertified() !== false) return null;
  return (
    <Notice tone="info" title="完成实名认证后就能绑定店铺" action={<Link to={addressOf("certification")}>去认证</Link>}>
      可以先看看您的平台要准备什么
    </Notice>
  );
}

function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || (event.target as HTMLElement).matches("input,textarea,[contenteditable]")) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);
  return (
    <div className="picker-search" role="search">
      <icons.Search />
      <input
        ref={input}
        type="search"
        aria-label="搜索平台"
        placeholder="搜索平台，支持中文名、英文名和拼音，如「虾皮」「smt」"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

type CategoryListProps = { current: PlatformCategory | undefined; onChoose: (category?: PlatformCategory) => void };

function CategoryList({ current, onChoose }: CategoryListProps) {
  const entries = [
    { name: undefined, label: "全部", count: PLATFORMS.length },
    ...CATEGORIES.map(([name, { label }]) => ({ name, label, count: countOf(name) })),
  ];
  return (
    <div className="picker-side">
      <nav aria-label="平台类别">
        <ul className="picker-categories">
          {entries.map(({ name, label, count }) => (
            <li key={label}>
              <button type="button" aria-current={name === current || undefined} onClick={() => onChoose(name)}>
                <span>{label}</span>
                <span className="picker-count">{count}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <p className="picker-missing">
        没找到您的平台？
        <br />
        <Link to={bindAddress(platformByRoute("other")!)}>绑定其他平台</Link>，审核时确认能否收款
      </p>
    </div>
  );
}

type Counts = ReadonlyMap<string, number>;

function Recent({ counts }: { counts: Counts }) {
  const platforms = PLATFORMS.filter(({ code }) => (counts.get(code) ?? 0) > 0);
  return platforms.length > 0 ? <Group title="最近使用" platforms={platforms} counts={counts} /> : null;
}

type GroupProps = { title: string; platforms: readonly Platform[]; counts: Counts; onAll?: () => void };

function Group({ title, platforms, counts, onAll }: GroupProps) {
  const shown = onAll ? platforms.slice(0, SHOWN_AT_FIRST) : platforms;
  const id = `picker-${title}`;
  return (
    <section aria-labelledby={id}>
      <div className="picker-group-head">
        <h2 id={id} className="type-section">
          {title}
        </h2>
        {onAll && shown.length < platforms.length && (
          <button
            type="button"
            className="text-button"
            onClick={onAll}
            aria-label={`${title}：全部 ${platforms.length} 个`}
          >
            全部 {platforms.length} 个
          </button>
        )}
      </div>
      <Grid platforms={shown} counts={counts} />
    </section>
  );
}

function Grid({ platforms, counts }: { platforms: readonly Platform[]; counts: Counts }) {
  return (
    <ul className="picker-grid">
      {platforms.map((platform) => {
        const count = counts.get(platform.code) ?? 0;
        return (
          <li key={platform.code}>
            <Link to={bindAddress(platform)} className="picker-platform">
              <PlatformLogo platform={platform} />
              <span className="picker-words">
                <span className="picker-name">{platform.name}</span>
                {count > 0 ? (
                  <span className="picker-note text-success">已绑定 {count}</span>
                ) : (
                  <span className="picker-note">{CONNECT_WORDS[platform.connect.by].short}</span>
                )}
              </span>
              <icons.ChevronRight size={16} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function Found({ platforms, counts, typed }: { platforms: readonly Platform[]; counts: Counts; typed: string }) {
  if (platforms.length === 0)
    return (
      <EmptyState
        drawing="filtered"
        title={`没有找到「${typed}」`}
        action={
          <Link to={bindAddress(platformByRoute("other")!)} className="small-button">
            绑定其他平台
          </Link>
        }
      >
        换个名字试试，英文名、中文名和拼音都可以
      </EmptyState>
    );
  return (
    <div className="picker-found">
      <p role="status" className="picker-result">
        找到 {platforms.length} 个平台
      </p>
      <Grid platforms={platforms} counts={counts} />
    </div>
  );
}
