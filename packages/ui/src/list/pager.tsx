import { COUNT_CAP, PAGE_SIZES } from "@coralhub/contract";
import { Select } from "antd";
import { ChevronLeft, ChevronRight } from "../icons.tsx";
import { useNarrow } from "../use-media-query.ts";
import "./list.css";

/** Counting stops at the cap; the page then says so instead of guessing. */
export const totalText = (total: number) => (total >= COUNT_CAP ? `${COUNT_CAP}+` : String(total));

/** First, last and the neighbours of the current page; `0` stands for a gap. */
export function pageNumbers(current: number, pages: number): number[] {
  const wanted = [1, current - 1, current, current + 1, pages].filter((page) => page >= 1 && page <= pages);
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return sorted.flatMap((page, index) => (index > 0 && page - sorted[index - 1]! > 1 ? [0, page] : [page]));
}

type PagerProps = {
  total: number;
  pageNo: number;
  pageSize: (typeof PAGE_SIZES)[number];
  /** There when another page follows; deep paging goes on with it. */
  nextCursor?: string;
  unit: string;
  onPage: (pageNo: number, cursor?: string) => void;
  /** Absent where a page has one size. */
  onPageSize?: (pageSize: (typeof PAGE_SIZES)[number]) => void;
};

export function Pager({ total, pageNo, pageSize, nextCursor, unit, onPage, onPageSize }: PagerProps) {
  const narrow = useNarrow();
  const pages = Math.max(1, Math.ceil(Math.min(total, COUNT_CAP) / pageSize));
  const hasNext = nextCursor !== undefined || pageNo < pages;
  return (
    <div className="pager">
      <span className="pager-total">
        共 {totalText(total)} {unit}
      </span>
      {!narrow && onPageSize && (
        <Select
          size="small"
          variant="borderless"
          aria-label={`每页多少${unit}`}
          popupMatchSelectWidth={false}
          value={pageSize}
          onChange={onPageSize}
          options={PAGE_SIZES.map((value) => ({ value, label: `每页 ${value} ${unit}` }))}
        />
      )}
      <nav aria-label="分页" className="pager-pages">
        <button
          type="button"
          className="icon-button"
          aria-label="上一页"
          disabled={pageNo <= 1}
          onClick={() => onPage(pageNo - 1)}
        >
          <ChevronLeft size={16} />
        </button>
        {narrow ? (
          <span className="pager-here">{pageNo}</span>
        ) : (
          <PageButtons pageNo={pageNo} pages={pages} onPage={onPage} />
        )}
        <button
          type="button"
          className="icon-button"
          aria-label="下一页"
          disabled={!hasNext}
          onClick={() => onPage(pageNo + 1, nextCursor)}
        >
          <ChevronRight size={16} />
        </button>
      </nav>
    </div>
  );
}

function PageButtons({ pageNo, pages, onPage }: Pick<PagerProps, "pageNo" | "onPage"> & { pages: number }) {
  return pageNumbers(Math.min(pageNo, pages), pages).map((page, index) =>
    page === 0 ? (
      <span key={`gap-${index}`} aria-hidden="true">
        …
      </span>
    ) : (
      <button
        key={page}
        type="button"
        className="pager-page"
        aria-label={`第 ${page} 页`}
        aria-current={page === pageNo ? "page" : undefined}
        onClick={() => onPage(page)}
      >
        {page}
      </button>
    ),
  );
}
